"""Japanese: what the checks of a request say is allowed. Codes and ranges stand as they are."""

import re
from typing import Final

_PHRASES: Final = {
    "an object": "オブジェクト",
    "a list of 1 to 13 cards": "1〜13枚のカードのリスト",
    "one value, not several": "一つの値だけ",
    "each card once": "同じカードは1回だけ",
    "a card such as AS, TD or 2C, BJ or LJ": "AS、TD、2C、BJ、LJのようなカード",
    "up to 16 names with texts, each of up to 200 characters": "それぞれ200文字までの名前と文字列を16組まで",
    "only for a CPU": "CPUの席だけで使えます",
    "not for an open seat": "空席では使えません",
    "next_cursor of the page before": "前のページのnext_cursor",
    "a whole number from 1 on": "1以上の整数",
    "exactly one of matches, deals": "matchesとdealsのどちらか一つだけ",
}
_TEXT: Final = re.compile(r"a text of (\d+) to (\d+) characters")
_NAME: Final = re.compile(r"1 to (\d+) printable characters, not all blank")
_NO_TRICKS: Final = re.compile(r"0 for (\w+)")


def allowed(text: object) -> str:
    said = str(text)
    if found := _TEXT.fullmatch(said):
        return f"{found[1]}〜{found[2]}文字の文字列"
    if found := _NAME.fullmatch(said):
        return f"表示できる文字で1〜{found[1]}文字（空白だけは不可）"
    if found := _NO_TRICKS.fullmatch(said):
        return f"{found[1]}なら0"
    return _PHRASES.get(said, said)
