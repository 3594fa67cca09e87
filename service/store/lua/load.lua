-- A table, and what is kept under a commit id. KEYS: table, outcomes. ARGV: commit id.
local found = redis.call('HMGET', KEYS[1], 'version', 'commit_id', 'state')
found[4] = known_outcome(KEYS[1], KEYS[2], ARGV[1])
return found
