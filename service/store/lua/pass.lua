-- A ticker passes over a shard. KEYS: pass. ARGV, in ms: the least length of an outage; how long after one its players
-- have; in which time a pass is noted once. An outage that begins while players still have that time goes on.
local now = now_ms()
local found = redis.call('HMGET', KEYS[1], 'last', 'began', 'ended')
local last, began, ended = tonumber(found[1]), tonumber(found[2]), tonumber(found[3])
local since = last and now - last
if since and since >= 0 and since < tonumber(ARGV[3]) then
  return
end
if since and since > tonumber(ARGV[1]) then
  if not ended or last - ended > tonumber(ARGV[2]) then
    began = last
  end
  redis.call('HSET', KEYS[1], 'began', string.format('%.0f', began), 'ended', string.format('%.0f', now))
end
redis.call('HSET', KEYS[1], 'last', string.format('%.0f', now))
