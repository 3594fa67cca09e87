"""The store: tables, logs, due times and wake-ups in Redis, and in memory for tests."""
