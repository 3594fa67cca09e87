-- When a table is due next, if it is still at the version that this was found out for.
-- KEYS: table, due set of its lane, due set of the other lane. ARGV: version, due at, table id.
if redis.call('HGET', KEYS[1], 'version') == ARGV[1] then
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
  redis.call('ZREM', KEYS[3], ARGV[3])
end
