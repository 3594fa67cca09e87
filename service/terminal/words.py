"""The client's own words. All that tells of the game itself comes from the service, in the same language."""

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "ja")

_EN: Final = {
    "name": "Player",
    "trying": "{url} does not answer yet; still trying.",
    "no_answer": "{url} does not answer: {problem}",
    "no_address": "{url} is no address of a service: {problem}",
    "no_service": "{url} is not the Spades service",
    "table": "Table {table}; you sit on {seat}.",
    "waiting": "Waiting for players. Join code: {code}",
    "hand": "Your hand",
    "hidden": "Your hand is hidden.",
    "legal": "You may play",
    "bids": "Bids",
    "deal": "Deal {number}, trick {trick}",
    "bag": "{bags} bags",
    "trick": "On the table",
    "ask_bid": "Your bid ({allowed})",
    "ask_play": "Your card",
    "ask_exchange": "Your {count} cards to give, with spaces between",
    "ask_draw": "{card} is on top: keep it? (y/n)",
    "ask_look": "{look}: look at your hand",
    "ask_return": "A CPU plays for you. {back}: come back",
    "more": "h: a hint · s: the scores · q: leave for now",
    "not_understood": "That is none of: {allowed}",
    "how_cards": "Type a card as its suit and rank, in either order: ♦8, d8, 8d; ♠10, s10, st; Big, Little.",
    "hint": "Hint",
    "no_scores": "No deal is scored yet.",
    "over": "The match is over.",
    "won": "You won.",
    "lost": "You lost.",
    "draw": "Nobody won.",
    "resume": "Your seat is kept. Come back with: spades play --resume",
    "nothing_to_resume": "there is no match to go on with; `spades play` begins one",
}
_JA: Final = {
    "name": "プレイヤー",
    "trying": "{url} からまだ応答がありません。引き続き接続を試みます。",
    "no_answer": "{url} から応答がありません：{problem}",
    "no_address": "{url} はサービスのアドレスではありません：{problem}",
    "no_service": "{url} は Spades のサービスではありません",
    "table": "テーブル {table}：あなたの席は {seat} です。",
    "waiting": "プレイヤーを待っています。参加コード：{code}",
    "hand": "手札",
    "hidden": "手札は伏せられています。",
    "legal": "出せる札",
    "bids": "宣言",
    "deal": "ディール {number}、トリック {trick}",
    "bag": "バッグ {bags}",
    "trick": "場の札",
    "ask_bid": "宣言（{allowed}）",
    "ask_play": "出す札",
    "ask_exchange": "渡す札 {count} 枚（空白で区切る）",
    "ask_draw": "山の一番上は {card} です。取りますか？（y/n）",
    "ask_look": "{look}：手札を見る",
    "ask_return": "CPU が代わりにプレイしています。{back}：席に戻る",
    "more": "h：ヒント · s：得点 · q：中断",
    "not_understood": "次の中から選んでください：{allowed}",
    "how_cards": "札はスートと数で入力します（順は自由）：♦8、d8、8d／♠10、s10、st／Big、Little",
    "hint": "ヒント",
    "no_scores": "まだ得点はありません。",
    "over": "試合終了。",
    "won": "あなたの勝ちです。",
    "lost": "あなたの負けです。",
    "draw": "勝者はいません。",
    "resume": "席は残っています。続きは：spades play --resume",
    "nothing_to_resume": "続けられる試合がありません。`spades play` で始めてください",
}
WORDS: Final[Mapping[str, Mapping[str, str]]] = {"en": _EN, "ja": _JA}


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._words = WORDS[language]

    def say(self, key: str, **params: object) -> str:
        return self._words[key].format(**params)
