"""The computer players: a seat view in, a choice and its reasons out."""
