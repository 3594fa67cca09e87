-- A claimed table is due at once again. KEYS: due set. ARGV: table id.
local now = now_ms()
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now), ARGV[1])
