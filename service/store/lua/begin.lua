-- A claimer begins on a table: a new lease, half a millisecond longer, which is the mark of it. Whatever is
-- written when the work ends takes it away. KEYS: due set, failures. ARGV: table id, lease in ms.
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f.5', now_ms() + ARGV[2]), ARGV[1])
return tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0)
