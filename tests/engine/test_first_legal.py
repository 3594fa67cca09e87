"""The first legal action keeps any table going to its end."""

from hypothesis import given, settings

from engine.autoplay import take_first_legal
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from spades_strategies import WHOLE_MATCHES, rules, seeds


@settings(WHOLE_MATCHES, max_examples=25)
@given(rules(floor=None, max_deals=6), seeds())
def test_the_first_legal_action_keeps_every_match_going_to_its_end(drawn: Rules, seed: bytes) -> None:
    match = start(drawn, seed).match
    while match.result is None:
        match = take_first_legal(match, match.to_act[0]).match
    assert match.deal.phase is Phase.OVER
