"""Spades as a function: the rules, the matches and the computer players. Pure; see README.md."""
