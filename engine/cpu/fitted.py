"""Numbers that were fitted to self-play. Data alone: `make fit ARGS=--write` writes this file anew.

All are hundredths: of a trick, or of the log-odds in the model of a nil. Ranks run from 2 to A.
"""

from typing import Final

# Tricks of a hand, `hand_strength`. By the number of cards in the suit, 0 … 13:
SIDE_ACE: Final = (0, 88, 95, 95, 95, 88, 82, 75, 65, 55, 45, 35, 25, 15)
SIDE_KING: Final = (0, 8, 73, 76, 68, 57, 42, 32, 22, 15, 10, 5, 0, 0)
SIDE_QUEEN: Final = (0, 0, 12, 38, 37, 25, 17, 5, 0, 0, 0, 0, 0, 0)
SPADE_LENGTH: Final = (-15, 0, 20, 30, 90, 150, 205, 260, 340, 460, 580, 700, 820, 945)

# What more a side honour is worth: a king with the ace, a queen with one of them, a jack third.
KING_WITH_ACE: Final = 8
QUEEN_WITH_HIGHER: Final = 5
JACK_IN_LENGTH: Final = 13

# By the number of spades, 0 … 4 and more:
SPADE_ACE: Final = (0, 85, 105, 118, 110)
SPADE_KING: Final = (0, 9, 66, 96, 100)
SPADE_QUEEN: Final = (0, 0, 33, 62, 70)
SPADE_JACK: Final = (0, 0, 22, 32, 45)
SPADE_TEN: Final = (0, 0, 6, 20, 28)

# Ruffs: by the number of cards in the side suit, 0 … 2, then by that of spades, 0 … 5 and more:
SHORT_SUIT: Final = (
    (0, 56, 78, 80, 80, 100),
    (0, 38, 54, 54, 48, 65),
    (0, 25, 20, 20, 18, 32),
)

# What the bids before add, `bid_table`, by how many they are, 0 … 3; the nils of either side:
BY_PLACE: Final = (9, 8, -6, -15)
PARTNER_NIL: Final = (0, 0, 20, 64)
THEIR_NIL: Final = (0, 25, 32, 90)

# Under `suicide`; for each trick of the other three bids above the usual sum, for the last bidder.
EACH_SIDE_NIL: Final = (85, 95, 85, 20)
LAST_EACH: Final = 12

# In a duel: before the opponent's bid; after a nil, the share of the other tricks; after a number.
DUEL_FIRST: Final = -66
DUEL_AFTER_NIL: Final = 60
DUEL_USUAL: Final = 555
DUEL_EACH: Final = 60
DUEL_SHARE: Final = 38

# Tricks of a card in a duel, `duel_strength`, by rank:
DUEL_SIDE: Final = (-9, -9, -9, -8, -6, -3, -2, 1, 4, 6, 16, 52, 75)
DUEL_SPADE: Final = (62, 62, 63, 65, 69, 76, 81, 84, 93, 116, 149, 160, 164)

# A nil, `nil_risk`: of any hand, and of a void in a side suit.
NIL_BASE: Final = -12
NIL_VOID: Final = -84

# By the number of cards in the side suit, 1 … 4 and more; then by the rank of its lowest card:
NIL_LOWEST: Final = (
    (-80, -80, -76, -72, -68, -66, -64, -50, -30, 0, 20, 120, 150),
    (-66, -66, -64, -62, -60, -55, -50, -38, -30, 30, 50, 120, 130),
    (-46, -46, -46, -46, -42, -36, -30, 12, 35, 150, 170, 250, 250),
    (-20, -16, -10, 0, 10, 60, 80, 130, 150, 200, 220, 300, 300),
)

# By the rank of its second and of its third card from below:
NIL_SECOND: Final = (-48, -48, -46, -45, -43, -40, -26, -14, 10, 22, 50, 80, 240)
NIL_THIRD: Final = (10, 10, 11, 12, 18, 22, 24, 26, 30, 36, 50, 75, 135)

# By the number of spades, 0 … 13; by the rank of the highest, the second and the third of them:
NIL_SPADES: Final = (-170, -145, -87, -65, 38, 220, 400, 600, 800, 900, 900, 900, 900, 900)
NIL_SPADE_TOP: Final = (-15, -15, -15, 0, 0, 0, 0, 4, 16, 22, 40, 89, 900)
NIL_SPADE_SECOND: Final = (-35, -35, -35, -35, -35, -33, -30, -18, 76, 114, 360, 900, 900)
NIL_SPADE_THIRD: Final = (20, 20, 20, 20, 22, 30, 90, 130, 216, 300, 900, 900, 900)
