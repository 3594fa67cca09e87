-- The tables of one shard and lane that are due longest, leased. KEYS: due set. ARGV: limit, lease in ms.
local now = now_ms()
local claimed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, table_id in ipairs(claimed) do
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), table_id)
end
return claimed
