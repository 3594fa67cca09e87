"""The rules of play of `normal` in ints and masks: the measured hot loop, compiled where Cython is.

What a seat knows is a `Sight`; `choose_card` is the card, and `rule` and `aim` of the sight then say why.
Suits are looked at one by one, as ranks from bit 0 on, since small ints are quick. `_ONE` stands for 1 where
a shift needs 64 bits in C. The types for the compiler are in card_rules.pxd. Nothing here draws on chance.
"""

from typing import Final

RULES: Final = (
    "needs_tricks", "sets_opponents", "takes_bags", "avoids_bag", "leaves_it_to_partner", "sure_winner",
    "wins_cheaply", "high_card", "ruffs", "partner_wins", "cannot_win", "leads_low", "leads_for_ruff",
    "draws_spades", "keeps_nil", "covers_partner_nil", "attacks_nil",
)  # fmt: skip
"""The reason codes by the numbers that stand for them here."""

_NEEDS_TRICKS, _SETS_OPPONENTS, _TAKES_BAGS, _AVOIDS_BAG, _LEAVES_IT_TO_PARTNER = 0, 1, 2, 3, 4
_SURE_WINNER, _WINS_CHEAPLY, _HIGH_CARD, _RUFFS, _PARTNER_WINS, _CANNOT_WIN = 5, 6, 7, 8, 9, 10
_LEADS_LOW, _LEADS_FOR_RUFF, _DRAWS_SPADES = 11, 12, 13
_KEEPS_NIL, _COVERS_PARTNER_NIL, _ATTACKS_NIL = 14, 15, 16

COMPILED_FROM = ""
"""The digest of the source that was compiled; the build writes it. Empty: plain Python runs."""

_ONE: Final = 1
_SUIT: Final = 0x1FFF
_SPADES: Final = 0x1FFFF << 39
_SPARE_TRICKS: Final = 2


class Sight:
    """What the seat to play knows, as ints.

    `left`, `partner`, `right`: the seats clockwise from it; in a duel the opponent sits on both sides.
    `legal`: what it may play. `out`: the cards that it thinks other hands may hold. `shown`: bit `4 * seat +
    suit` set for a suit that a seat showed itself out of. `led`: the suit of the trick, `suit` its cards;
    `best`: the card that wins it so far, `winner` that card's seat; -1, 0, -1, -1 for a lead. `beating`: the
    legal cards that would take the trick over. `after`: how many play after this seat. `live_nils`: bit
    `seat` set for a nil that is worth something and not broken. `need`, `their_need`: the tricks that the
    sides still lack for their contracts. `tricks_left` counts the trick being played. `is_counting`: the
    tricks of this seat count toward its side's contract. `must_set`: the opponents' contract is worth any bag
    to set. `small_contract`: the biggest with which a nil is hunted before it is made.
    """

    __slots__ = (
        "after", "aim", "beating", "best", "contract", "is_bag_costly", "is_counting", "led", "left",
        "legal", "live_nils", "must_set", "need", "out", "partner", "right", "rule", "seat", "shown",
        "small_contract", "suit", "their_contract", "their_need", "tricks_left", "winner",
    )  # fmt: skip

    after: int
    aim: int
    beating: int
    best: int
    contract: int
    is_bag_costly: bool
    is_counting: bool
    led: int
    left: int
    legal: int
    live_nils: int
    must_set: bool
    need: int
    out: int
    partner: int
    right: int
    rule: int
    seat: int
    shown: int
    small_contract: int
    suit: int
    their_contract: int
    their_need: int
    tricks_left: int
    winner: int


def choose_card(k: Sight) -> int:
    """The card that `normal` plays: the nils on the table first, then the contracts."""
    if k.live_nils:
        card = _with_nils(k)
        if card >= 0:
            k.aim = k.rule
            return card
    k.aim = _aim(k)
    if k.aim >= _AVOIDS_BAG:
        return _lead_to_lose(k) if k.best < 0 else _follow_to_lose(k)
    return _lead_to_win(k) if k.best < 0 else _follow_to_win(k)


def _with_nils(k: Sight) -> int:
    nils = k.live_nils
    if nils >> k.seat & 1:
        return _keep_nil(k)
    if nils >> k.partner & 1:
        card = _cover_lead(k) if k.best < 0 else _cover_follow(k)
        if card >= 0:
            return card
    if _is_contract_safe(k):
        if nils >> k.left & 1:
            card = _attack_lead(k, k.left) if k.best < 0 else _attack_follow(k, k.left)
            if card >= 0:
                return card
        if nils >> k.right & 1 and k.right != k.left:
            return _attack_lead(k, k.right) if k.best < 0 else _attack_follow(k, k.right)
    return -1


