"""Japanese: the words for cards, bids and seats, and the sentences of a match."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from service.texts import ja_allowed, ja_hints, ja_problems, ja_rules
from service.texts.keys import keyed

_RANKS: Final = {"T": "10", "J": "ジャック", "Q": "クイーン", "K": "キング", "A": "エース"}
_SUITS: Final = {"C": "クラブ", "D": "ダイヤ", "H": "ハート", "S": "スペード"}
_JOKERS: Final = {"BJ": "ビッグジョーカー", "LJ": "リトルジョーカー"}
_SEATS: Final = {"N": "北", "E": "東", "S": "南", "W": "西"}
_BIDS: Final = {"nil": "ニル", "zero": "ゼロ", "blind_nil": "ブラインド・ニル"}
_REASONS: Final = {
    "leave": "席を離れました",
    "misses": "2回続けて時間切れになりました",
    "replaced": "交代になりました",
    "closed": "ホストによって",
}


def _card(code: str) -> str:
    if code in _JOKERS:
        return _JOKERS[code]
    return f"{_SUITS[code[1]]}の{_RANKS.get(code[0], code[0])}"


def _bid(bid: Mapping[str, Any]) -> str:
    """A bid as a body of the API has it."""
    match bid["kind"]:
        case "tricks":
            return f"{bid['tricks']}トリック"
        case "blind_tricks":
            return f"ブラインドで{bid['tricks']}トリック"
        case kind:
            return _BIDS[kind]


def _drawn(drawn: Iterable[tuple[str, str, str]]) -> str:
    """Name, card and seat of each player."""
    return "、".join(f"{who}は{_card(card)}を引いて{_SEATS[seat]}" for who, card, seat in drawn)


def _score(score: Mapping[str, Any]) -> str:
    """Where the sides stand after a deal."""
    return "、".join(f"{side} {_points(lines['running_total'])}点" for side, lines in score.items())


def _result(result: Mapping[str, Any]) -> str:
    scores = "、".join(f"{side} {_points(points)}点" for side, points in result["scores"].items())
    end = f"{result['winner']}の勝ち" if result["winner"] else "勝者なし"
    return f"{end}（{scores}）"


def _points(points: int) -> str:
    return str(points).replace("-", "−")


NAMES: Final[Mapping[str, Callable[..., str]]] = {
    **ja_hints.NAMES,
    "card": _card,
    "suit": _SUITS.__getitem__,
    "seat": _SEATS.__getitem__,
    "bid": _bid,
    "count": "{}枚".format,
    "drawn": _drawn,
    "each": _points,
    "score": _score,
    "result": _result,
    "reason": _REASONS.__getitem__,
    "allowed": ja_allowed.allowed,
    "clashes_with": "、".join,
}

_EVENTS: Final = {
    "table_created": "テーブルができました。",
    "table_changed": "ホストがテーブルの設定を変えました。",
    "seat_taken": "{name}が席に着きました。",
    "seat_left": "{who}が{reason}。席はCPUが引き継ぎます。",
    "seat_opened": "{who}が{reason}。席は空いています。",
    "seat_returned": "{who}が席に戻りました。",
    "seats_cut": "席決めのカード：{drawn}。",
    "match_started": "試合開始です。",
    "deal_started": "第{number}ディール、ディーラーは{who}です。",
    "card_drawn": "{who}がカードを引きました。",
    "hand_shown": "{who}の手札が本人に公開されました。",
    "hand_looked": "{who}が手札を見ました。",
    "bid_made": "{who}の宣言は{bid}です。",
    "exchange_made": "{who}が{partner}にカードを{count}渡しました。",
    "card_played": "{who}が{card}を出しました。",
    "trick_won": "{who}が第{number}トリックを取りました。",
    "spades_broken": "{who}がスペードをブレイクしました。",
    "deal_scored": "第{number}ディールの計算が済みました：{score}。",
    "match_over": "試合終了：{result}。",
    "deadline_passed": "{who}は時間切れです。",
    "deadline_moved": "サービスが中断したため、{who}の持ち時間を延ばしました。",
    "table_closed": "テーブルは{reason}閉じられました。",
}

_LINES: Final = {
    "contract_made": "契約{contract}、獲得{took}、達成：10 × {contract}。",
    "contract_set": "契約{contract}、獲得{took}、未達：−10 × {contract}。",
    "contract_none": "契約0：通常の宣言がありません。",
    "contract_blind_made": "契約{contract}（うちブラインド{doubled}）、獲得{took}、達成："
    "10 × {contract} + 10 × {doubled}。",
    "contract_blind_set": "契約{contract}（うちブラインド{doubled}）、獲得{took}、未達："
    "−10 × {contract} − 10 × {doubled}。",
    "contract_200_made": "契約{contract}、獲得{took}、達成：10以上の契約で200。",
    "contract_200_set": "契約{contract}、獲得{took}、未達：10以上の契約で−200。",
    "bags": "バッグ：{bags} × {each}。",
    "nil_made": "{seat}のニル、獲得0：成功。",
    "nil_set": "{seat}のニル、獲得{took}：失敗。",
    "blind_nil_made": "{seat}のブラインド・ニル、獲得0：成功、2倍。",
    "blind_nil_set": "{seat}のブラインド・ニル、獲得{took}：失敗、2倍。",
    "nil_none": "ニルの宣言はありません。",
    "bag_penalty": "バッグ{limit}つごとのペナルティ：−{times} × {each}。",
    "bag_penalty_none": "バッグのペナルティなし。持ち越しのバッグ：{bags_carried}。",
    "bonus_13": "13の契約を達成：ボーナス。",
    "bonus_none": "ボーナスなし。",
    "deal_total": "上の行の合計。",
    "running_total": "ここまでの得点。持ち越しのバッグ：{bags_carried}。",
}

SENTENCES: Final[Mapping[str, str]] = {
    **keyed("event", _EVENTS),
    **keyed("line", _LINES),
    **ja_hints.SENTENCES,
    **ja_problems.SENTENCES,
    **ja_rules.SENTENCES,
}
