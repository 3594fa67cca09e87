-- The tables of one shard and lane that are due longest, leased. One that bears begin.lua's mark was begun on, and
-- that work never ended: it failed, and its wait counts from then. KEYS: due set, failures.
-- ARGV: limit, lease, first and longest delay in ms. Returns: who is claimed; who failed so, each with its failures.
local now = now_ms()
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
local claimed, lost = {}, {}
for at = 1, #found, 2 do
  local table_id, lease_end, due = found[at], tonumber(found[at + 1]), 0
  if lease_end % 1 > 0 then
    local failures, delay = count_failure(KEYS[2], table_id, ARGV[3], ARGV[4])
    lost[#lost + 1], lost[#lost + 2] = table_id, failures
    due = lease_end - ARGV[2] + delay
  end
  if due <= now then
    claimed[#claimed + 1], due = table_id, now + ARGV[2]
  end
  redis.call('ZADD', KEYS[1], string.format('%.0f', due), table_id)
end
return {claimed, lost}
