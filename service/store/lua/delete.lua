-- Removes everything about a table, if it is still at that version; nothing where it is gone already.
-- KEYS: table, log, outcomes, due sets of both lanes, join code, failures, statuses, presence.
-- ARGV: version, table id, wake channel, the letters of the seats.
local version, status = unpack(redis.call('HMGET', KEYS[1], 'version', 'status'))
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
if status and redis.call('HINCRBY', KEYS[8], status, -1) <= 0 then
  redis.call('HDEL', KEYS[8], status)
end
for seat in string.gmatch(ARGV[4], '.') do
  redis.call('ZREM', KEYS[9], ARGV[2] .. seat)
end
redis.call('PUBLISH', ARGV[3], ARGV[2])
return 1
