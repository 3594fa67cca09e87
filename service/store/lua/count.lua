-- Counts on. KEYS: counter. ARGV: by how much; in how many ms after its first the count begins anew.
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return count
