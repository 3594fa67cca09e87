"""The terminal client: a client of the API like any other. It knows no rule, and nothing of this service."""
