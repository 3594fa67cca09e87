"""The use cases: what can be done with a table. They see ports, never Redis, RQ or Flask."""
