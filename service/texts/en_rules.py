"""English: the rule book: each option in a line, the presets, and the sentences of the files beside it."""

from collections.abc import Mapping
from typing import Final

from service.texts import en_explanations, en_glossary, en_page
from service.texts.keys import keyed, numbered

_OPTIONS: Final = {
    "target": "A side at or over this score ends the match.",
    "floor": "A side at or under this score ends the match; null: no floor.",
    "lead_margin": "A side at least this far ahead ends the match; null: no such end.",
    "max_deals": "The match ends after this deal whatever the score; level then is a draw.",
    "tie": "Level at the end: play extra deals, let the last deal decide, or call it a draw.",
    "bag_penalty": "Whether gathered bags cost points. Bags are worth their points either way.",
    "bag_limit": "How many gathered bags bring a penalty; the rest is carried over.",
    "bag_penalty_points": "What each full set of bags costs.",
    "overtrick_points": "Points for each bag. Below 0 no bags are gathered and there is no bag penalty.",
    "nil": "Whether nil, the bid to take no trick, may be made.",
    "nil_points": "Won or lost by a nil; a blind nil counts twice this.",
    "nil_tricks": "What the tricks of a nil bidder are: bags, help for the partner's contract, or nothing.",
    "both_nil": "Whether both partners may bid nil.",
    "zero_bid": "A plain 0 beside nil, without its points and its risk.",
    "blind_nil": "Whether nil may be bid before the bidder sees the hand.",
    "blind_behind": "How far behind a side must be before the deal to bid a blind nil; 0: no condition.",
    "blind_exchange": "How many cards a blind nil bidder and the partner exchange.",
    "nil_exchange": "How many cards the bidder of an ordinary nil and the partner exchange.",
    "blind_bid_from": "From how many tricks on a seat may bid unseen, for a double contract; null: never.",
    "ten_for_200": "A contract of 10 or more is worth 200, and its overtricks nothing.",
    "bid_13_bonus": "Points on top for a contract of exactly 13 that is made.",
    "min_bid": "The lowest bid of a seat; a nil stays allowed.",
    "min_side_bid": "The lowest contract of a side, which binds the partner who bids second.",
    "suicide": "Suicide Spades: one partner of each side bids nil, or all four bid blind nil.",
    "bid_style": "Whether a bid is free, or fixed by the spades in the hand (mirror, or whiz: or nil).",
    "first_lead": "Who leads first: the seat left of the dealer, or the holder of the lowest club, with it.",
    "jokers": "Whether the two jokers, and the high deuces, are the highest spades.",
    "seating": "Whether partners are chosen, or cut for.",
    "first_dealer": "Who deals first; random: drawn from the table's seed.",
    "players": "How many play: four in two partnerships, or two.",
}

_PRESETS: Final = {
    "standard": "Partnership Spades to 500, as most players know it.",
    "short": "To 250; South bids and leads first.",
    "encyclopedia": "As the general encyclopedias describe it: no floor, blind nil for every side.",
    "suicide": "Suicide Spades: one partner of each side must bid nil.",
    "mirror": "Mirror: the bid is the number of spades in the hand.",
    "whiz": "Whiz: the number of spades in the hand, or nil.",
    "jokers": "With two jokers as the highest spades.",
    "duel": "For two players, who draw their hands from the stock.",
}

SENTENCES: Final[Mapping[str, str]] = {
    **keyed("option", _OPTIONS),
    **keyed("explanation", en_explanations.EXPLANATIONS),
    **keyed("preset", _PRESETS),
    **keyed("term", en_glossary.TERMS),
    **keyed("meaning", en_glossary.MEANINGS),
    **keyed("page", en_page.HEADINGS),
    **numbered("play", en_page.PLAY),
    **numbered("choice", en_page.CHOICES),
}
