-- When a secret key was used. KEYS: secret keys. ARGV: the key's field, the field for its use, the time in ms.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
