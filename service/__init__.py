"""The door: the HTTP service, its workers and its command line."""
