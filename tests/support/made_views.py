"""Views of S made by hand: any phase, any legality, true or not."""

import copy
import json
from pathlib import Path
from typing import Any

Body = dict[str, Any]
_EXAMPLE = Path(__file__).parents[2] / "service" / "api" / "examples" / "get_view.json"
CLOCKWISE = ("S", "W", "N", "E")
HAND = ("AS", "QS", "TS", "2S", "KH", "9H", "4H", "QC", "TC", "3C", "AD", "JD", "5D")
LONG_NAMES = {
    "N": "春夏秋冬花鳥風月山川草木雪月花東西南北上下",
    "E": "あいうえおかきくけこさしすせそたちつてとなにぬね",
    "S": "一二三四五六七八九十一二三四五六七八九十一二三四",
    "W": "アイウエオカキクケコサシスセソタチツテトナニヌネ",
}
"""Of 22 and 24 characters."""
BIDS = {"N": 3, "E": 4, "S": 3, "W": 2}


def made_view(**deal: Any) -> Body:
    """S is to bid or to play nothing yet; no clock runs. `deal`: members of the deal that are otherwise."""
    view: Body = copy.deepcopy(json.loads(_EXAMPLE.read_text())["response"])
    view.update(deadline=None, deadlines={}, remaining_ms=None, turn_seconds=None, to_act=[], turn=None)
    view["you"].update(hand=list(HAND), exchange=None)
    view["deal"].update(exchanges=[], bids=tricks_bids(BIDS), contracts={"NS": 6, "EW": 6})
    view["deal"].update(deal)
    return view


def tricks_bids(bids: dict[str, int]) -> Body:
    return {seat: bid(bids[seat]) if seat in bids else None for seat in "NESW"}


def bid(tricks: int, kind: str = "tricks") -> Body:
    return {"kind": kind, "tricks": tricks}


def with_turn(view: Body, number: int | None, *actions: str, **more: Any) -> Body:
    """The same, and S may do this."""
    turn = {"id": number, "actions": list(actions), "choose": 0, "drawn": None, "legal_cards": []}
    turn |= {"illegal_cards": [], "legal_bids": [], "illegal_bids": [], **more}
    return {**view, "to_act": ["S"] if number else [], "turn": turn}


def barred(*cards: str, text: str = "Not on a Tuesday.", code: str = "tuesday") -> list[Body]:
    return [{"card": card, "code": code, "params": {}, "text": text} for card in cards]


def playing(
    hand: tuple[str, ...] = HAND, legal: tuple[str, ...] | None = None, laid: int = 0, turn: int = 9
) -> Body:
    """S is to play, after so many cards; `legal`: of these alone."""
    legal = hand if legal is None else legal
    view = made_view(phase="playing", trick=trick(laid, number=14 - len(hand)))
    view["you"]["hand"] = list(hand)
    view["deal"]["cards_held"] = dict.fromkeys("NESW", len(hand))
    rest = [card for card in hand if card not in legal]
    return with_turn(view, turn, "play", choose=1, legal_cards=list(legal), illegal_cards=barred(*rest))


def trick(laid: int, number: int = 1, winner: str | None = None) -> Body:
    """A trick of so many cards, the last of which is E's: the one before S."""
    cards = ("KD", "2D", "7D", "8S")[4 - laid :] if laid else ()
    order = CLOCKWISE[4 - laid :] if laid < 4 else CLOCKWISE
    laid_cards = [{"seat": seat, "card": card} for seat, card in zip(order, cards, strict=True)]
    return {"number": number, "leader": order[0] if laid else "S", "cards": laid_cards, "winner": winner}


def bidding(**more: Any) -> Body:
    view = made_view(phase="bidding", bids=tricks_bids({"N": 3, "W": 2}), contracts={"NS": None, "EW": None})
    legal = [bid(0, "nil"), *(bid(n) for n in range(1, 14))]
    return with_turn(view, 3, "bid", legal_bids=legal, **more)


def hidden() -> Body:
    """A hand that S has not looked at; blind nil is open."""
    view = made_view(
        phase="bidding", bids=tricks_bids({}), contracts={"NS": None, "EW": None}, unseen=["S", "N"]
    )
    view["you"].update(hand=None, hand_hidden=True)
    text = "Look at your hand first."
    barred_bids = [{"bid": bid(n), "code": "must_look_first", "params": {}, "text": text} for n in range(14)]
    return with_turn(view, 1, "look", "bid", legal_bids=[bid(0, "blind_nil")], illegal_bids=barred_bids)


