-- A table's work failed once more. KEYS: due set, failures. ARGV: table id, first and longest delay in ms.
local failures, delay = count_failure(KEYS[2], ARGV[1], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now_ms() + delay), ARGV[1])
return failures
