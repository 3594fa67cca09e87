-- One more failure in a row. Returns how many there are, and for how many ms the work waits: 2, 4, 8 … 60 s.
local function count_failure(failures_key, due_id, first_delay, longest_delay)
  local failures = redis.call('HINCRBY', failures_key, due_id, 1)
  return failures, math.min(first_delay * 2 ^ (failures - 1), tonumber(longest_delay))
end
