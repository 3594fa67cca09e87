-- A table, and what is kept under a commit id. KEYS: table, outcomes. ARGV: commit id.
return {redis.call('HGET', KEYS[1], 'state'), known_outcome(KEYS[1], KEYS[2], ARGV[1])}
