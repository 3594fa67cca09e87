-- One change to one simulation: all of it, or none. 0: it is not what the change was made for.
-- KEYS: run, records, due set, failures.
-- ARGV: stamp seen ('': a new run), new stamp, state, records to add or '', kept ms, due at ('': no more), id, lane, channel of due work.
local run_key, records_key, due_key, failures_key = unpack(KEYS)
local seen, stamp, state, chunk, kept_ms, due_at, id, lane, due_channel = unpack(ARGV)
local SLACK_MS = 2

if (redis.call('HGET', run_key, 'stamp') or '') ~= seen then
  return 0
end
redis.call('HSET', run_key, 'stamp', stamp, 'state', state)
if chunk ~= '' then
  redis.call('RPUSH', records_key, chunk)
end
redis.call('PEXPIRE', run_key, kept_ms)
redis.call('PEXPIRE', records_key, kept_ms)
if due_at == '' then
  redis.call('ZREM', due_key, id)
  redis.call('HDEL', failures_key, id)
else
  redis.call('ZADD', due_key, due_at, id)
  if tonumber(due_at) <= now_ms() + SLACK_MS then
    redis.call('PUBLISH', due_channel, lane)
  end
end
return 1
