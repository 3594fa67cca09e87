-- One change to one table: all of it, or none.
-- KEYS: table, log, outcomes, due set of the table's lane, due set of the other lane, join code, statuses.
-- ARGV: commit id, seen, id of the commit that made it or '', not_before, state, last seq, events, outcome, is_kept, due at, table id, lane, channels:
-- wake-ups, due work; in how many ms the join code is free, 0: not yet; the table's status.
-- Returns the new version; or {why not, what is there instead}.
local table_key, log_key, outcomes_key, due_key, other_due_key, code_key, statuses_key = unpack(KEYS)
local id, seen, seen_id, not_before, state, last_seq, events, outcome, is_kept, due_at, table_id = unpack(ARGV)
local lane, wake_channel, due_channel, code_ends, status = ARGV[12], ARGV[13], ARGV[14], ARGV[15], ARGV[16]
local RECENT_BYTES = 32 * RECORD
local SLACK_MS = 2

local version, status_before = unpack(redis.call('HMGET', table_key, 'version', 'status'))
local known = version and known_outcome(table_key, outcomes_key, id)
if known then
  return {'known', tonumber(version), known}
end

local now = now_ms()
if now < tonumber(not_before) then
  return {'early'}
end
if seen == '0' then
  if version or redis.call('EXISTS', code_key) == 1 then
    return {'taken'}
  end
  redis.call('SET', code_key, table_id)
elseif version ~= seen or (seen_id ~= '' and redis.call('HGET', table_key, 'commit_id') ~= seen_id) then
  return {'stale', redis.call('HGET', table_key, 'state')}
end

local next_version = string.format('%d', seen + 1)
redis.call('HSET', table_key, 'version', next_version, 'commit_id', id, 'state', next_version .. ' ' .. id .. state)
if is_kept == '1' then
  local field = field_of(id)
  redis.call('HSET', outcomes_key, field, (redis.call('HGET', outcomes_key, field) or '') .. id .. outcome)
else
  local recent = (redis.call('HGET', table_key, 'recent') or '') .. id .. outcome
  redis.call('HSET', table_key, 'recent', string.sub(recent, -RECENT_BYTES))
end
if events ~= '' then
  redis.call('XADD', log_key, last_seq .. '-' .. next_version, 'e', events)
end
if code_ends ~= '0' then
  redis.call('PEXPIRE', code_key, code_ends)
end
if status ~= status_before then
  if status_before and redis.call('HINCRBY', statuses_key, status_before, -1) <= 0 then
    redis.call('HDEL', statuses_key, status_before)
  end
  redis.call('HINCRBY', statuses_key, status, 1)
  redis.call('HSET', table_key, 'status', status)
end
redis.call('ZADD', due_key, due_at, table_id)
redis.call('ZREM', other_due_key, table_id)
redis.call('PUBLISH', wake_channel, table_id .. ' ' .. last_seq)
if tonumber(due_at) <= now + SLACK_MS then
  redis.call('PUBLISH', due_channel, lane)
end
return tonumber(next_version)
