"""A deal played out: hidden hands dealt as the bids suggest, then every seat by the rules of `normal`.

The other half of the measured hot loop (`card_rules` has the rules): ints and masks only, the same compiled
and not. Types for the compiler: playout.pxd. `_ONE` and `_SUIT` stand for numbers that need 64 bits in C.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cpu.card_rules import Sight, choose_card

COMPILED_FROM = ""
"""The digest of the source that was compiled; the build writes it. Empty: plain Python runs."""

_ONE: Final = 1
_SUIT: Final = 0x1FFF
_SPADES: Final = 0x1FFFF << 39
_BELOW_SPADES: Final = (1 << 39) - 1

_TRIES: Final = 8
"""How often hidden hands are dealt anew until they fit the bids; after that the best fit is taken."""

# How well a hand fits, of 256: by how far its worth is from what the bid tells, in steps of 32; a nil by its
# risk, in steps of 64 from -160 on.
_FIT: Final = (250, 220, 172, 119, 72, 39, 18, 8, 3, 1)
_NIL_FIT: Final = (256, 190, 110, 56, 28, 12, 5, 2)
_MISFIT: Final = 1

_NO_TELL, _NIL_TELL, _SPADES_TELL, _TRICKS_TELL = 0, 1, 2, 3
NO_TELL, NIL_TELL, SPADES_TELL, TRICKS_TELL = _NO_TELL, _NIL_TELL, _SPADES_TELL, _TRICKS_TELL


class Table:
    """A deal in progress with every hand supposed, first as it `stands`, then as it is played out.

    `order`: the seats clockwise from the one to play. By seat: `stand_hands`, `hands`; `aside`: cards not
    seen by all that this seat knows to be in no hand; `room`: how many hidden cards it holds; `known`: cards
    that all worlds give it; `gone`: those of the hand it bid on that it holds no longer, `gained`: those it
    holds since. `tells`: what its bid says of that hand, nothing, or of its risk, its spades or its worth,
    and `told`: how many spades, or what worth. Packed: `taken`, four bits a seat; `shown`, `counting` and
    `nils` as in a sight. `needs` by side. A fifth seat, 4, has the room for hidden cards that are in no hand.
    `cards`: the `hidden` hidden ones, first the `restricted` that not every seat may hold; `left`: the room
    left while they are dealt. `words`: random numbers of two bytes, the low one first, begun anew at the end.
    """

    __slots__ = (
        "after", "aside", "at", "best", "cards", "counting", "gained", "gone", "hands", "hidden", "is_broken",
        "is_duel", "known", "led", "left", "needs", "nils", "order", "restricted", "room", "ruffs", "shown",
        "side_risk", "side_worth", "sights", "spade_risk", "spade_worth", "stand_after", "stand_best",
        "stand_hands", "stand_is_broken", "stand_led", "stand_needs", "stand_nils", "stand_shown",
        "stand_suit", "stand_taken", "stand_tricks_left", "stand_turn", "stand_unplayed", "stand_winner",
        "suit", "taken", "tells", "told", "tricks_left", "turn", "unplayed", "winner", "words",
    )  # fmt: skip

    after: int
    aside: list[int]
    at: int
    best: int
    cards: list[int]
    counting: int
    gained: list[int]
    gone: list[int]
    hands: list[int]
    hidden: int
    is_broken: bool
    is_duel: bool
    known: list[int]
    led: int
    left: list[int]
    needs: list[int]
    nils: int
    order: list[int]
    restricted: int
    room: list[int]
    ruffs: Sequence[int]
    shown: int
    side_risk: Mapping[int, int]
    side_worth: Mapping[int, int]
    sights: list[Sight]
    spade_risk: Mapping[int, int]
    spade_worth: Mapping[int, int]
    stand_after: int
    stand_best: int
    stand_hands: list[int]
    stand_is_broken: bool
    stand_led: int
    stand_needs: list[int]
    stand_nils: int
    stand_shown: int
    stand_suit: int
    stand_taken: int
    stand_tricks_left: int
    stand_turn: int
    stand_unplayed: int
    stand_winner: int
    suit: int
    taken: int
    tells: list[int]
    told: list[int]
    tricks_left: int
    turn: int
    unplayed: int
    winner: int
    words: bytes

    def __init__(self) -> None:
        self.cards = [0] * 56
        self.hands = [0, 0, 0, 0]
        self.stand_hands = [0, 0, 0, 0, 0]
        self.needs = [0, 0]
        self.stand_needs = [0, 0]
        self.aside = [0, 0, 0, 0]
        self.room = [0, 0, 0, 0, 0]
        self.left = [0, 0, 0, 0, 0]
        self.known = [0, 0, 0, 0, 0]
        self.order = [0, 0, 0, 0, 0]
        self.gone = [0, 0, 0, 0]
        self.gained = [0, 0, 0, 0]
        self.tells = [0, 0, 0, 0]
        self.told = [0, 0, 0, 0]


# ---- playing out


def play_worlds(t: Table, cards: Sequence[int], worlds: int) -> list[int]:
    """Each of the cards played out in each of so many worlds: what `outcome` tells, world by world."""
    found: list[int] = []
    for _ in range(worlds):
        deal_hidden(t)
        for card in cards:
            found.append(outcome(t, card))  # noqa: PERF401 (no generator in compiled code)
    return found


def outcome(t: Table, card: int) -> int:
    """The tricks that the seats take, four bits a seat, if `card` is played and all then go by the rules.

    The card must be legal.
    """
    _stand(t)
    _play(t, card)
    while t.tricks_left:
        _play(t, _card_of_turn(t))
    return t.taken


def _stand(t: Table) -> None:
    """Back to where the deal stands."""
    t.hands[0] = t.stand_hands[0]
    t.hands[1] = t.stand_hands[1]
    t.hands[2] = t.stand_hands[2]
    t.hands[3] = t.stand_hands[3]
    t.needs[0] = t.stand_needs[0]
    t.needs[1] = t.stand_needs[1]
    t.after = t.stand_after
    t.best = t.stand_best
    t.is_broken = t.stand_is_broken
    t.led = t.stand_led
    t.nils = t.stand_nils
    t.shown = t.stand_shown
    t.suit = t.stand_suit
    t.taken = t.stand_taken
    t.tricks_left = t.stand_tricks_left
    t.turn = t.stand_turn
    t.unplayed = t.stand_unplayed
    t.winner = t.stand_winner


def _legal(t: Table) -> int:
    """The cards that the seat whose turn it is may play."""
    hand = t.hands[t.turn]
    legal = hand & t.suit if t.best >= 0 else hand if t.is_broken else hand & _BELOW_SPADES
    return legal or hand


def _card_of_turn(t: Table) -> int:
    seat = t.turn
    hand = t.hands[seat]
    best = t.best
    legal = _legal(t)
    if not legal & legal - 1:
        return legal.bit_length() - 1
    k = t.sights[seat]
    k.legal = legal
    k.out = t.unplayed ^ hand ^ t.aside[seat]
    k.beating = 0 if best < 0 else (legal >> best + 1 << best + 1) & (t.suit | _SPADES)
    k.shown = t.shown
    k.led = t.led
    k.suit = t.suit
    k.best = best
    k.winner = t.winner
    k.after = t.after
    k.tricks_left = t.tricks_left
    k.live_nils = t.nils
    side = seat >> 1 if t.is_duel else seat & 1
    k.need = t.needs[side]
    k.their_need = t.needs[1 - side]
    return choose_card(k)


def _play(t: Table, card: int) -> None:
    seat = t.turn
    bit = _ONE << card
    t.hands[seat] ^= bit
    t.unplayed ^= bit
    if t.best < 0:
        t.led = 3 if card >= 39 else card // 13
        t.suit = _SPADES if card >= 39 else _SUIT << 13 * t.led
        t.best = card
        t.winner = seat
    else:
        if not bit & t.suit:
            t.shown |= 1 << 4 * seat + t.led
        if card > t.best and (card >= 39 or bit & t.suit):
            t.best = card
            t.winner = seat
    if card >= 39:
        t.is_broken = True
    if t.after:
        t.after -= 1
        t.turn = seat ^ 2 if t.is_duel else seat + 1 & 3
    else:
        _win_trick(t)


def _win_trick(t: Table) -> None:
    seat = t.winner
    t.taken += 1 << 4 * seat
    t.tricks_left -= 1
    t.nils &= ~(1 << seat)
    if t.counting >> seat & 1:
        t.needs[seat >> 1 if t.is_duel else seat & 1] -= 1
    t.turn = seat
    t.led = t.best = t.winner = -1
    t.suit = 0
    t.after = 1 if t.is_duel else 3


# ---- random play, to measure the loop by


def random_deal(t: Table, bids: int) -> int:
    """Shuffles, bids and plays a deal of four at random; what `outcome` tells.

    `t`: any table, whose words are random numbers enough for it, or begun anew. `bids`: of how many kinds.
    """
    _shuffle(t)
    t.is_duel = False
    t.needs[0] = t.needs[1] = 0
    for seat in range(4):
        t.needs[seat & 1] += _word(t) % bids
    t.counting, t.nils, t.taken, t.shown = 15, 0, 0, 0
    t.is_broken, t.tricks_left, t.turn, t.after = False, 13, 0, 3
    t.best = t.led = t.winner = -1
    t.suit = 0
    while t.tricks_left:
        _play(t, _any(t, _legal(t)))
    return t.taken


def _shuffle(t: Table) -> None:
    """The plain deck, 13 cards to each seat."""
    t.unplayed = 0
    for card in range(52):
        t.cards[card] = card
    first = 0
    for seat in range(4):
        hand = 0
        for _ in range(13):
            place = first + _word(t) % (52 - first)
            hand |= _ONE << t.cards[place]
            t.cards[place] = t.cards[first]
            first += 1
        t.hands[seat] = hand
        t.unplayed |= hand


def _any(t: Table, cards: int) -> int:
    """One of the cards, each as likely as another."""
    if cards & cards - 1:
        for _ in range(_word(t) % cards.bit_count()):
            cards &= cards - 1
    return (cards & -cards).bit_length() - 1


# ---- hidden hands


def deal_hidden(t: Table) -> int:
    """Deals the hidden cards, anew while they fit the bids badly; the fit of the last deal, 0 … 256.

    A deal is kept by a chance as great as its fit. After the last try, it is the best fit of all.
    """
    best = -1
    north = east = south = west = 0
    for _ in range(_TRIES):
        _deal(t)
        fit = _fit(t)
        if _word(t) & 255 < fit:
            return fit
        if fit > best:
            best = fit
            north, east, south, west = t.stand_hands[0], t.stand_hands[1], t.stand_hands[2], t.stand_hands[3]
    t.stand_hands[0], t.stand_hands[1], t.stand_hands[2], t.stand_hands[3] = north, east, south, west
    return best


def _word(t: Table) -> int:
    """The next random number."""
    if t.at == len(t.words):
        t.at = 0
    word = t.words[t.at] | t.words[t.at + 1] << 8
    t.at += 2
    return word


def _deal(t: Table) -> None:
    """Gives every hidden card to a seat that may hold it, as many to each as it holds."""
    for seat in range(5):
        t.stand_hands[seat] = t.known[seat]
        t.left[seat] = t.room[seat]
    for place in range(t.restricted):
        _give(t, t.cards[place])
    first = t.restricted
    for turn in range(4):
        seat = t.order[turn]
        for _ in range(t.left[seat]):
            place = first + _word(t) % (t.hidden - first)
            card = t.cards[place]
            t.cards[place] = t.cards[first]
            t.cards[first] = card
            t.stand_hands[seat] |= _ONE << card
            first += 1


def _is_void(t: Table, seat: int, card: int) -> bool:
    suit = 3 if card >= 39 else card // 13
    return t.stand_shown >> 4 * seat + suit & 1 == 1


def _give(t: Table, card: int) -> None:
    """To one of the seats that may hold it, by the room that they have."""
    total = 0
    for seat in range(5):
        if not _is_void(t, seat, card):
            total += t.left[seat]
    if not total:
        _squeeze_in(t, card, 0)
        return
    pick = _word(t) % total
    for turn in range(5):
        seat = t.order[turn]
        if t.left[seat] and not _is_void(t, seat, card):
            pick -= t.left[seat]
            if pick < 0:
                t.left[seat] -= 1
                t.stand_hands[seat] |= _ONE << card
                return


def _squeeze_in(t: Table, card: int, tried: int) -> bool:
    """Gives the card to a seat that may hold it, moving others from hand to hand if they are full of them."""
    for turn in range(5):
        seat = t.order[turn]
        if not tried >> seat & 1 and t.left[seat] and not _is_void(t, seat, card):
            t.left[seat] -= 1
            t.stand_hands[seat] |= _ONE << card
            return True
    for turn in range(5):
        seat = t.order[turn]
        if not tried >> seat & 1 and not _is_void(t, seat, card):
            cards = t.stand_hands[seat] & ~t.known[seat]
            while cards:
                other = cards & -cards
                if _squeeze_in(t, other.bit_length() - 1, tried | 1 << seat):
                    t.stand_hands[seat] ^= other | _ONE << card
                    return True
                cards ^= other
    return False


def _fit(t: Table) -> int:
    """How well the hands that were dealt fit the bids, of 256."""
    fit = 256
    for turn in range(4):
        seat = t.order[turn]
        tells = t.tells[seat]
        if tells != _NO_TELL:
            hand = (t.stand_hands[seat] | t.gone[seat]) & ~t.gained[seat]
            fit = fit * _fit_of(t, hand, tells, t.told[seat]) >> 8
    return fit


def _fit_of(t: Table, hand: int, tells: int, told: int) -> int:
    clubs, diamonds, hearts, spades = hand & 0x1FFF, hand >> 13 & 0x1FFF, hand >> 26 & 0x1FFF, hand >> 39
    count = spades.bit_count()
    if tells == _SPADES_TELL:
        return 256 if count == told else _MISFIT
    if tells == _NIL_TELL:
        risk = t.spade_risk[spades] + t.side_risk[clubs] + t.side_risk[diamonds] + t.side_risk[hearts]
        return 256 if risk < -160 else _NIL_FIT[min(risk + 160 >> 6, 7)]
    worth = t.spade_worth[spades] + t.side_worth[clubs] + t.side_worth[diamonds] + t.side_worth[hearts]
    held = 6 * min(count, 5)
    for suit in (clubs, diamonds, hearts):
        worth += t.ruffs[held + min(suit.bit_count(), 3)]
    return _FIT[min(abs(worth - told) >> 5, 9)]
