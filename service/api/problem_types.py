"""What the type URI of a problem, `/problems/<code>`, leads to; and the page of all of them."""

import sys
from typing import Any, Final

from engine.errors import Refusal
from service.problems import STATUS
from service.refusals import AnyCode, Code
from service.texts import SENTENCES
from service.texts.advice import advice

CODES: Final[dict[str, AnyCode]] = {code.value: code for code in sorted((*Code, *Refusal))}


class _Dots(dict[str, str]):
    """What depends on the request stands open in an explanation."""

    def __missing__(self, name: str) -> str:
        return "…"


def problem_type(code: AnyCode, language: str) -> dict[str, Any]:
    """What a code means, and what a client does about it."""
    sentences = SENTENCES[language]
    return {
        "type": f"/problems/{code}",
        "code": code.value,
        "status": STATUS[code],
        "title": sentences[f"problem.{code}.title"],
        "detail": sentences[f"problem.{code}.detail"].format_map(_Dots()),
        "advice": advice(language, STATUS[code]),
    }


def problem_page(language: str) -> str:
    """All of them as Markdown, in the order of status and name."""
    space = " " if language == "en" else ""
    kinds = sorted((problem_type(code, language) for code in CODES.values()), key=lambda kind: kind["status"])
    parts = [
        f"## `{kind['code']}`\n\n**{kind['status']} · {kind['title']}**\n\n"
        f"{kind['detail']}{space}{kind['advice']}"
        for kind in kinds
    ]
    return "\n\n".join((_HEAD[language], *parts)) + "\n"


_HEAD: Final = {
    "en": "# Problems\n\n"
    "Each refusal is a problem (RFC 9457). Its `code` is the contract; `title` and `detail` are for people.\n"
    "A refused call changed nothing.",
    "ja": "# 問題の一覧\n\n"
    "拒否はすべてRFC 9457の問題（problem）です。`code`はプログラム、`title`と`detail`は人のためのものです。\n"
    "拒まれた呼び出しは何も変えていません。",
}


if __name__ == "__main__":
    sys.stdout.write(problem_page(sys.argv[1]))
