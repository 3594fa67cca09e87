"""The commands of `spades`, one a file, each imported when it is called."""
