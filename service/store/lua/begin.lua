-- A claimer begins on a table: a new lease, half a millisecond longer, which is the mark of it. Whatever is
-- written when the work ends takes it away. KEYS: due set, failures, pass, table.
-- ARGV: table id, lease in ms.
-- Returns: the failures in a row; the table's state; when a ticker passed last, when the last outage began and ended.
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f.5', now_ms() + ARGV[2]), ARGV[1])
return {
  redis.call('HGET', KEYS[2], ARGV[1]) or 0,
  redis.call('HGET', KEYS[4], 'state'),
  unpack(redis.call('HMGET', KEYS[3], 'last', 'began', 'ended')),
}
