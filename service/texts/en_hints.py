"""English: why a CPU chose what it chose, said to a learner."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.texts.keys import keyed
from service.texts.signs import sign, tenths

_JOKERS: Final = {"BJ": "the big joker", "LJ": "the little joker"}
_BECAUSE: Final = {
    "rated": "the table is rated",
    "hidden_hand": "your hand is still hidden",
    "not_your_turn": "it is not your turn",
}


def _card(code: str) -> str:
    return _JOKERS.get(code) or sign(code)


def _cards(codes: Sequence[str]) -> str:
    *others, last = map(_card, codes)
    return f"{', '.join(others)} and {last}" if others else last


def _more_tricks(count: int) -> str:
    return "1 more trick" if count == 1 else f"{count} more tricks"


NAMES: Final[Mapping[str, Callable[..., str]]] = {
    "signs": _cards,
    "first": _card,
    "second": _card,
    "hundredths": tenths,
    "needed": _more_tricks,
    "because": _BECAUSE.__getitem__,
}
"""`signs`: all cards of a reason; `first`, `second`: of two."""

_REASONS: Final = {
    "looks_first": "Look at your hand before you bid.",
    "far_behind": "You are so far behind that only a blind bid can still turn the match.",
    "good_card": "Keep {signs}: it is worth more than the next card is likely to be.",
    "poor_card": "Put {signs} away: the next card is likely to be worth more.",
    "dangerous_cards": "Give away what endangers your nil most: {signs}.",
    "low_cards": "Give {signs}: your partner can duck with low cards, and you need them least.",
    "only_bid": "The rules leave you only this bid.",
    "enough_to_win": "If your side makes what it bids, this is enough to win the match: don't bid more.",
    "stretches_to_win": "It is a stretch, but a lower bid would not win the match any more.",
    "bids_for_bonus": "A big contract with a bonus is within reach.",
    "lowest_allowed": "The rules allow no number below {lowest}.",
    "risky_nil": "Only nil or the number of your spades can be bid, and nil is too risky.",
    "covers_nil_bid": "Your partner bid nil: bid what your own hand is worth; your tricks cover the nil.",
    "covers_blind_bid": "Your partner bid {blind} blind: bid less than your hand is worth, to cover that.",
    "leaves_nil_to_partner": "One of you has to bid nil; this hand is better for tricks.",
    "sure_winner": "Sure to win: {signs}.",
    "likely_winner": "Likely to win: {signs}.",
    "long_spades": "You hold {count} in spades: the last of them win when nobody else has spades left.",
    "can_ruff": "No {suit}: you can ruff them.",
    "can_ruff_soon": "Only one card in {suit}: you can soon ruff them.",
    "weak_hand": "Nothing in this hand is likely to win.",
    "adds_up": "No card is likely to win by itself, but small chances add up.",
    "hand_worth": "In all, this hand is worth about {hundredths} tricks here.",
    "rounds_down": "Leave out the fraction: bidding a little too low pays.",
    "safe_nil": "This hand has a good chance of taking no trick at all.",
    "nil_rather_than_number": "Nil is a smaller risk than the lowest number allowed, {lowest}.",
    "nil_suits_hand": "One of you has to bid nil, and this hand suits it better than most.",
    "will_give": "You can give {signs} to your partner.",
    "no_spades": "Without spades you can't be forced to ruff.",
    "low_spades": "Your spades are low: {signs}.",
    "no_high_cards": "You hold no ace and no king in the other suits.",
    "guarded_high_cards": "High, but with low cards of the suit beside it to duck with: {signs}.",
    "only_card": "{signs} is the only card that you may play.",
    "highest_left": "{signs}: nobody else holds a higher card in {suit}.",
    "wins_cheaply": "You play last, and {signs} is the cheapest card that wins.",
    "high_card": "Third to play: {signs} wins, or makes them spend a higher card.",
    "ruffs": "You have no {suit}: {signs} is the lowest spade that takes the trick.",
    "partner_wins": "Your partner is winning with {signs}: save your high cards.",
    "over_partner": "Your partner is winning with {first}, but you must go over it: {second} is the lowest.",
    "cannot_win": "You can't win this trick: let go of {signs}, which you need least.",
    "leaves_it_to_partner": "Your partner's {signs} is likely to win: leave the trick to it.",
    "second_hand_low": "Second to play: stay low with {signs}; your partner still plays after you.",
    "leads_low": "Lead {signs}, your lowest card in {suit}, and keep higher ones for later.",
    "leads_last": "{signs} is your only card in {suit}: after it you can ruff them.",
    "leads_only": "{signs} is your only card in {suit}.",
    "leads_for_ruff": "Your partner has no {suit} and may ruff {signs}.",
    "draws_spades": "Leading {signs} draws out spades.",
    "under_higher": "{signs}: {count} in {suit} can still go over it.",
    "only_ruffed": "Only a spade can beat {signs} now.",
    "ducks": "{first} loses to {second}.",
    "throws_away": "You have no {suit}, so you can throw {signs} on this trick.",
    "forced_high": "You have to take this trick, so get rid of {signs}, your highest.",
    "forced_low": "You have nothing lower to play; a higher card than {signs} may still come.",
    "takes_anyway": "You take this trick whatever you play.",
    "takes_over": "Take the trick with {first}, over your partner's {second}.",
    "played_out": "Played out in many possible deals, {first} brings more than the usual card, {second}.",
    "not_confirmed": "In some deals {first} brings more than the usual card, {second}, but not on the whole.",
    "search_prefers": "But played out in many possible deals, {first} brings more than {second}.",
    "plays_high": "Play high with {signs}, so that your partner can stay under it.",
    "as_good": "{first} is as good as your {second}: nobody else holds a card between.",
    "partner_is_out": "Your partner has no {suit}: {signs} hardly endangers it.",
    "keeps_nil": "You bid nil: take no trick.",
    "covers_partner_nil": "Your partner bid nil and has taken no trick yet: protect it.",
    "attacks_nil": "{seat} bid nil and has taken no trick yet: try to make {seat} win one.",
    "needs_tricks": "Your contract needs {needed} of the {left} that are left.",
    "needs_all_tricks": "Your contract needs every trick that is left.",
    "sets_opponents": "With {needed} you set the other side's contract.",
    "avoids_bag": "Your contract is made: every further trick is a bag.",
    "avoids_penalty": "Your contract is made, and the next bag brings a penalty of {points} points.",
    "contract_is_lost": "Your contract can't be made any more: more tricks bring you nothing.",
    "tricks_do_not_count": "Your own tricks don't count toward the contract: leave them to your partner.",
    "takes_bags": "Extra tricks do no harm here.",
}

SENTENCES: Final = keyed("reason", _REASONS)
