"""Cards as they are printed, for texts that teach: ♠A, ♦10."""

from typing import Final

_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def sign(code: str) -> str:
    """A card that is no joker, by its code in the API."""
    return f"{_SIGNS[code[1]]}{'10' if code[0] == 'T' else code[0]}"


def tenths(hundredths: int) -> str:
    """To a tenth, a half upwards, as a bid counts them."""
    whole, tenth = divmod((hundredths + 5) // 10, 10)
    return f"{whole}.{tenth}"
