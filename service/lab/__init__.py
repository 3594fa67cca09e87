"""Matches for their statistics: simulations of CPU players, and what they add up to."""
