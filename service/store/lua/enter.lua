-- A place among at most so many. KEYS: set. ARGV: member, most. 1: it has one.
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
  return 1
end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
return redis.call('SADD', KEYS[1], ARGV[1])
