-- Outcomes side by side in one string, each of a fixed size: 16 bytes of commit id, 18 of packed outcome.
local ID, RECORD = 16, 34

local function outcome_in(records, id)
  local at = records and string.find(records, id, 1, true)
  while at and (at - 1) % RECORD ~= 0 do
    at = string.find(records, id, at + 1, true)
  end
  return at and string.sub(records, at + ID, at + RECORD - 1)
end

-- The kept outcomes are spread over 16 fields, so that a commit rewrites a part of them only.
local function field_of(id)
  return string.format('%x', string.byte(id) % 16)
end

local function known_outcome(table_key, outcomes_key, id)
  return outcome_in(redis.call('HGET', outcomes_key, field_of(id)), id)
    or outcome_in(redis.call('HGET', table_key, 'recent'), id)
end