def _is_contract_safe(k: Sight) -> bool:
    """A big contract is never put at risk for a nil; a small one, while tricks can still be let go."""
    if k.need <= 0:
        return True
    return k.contract <= k.small_contract and k.tricks_left - k.need >= _SPARE_TRICKS


def _aim(k: Sight) -> int:
    """The first two want the trick, _TAKES_BAGS takes what comes, the others want to lose it."""
    if 0 < k.need <= k.tricks_left and k.is_counting:
        return _NEEDS_TRICKS
    if k.their_need > 0 and _can_set(k):
        return _SETS_OPPONENTS
    if k.is_bag_costly:
        return _AVOIDS_BAG
    if k.need > 0 and not k.is_counting:
        return _LEAVES_IT_TO_PARTNER
    return _TAKES_BAGS


def _can_set(k: Sight) -> bool:
    """Is it worth some bags to beat the opponents' contract? Yes, if few more tricks do it."""
    spare = k.tricks_left - k.their_need
    if spare < 0:
        return False
    if not k.is_bag_costly or (k.need > 0 and k.is_counting):
        return True
    if spare <= 1 or (spare == 2 and k.tricks_left >= 6):
        return True
    return k.must_set


# ---- which card is high, low, sure


def _low(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


def _can_ruff(k: Sight, seat: int, suit: int) -> bool:
    """Is this seat known to be out of the suit, and may it still hold a spade?"""
    voids = k.shown >> 4 * seat
    return voids >> suit & 1 == 1 and not voids & 8 and k.out >> 39 != 0


def _cheapest_high(k: Sight, cards: int) -> int:
    """The lowest of `cards`, all of the suit led, that no other hand can beat in it; -1: there is none."""
    top = (k.out & k.suit).bit_length()
    high = cards >> top << top
    return _low(high) if high else -1


def _equal_low(k: Sight, cards: int, card: int) -> int:
    """The lowest of `cards` that is worth as much as `card`: no other hand holds a card between."""
    least = (k.out & (_ONE << card) - 1).bit_length()
    return _low(cards >> least << least)


def _above(k: Sight, card: int) -> int:
    """The cards of the suit led that other hands may hold and that are higher than `card`."""
    return (k.out & k.suit) >> card + 1


# ---- a nil of one's own


def _keep_nil(k: Sight) -> int:
    k.rule = _KEEPS_NIL
    if k.best < 0:
        return _nil_lead(k)
    losing = k.legal & ~k.beating
    if losing:
        return _most_dangerous(k, losing)
    # Every card takes the trick over: the last hand rids itself of its highest, another hopes.
    k.rule = _HIGH_CARD
    return _low(k.legal) if k.after else k.legal.bit_length() - 1


def _most_dangerous(k: Sight, cards: int) -> int:
    """A spade if one can go, else the card that is hardest to duck with later."""
    if cards >> 39:
        return cards.bit_length() - 1
    best, most = -1, -1000
    for shift in (0, 13, 26):
        mine = cards >> shift & _SUIT
        if mine:
            danger = _danger(mine, k.out >> shift & _SUIT)
            if danger > most:
                best, most = shift + mine.bit_length() - 1, danger
    return best


def _danger(mine: int, outs: int) -> int:
    """How much the highest card of a suit threatens the nil: few cards over it, few low ones below."""
    if not outs:
        return -500
    over = (outs >> mine.bit_length() - 1).bit_count()
    under = (outs & (mine & -mine) - 1).bit_count()
    danger = 3 * under + outs.bit_count() - 3 * over - 2 * mine.bit_count()
    return danger if over else danger + 8


def _nil_lead(k: Sight) -> int:
    best, most = -1, -1000
    for shift in (0, 13, 26, 39):
        mine = k.legal >> shift if shift == 39 else k.legal >> shift & _SUIT
        if mine:
            outs = k.out >> shift if shift == 39 else k.out >> shift & _SUIT
            rank = _low(mine)
            over = (outs >> rank).bit_count()
            worth = 7 * over - 4 * outs.bit_count()
            if not over:
                worth -= 50
            if shift == 39:
                worth -= 5
            if worth > most:
                best, most = shift + rank, worth
    return best


# ---- the partner's nil: take over what it would win, and lead high


def _cover_follow(k: Sight) -> int:
    """The card that covers the partner's nil; -1 if the nil is in no danger in this trick."""
    k.rule = _COVERS_PARTNER_NIL
    if k.winner == k.partner:
        return _low(k.beating) if k.beating else -1
    if k.after == 2 and k.beating and _is_partner_in_danger(k):
        return _cover_ahead(k)
    return -1


def _is_partner_in_danger(k: Sight) -> bool:
    """May the partner, last to play, be forced over the best card so far?"""
    if k.best >= 39 and k.led != 3:
        return False
    return not k.shown >> 4 * k.partner + k.led & 1 and _above(k, k.best) != 0


def _cover_ahead(k: Sight) -> int:
    following = k.beating & k.suit
    if not following:
        return _low(k.beating) if k.best - 13 * k.led < 8 else -1
    sure = _cheapest_high(k, following)
    return sure if sure >= 0 else _equal_low(k, following, following.bit_length() - 1)


def _cover_lead(k: Sight) -> int:
    """High cards, from suits in which the partner may be forced; a suit that it is out of is safe."""
    k.rule = _COVERS_PARTNER_NIL
    best, most = -1, -1000
    for suit in range(4):
        mine = k.legal >> 39 if suit == 3 else k.legal >> 13 * suit & _SUIT
        if mine:
            outs = k.out >> 39 if suit == 3 else k.out >> 13 * suit & _SUIT
            rank = mine.bit_length() - 1
            over = (outs >> rank).bit_count()
            if k.shown >> 4 * k.partner + suit & 1:
                worth = 20
                if over:
                    rank = _low(mine)
            else:
                worth = 25 - 8 * over + (outs.bit_count() >> 1)
                least = (outs & (_ONE << rank) - 1).bit_length()
                rank = _low(mine >> least << least)
            if _can_ruff(k, k.left, suit) or _can_ruff(k, k.right, suit):
                worth -= 6
            if worth > most:
                best, most = 13 * suit + rank, worth
    return best


# ---- an opponent's nil


def _attack_follow(k: Sight, nil: int) -> int:
    """A card under the nil bidder's; -1 if the nil is out of reach in this trick."""
    losing = k.legal & ~k.beating
    k.rule = _ATTACKS_NIL
    if k.winner == nil:
        return _duck(k, losing) if losing else _low(k.legal)
    if losing and k.after and _is_to_play(k, nil) and _is_reachable(k, nil):
        return _duck(k, losing)
    return -1


def _duck(k: Sight, losing: int) -> int:
    following = losing & k.suit
    if following:
        return following.bit_length() - 1
    return _throw_high(losing) if k.need <= 0 else _throw_low(k, losing)


def _is_to_play(k: Sight, nil: int) -> bool:
    return nil == k.left or (nil == k.right and k.after == 3)


def _is_reachable(k: Sight, nil: int) -> bool:
    """May the nil bidder, still to play, be forced over the best card?"""
    if k.shown >> 4 * nil + k.led & 1 or (k.best >= 39 and k.led != 3):
        return False
    return k.best - 13 * k.led <= 7 and _above(k, k.best) != 0


def _attack_lead(k: Sight, nil: int) -> int:
    """The card of a suit that the nil bidder may have to follow, with most over it and fewest under it."""
    k.rule = _ATTACKS_NIL
    best, most = -1, -1000
    for suit in range(4):
        mine = k.legal >> 39 if suit == 3 else k.legal >> 13 * suit & _SUIT
        outs = k.out >> 39 if suit == 3 else k.out >> 13 * suit & _SUIT
        if mine and outs and not k.shown >> 4 * nil + suit & 1:
            rank = _low(mine)
            worth = 2 * (outs >> rank).bit_count() - outs.bit_count()
            if worth > most:
                best, most = 13 * suit + rank, worth
    return best


# ---- no nil to keep, cover or attack: the first card of a trick


def _lead_to_win(k: Sight) -> int:
    best, highest = -1, -1000
    for suit in range(3):
        mine = k.legal >> 13 * suit & _SUIT
        if mine:
            outs = k.out >> 13 * suit & _SUIT
            top = mine.bit_length()
            is_ruffed = k.shown != 0 and (_can_ruff(k, k.left, suit) or _can_ruff(k, k.right, suit))
            if top > outs.bit_length() and not is_ruffed:
                worth, card, rule = 60 + outs.bit_count(), top - 1, _SURE_WINNER
            elif k.shown != 0 and not is_ruffed and _can_ruff(k, k.partner, suit):
                worth, card, rule = 55, _low(mine), _LEADS_FOR_RUFF
            else:
                worth, card, rule = 20 + outs.bit_count() - 3 * mine.bit_count(), _low(mine), _LEADS_LOW
                if is_ruffed:
                    worth -= 15
                if top >= 10:
                    worth -= 2 * (top - 9)
            if worth > highest:
                best, highest, k.rule = 13 * suit + card, worth, rule
    return _lead_spade(k, best, highest)


def _lead_spade(k: Sight, best: int, highest: int) -> int:
    """The spade to lead, if that is worth more than the best of the other suits."""
    mine = k.legal >> 39
    if not mine:
        return best
    outs = k.out >> 39
    top = mine.bit_length()
    if not outs:
        worth, card, rule = 40, top - 1, _SURE_WINNER
    elif top > outs.bit_length():
        worth, card, rule = 30 + 6 * (mine.bit_count() - 3), top - 1, _DRAWS_SPADES
    else:
        worth, card, rule = 4 * (mine.bit_count() - 4), _low(mine), _DRAWS_SPADES
    if worth <= highest:
        return best
    k.rule = rule
    return 39 + card


def _lead_to_lose(k: Sight) -> int:
    """The card with the most higher cards against it."""
    k.rule = _AVOIDS_BAG
    best, most = -1, -1000
    for shift in (0, 13, 26, 39):
        mine = k.legal >> shift if shift == 39 else k.legal >> shift & _SUIT
        if mine:
            outs = k.out >> shift if shift == 39 else k.out >> shift & _SUIT
            rank = _low(mine)
            worth = 7 * (outs >> rank).bit_count() - 3 * outs.bit_count()
            if shift == 39:
                worth -= 6
            if worth > most:
                best, most = shift + rank, worth
    return best


# ---- and its second, third and last


def _follow_to_win(k: Sight) -> int:
    if not k.beating:
        k.rule = _CANNOT_WIN
        return _throw_low(k, k.legal)
    if k.winner == k.partner and _is_partner_sure(k):
        k.rule = _PARTNER_WINS
        losing = k.legal & ~k.beating
        return _throw_low(k, losing or k.legal)
    if not k.after:
        k.rule = _WINS_CHEAPLY
        return _low(k.beating)
    if not k.legal & k.suit:
        return _ruff(k)
    return _third_hand(k) if k.after == 1 else _second_hand(k)


def _follow_to_lose(k: Sight) -> int:
    losing = k.legal & ~k.beating
    k.rule = _AVOIDS_BAG
    if losing:
        return _throw_high(losing)
    if k.after:
        return _low(k.legal)
    k.rule = _HIGH_CARD
    return k.legal.bit_length() - 1


def _is_partner_sure(k: Sight) -> bool:
    """Will the partner's card win, whatever is played after this seat?"""
    if not k.after:
        return True
    if k.after != 1:
        return False
    if k.best >= 39:
        return not k.out >> k.best
    return not (k.out & k.suit) >> k.best and not _can_ruff(k, k.left, k.led)


def _ruff(k: Sight) -> int:
    """Out of the suit led, with a spade that takes the trick."""
    losing = k.legal & ~k.beating
    if losing and k.winner == k.partner and _is_partner_likely(k):
        k.rule = _LEAVES_IT_TO_PARTNER
        return _throw_low(k, losing)
    k.rule = _RUFFS
    return _low(k.beating)


def _is_partner_likely(k: Sight) -> bool:
    higher = _above(k, k.best)
    return not higher & higher - 1 and not _can_ruff(k, k.left, k.led)


def _third_hand(k: Sight) -> int:
    sure = _cheapest_high(k, k.beating)
    if sure >= 0:
        k.rule = _SURE_WINNER
        return sure
    top = k.beating.bit_length() - 1
    if k.winner == k.partner and not k.out & k.suit & (_ONE << top) - (_ONE << k.best + 1):
        k.rule = _LEAVES_IT_TO_PARTNER
        return _low(k.legal)
    k.rule = _HIGH_CARD
    return _equal_low(k, k.beating, top)


def _second_hand(k: Sight) -> int:
    sure = _cheapest_high(k, k.beating)
    if sure >= 0 and (k.best >= 39 or not _can_ruff(k, k.left, k.led)):
        k.rule = _SURE_WINNER
        return sure
    k.rule = _LEAVES_IT_TO_PARTNER
    return _low(k.legal)


# ---- a card to throw on a trick that is not to be won


def _throw_low(k: Sight, cards: int) -> int:
    """The least useful card: low, of a short suit, no winner and no spade if another will do."""
    best, cheapest = -1, 1000
    for shift in (0, 13, 26):
        mine = cards >> shift & _SUIT
        if mine:
            rank = _low(mine)
            cost = 4 * rank + mine.bit_count()
            if rank >= (k.out >> shift & _SUIT).bit_length():
                cost += 40
            if cost < cheapest:
                best, cheapest = shift + rank, cost
    return best if best >= 0 else _low(cards)


def _throw_high(cards: int) -> int:
    """The card most likely to win a trick that is not wanted: a high spade, else the highest of a suit."""
    if cards >> 39 + 7:
        return cards.bit_length() - 1
    best, highest = -1, -1
    for shift in (0, 13, 26):
        mine = cards >> shift & _SUIT
        if mine:
            rank = mine.bit_length() - 1
            danger = 4 * rank - mine.bit_count()
            if danger > highest:
                best, highest = shift + rank, danger
    return best if best >= 0 else cards.bit_length() - 1
