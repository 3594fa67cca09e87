-- Removes everything about a table, if it is still at that version; nothing where it is gone already.
-- KEYS: table, log, outcomes, due sets of both lanes, join code, failures. ARGV: version, table id, wake channel.
local version = redis.call('HGET', KEYS[1], 'version')
if version and version ~= ARGV[1] then
  return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[2])
redis.call('ZREM', KEYS[5], ARGV[2])
if redis.call('GET', KEYS[6]) == ARGV[2] then
  redis.call('DEL', KEYS[6])
end
redis.call('HDEL', KEYS[7], ARGV[2])
redis.call('PUBLISH', ARGV[3], ARGV[2])
return 1