def exchange(choose: int = 2, legal: tuple[str, ...] = HAND) -> Body:
    view = made_view(phase="exchange", exchanges=[_passing("S", "N"), _passing("N", "S")])
    view["you"]["exchange"] = {"with": "N", "count": choose, "given": None, "received": None}
    rest = [card for card in HAND if card not in legal]
    return with_turn(view, 5, "exchange", choose=choose, legal_cards=list(legal), illegal_cards=barred(*rest))


def _passing(giver: str, taker: str) -> Body:
    return {"from": giver, "to": taker, "count": 2, "done": False}


def drawing() -> Body:
    """A duel: S sees the top card of the stock."""
    view = made_view(phase="drawing", bids={"N": None, "S": None}, contracts={"N": None, "S": None}, stock=31)
    view["deal"].update(tricks_taken={"N": 0, "S": 0}, cards_held={"N": 5, "S": 5}, trick=None)
    view["seats"] = {seat: view["seats"][seat] for seat in "NS"}
    view["scores"] = {seat: {"points": 0, "bags": 0} for seat in "NS"}
    view["you"].update(hand=list(HAND[:5]), side="S", partner=None)
    view["rules"].update(players=2)
    return with_turn(view, 11, "draw", drawn="7C")


def named(view: Body, names: dict[str, str] = LONG_NAMES) -> Body:
    """The same with these players."""
    changed = copy.deepcopy(view)
    for seat, chair in changed["seats"].items():
        chair["name"] = names[seat]
    return changed


def scored(view: Body, points: int = -1234, bags: int = 19) -> Body:
    """The same with scores that take room."""
    return {**view, "scores": {side: {"points": points, "bags": bags} for side in view["scores"]}}


def over(view: Body) -> Body:
    """The match is over, and S has won."""
    scores = {"NS": 512, "EW": -77}
    outcome = {"NS": "win", "EW": "loss"}
    result = {
        "winner": "NS",
        "end_reason": "target",
        "scores": scores,
        "outcome": outcome,
        "rules_hash": "0" * 64,
    }
    deal = {**view["deal"], "phase": "over"}
    return {**view, "status": "over", "deal": deal, "result": result, "turn": None, "to_act": []}


def opened(view: Body) -> Body:
    """Not started yet: two seats are open."""
    seats = {**view["seats"], **{seat: {"kind": "open", "name": None, "presence": "open"} for seat in "EW"}}
    you = {**view["you"], "hand": None, "hand_hidden": False}
    bare = dict.fromkeys(("deal", "last_trick", "last_deal", "result", "turn"))
    return {**view, **bare, "status": "open", "join_code": "07K2QM", "seats": seats, "you": you, "to_act": []}


def last_card_of_trick(hand: tuple[str, ...] = HAND[1:]) -> tuple[Body, Body, tuple[Body, Body]]:
    """E plays the fourth card and takes the trick: the view before and after, and the events between."""
    before = made_view(phase="playing", trick=_led_by_s(3))
    before["you"]["hand"] = list(hand)
    after = made_view(phase="playing", trick={"number": 2, "leader": "E", "cards": [], "winner": None})
    after["you"]["hand"] = list(hand)
    after["deal"]["tricks_taken"] = {"N": 0, "E": 1, "S": 0, "W": 0}
    after["last_trick"] = {**_led_by_s(4), "deal": 1, "winner": "E"}
    played = {"type": "card_played", "seat": "E", "card_played": {"card": "8S", "trick": 1}, "text": "E: 8S"}
    won = {
        "type": "trick_won",
        "seat": "E",
        "trick_won": {"number": 1, "cards": list(_CARDS)},
        "text": "E: 1",
    }
    return before, after, (played, won)


_CARDS = ("AS", "KD", "2D", "8S")


def _led_by_s(laid: int) -> Body:
    cards = [{"seat": seat, "card": card} for seat, card in zip(CLOCKWISE[:laid], _CARDS, strict=False)]
    return {"number": 1, "leader": "S", "cards": cards, "winner": None}
