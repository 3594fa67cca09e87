-- A claimed table is due at once again, and before those that were worked on while it was claimed.
-- KEYS: due set. ARGV: table id, how long that may be in ms.
local before = now_ms() - ARGV[2]
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', before), ARGV[1])
