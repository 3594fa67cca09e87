"""Which card `normal` plays, and the codes of the rule and the aim behind it."""

from typing import Final

from engine.cards import Card
from engine.cpu import card_rules
from engine.cpu.card_rules import RULES
from engine.cpu.knowledge import Knowledge
from engine.cpu.reasons import ReasonCode

_CODES: Final = tuple(ReasonCode(rule) for rule in RULES)


def choose_card(k: Knowledge) -> tuple[Card, ReasonCode, ReasonCode]:
    """The card, the rule that chose it, and the aim behind that (the rule itself where a nil decides)."""
    card = card_rules.choose_card(k)
    return card, _CODES[k.rule], _CODES[k.aim]
