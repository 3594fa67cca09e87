-- A table's work failed once more: it is due again after 2, 4, 8 … 60 s.
-- KEYS: due set, failures. ARGV: table id, first and longest delay in ms.
local failures = redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
local delay = math.min(ARGV[2] * 2 ^ (failures - 1), tonumber(ARGV[3]))
local now = now_ms()
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + delay), ARGV[1])
return failures
