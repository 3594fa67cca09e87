"""The HTTP API: doors to the use cases. No rule of the game is known here."""
