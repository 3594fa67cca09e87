"""What is shown of a view: lines of text."""

import textwrap
from collections.abc import Sequence
from typing import Any, Final

from service.terminal.words import Words

Body = dict[str, Any]

_SIGNS: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_JOKERS: Final = {"BJ": "Big", "LJ": "Little"}


def wrapped(text: str, width: int) -> str:
    """Lines broken between words, where they are longer than the screen is wide."""
    return "\n".join(_folded(line, width) for line in text.split("\n"))


def _folded(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def card_text(code: str) -> str:
    """`♠A`, `♦10`; a joker by its name."""
    if code in _JOKERS:
        return f"♠{_JOKERS[code]}"
    return _SIGNS[code[1]] + code[0].replace("T", "10")


def cards_text(cards: Sequence[str]) -> str:
    """Cards in the order in which they come, with space between the suits."""
    parts: list[str] = []
    suit = ""
    for card in map(card_text, cards):
        parts.append(("  " if parts and card[0] != suit else " " if parts else "") + card)
        suit = card[0]
    return "".join(parts)


def situation(view: Body, words: Words) -> list[str]:
    """What a player looks at before a decision."""
    deal, you = view["deal"], view["you"]
    lines = ["", f"{_heading(deal, words)}   {_scores(view, words)}"]
    if any(deal["bids"].values()):
        lines.append(f"{words.say('bids')}: {_with_tricks(deal['bids'], deal['tricks_taken'])}")
    if deal["trick"] and deal["trick"]["cards"]:
        laid = "  ".join(f"{each['seat']} {card_text(each['card'])}" for each in deal["trick"]["cards"])
        lines.append(f"{words.say('trick')}: {laid}")
    hand = words.say("hidden") if you["hand"] is None else f"{words.say('hand')}: {cards_text(you['hand'])}"
    lines.append(hand)
    turn = view["turn"]
    if turn and "play" in turn["actions"] and turn["illegal_cards"]:
        lines.append(f"{words.say('legal')}: {cards_text(turn['legal_cards'])}")
    return lines


def _heading(deal: Body, words: Words) -> str:
    return words.say("deal", number=deal["number"], trick=deal["trick"]["number"] if deal["trick"] else "–")


def _scores(view: Body, words: Words) -> str:
    return "   ".join(
        f"{side} {score['points']} ({words.say('bag', bags=score['bags'])})"
        for side, score in view["scores"].items()
    )


def _with_tricks(bids: Body, taken: Body) -> str:
    """`N 3/4`: the tricks taken, and the bid."""
    return "  ".join(f"{seat} {taken[seat]}/{_bid_text(bid)}" for seat, bid in bids.items() if bid)


def _bid_text(bid: Body) -> str:
    if bid["kind"] == "tricks":
        return str(bid["tricks"])
    name = bid["kind"].replace("_", " ")
    return f"{name} {bid['tricks']}" if bid["tricks"] else name


def sheet(deals: Sequence[Body], words: Words) -> list[str]:
    """The score of every deal, line by line for the last one."""
    if not deals:
        return [words.say("no_scores")]
    lines = [_row(deal) for deal in deals]
    for side, score in deals[-1]["score"].items():
        lines += [f"  {side}  {line['points']:>5}  {line['text']}" for line in score["lines"]]
    return lines


def _row(deal: Body) -> str:
    totals = "   ".join(
        f"{side} {score['deal_total']:+d} = {score['running_total']}" for side, score in deal["score"].items()
    )
    return f"{deal['number']:>3}.  {totals}"


def hint(body: Body, words: Words) -> list[str]:
    """The recommendation, and why."""
    reasons = " ".join(reason["text"] for reason in body["reasons"])
    return [f"{words.say('hint')}: {_recommended(body)}", *([f"  {reasons}"] if reasons else [])]


def _recommended(body: Body) -> str:
    match body["action"]:
        case "bid":
            return _bid_text(body["bid"])
        case "play":
            return card_text(body["card"])
        case "exchange":
            return cards_text(body["cards"])
        case "draw":
            return "y" if body["keep"] else "n"
        case action:
            return str(action)


def outcome(view: Body, words: Words) -> list[str]:
    """How the match ended, for who looks at it."""
    result = view["result"]
    if result is None:
        return [words.say("over")]
    fate = (result["outcome"] or {}).get(view["you"]["side"], "draw")
    won = {"win": "won", "loss": "lost"}.get(fate, "draw")
    scores = "   ".join(f"{side} {points}" for side, points in result["scores"].items())
    return ["", f"{words.say('over')} {words.say(won)}   {scores}"]
