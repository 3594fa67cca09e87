"""What a client does about a problem, by its status; both languages, side by side."""

from collections.abc import Mapping
from typing import Final

ADVICE: Final[Mapping[str, Mapping[int, str]]] = {
    "en": {
        400: "Correct the request. As it stands it is refused every time.",
        401: "Send the token that was given out for this very table, or a secret key that was not revoked.",
        403: "Use a credential that may do it: the host token for the table, a seat's token for its actions.",
        404: "Check the address. Tables are deleted some time after their end (`expires_at`).",
        405: "Use a method that `Allow` names.",
        409: "Read the view again and go on from there: it says what may be done now.",
        412: "Read the view again, decide anew, and send the new ETag.",
        422: "Correct what `errors` points at. Where the rules refused, `legal` says what may be done.",
        500: "Send it once more with the same `Idempotency-Key`; then report the `instance`.",
        503: "Wait as long as `Retry-After` says and send the same again, with the same `Idempotency-Key`.",
    },
    "ja": {
        400: "リクエストを直してください。このままでは何度送っても拒まれます。",
        401: "そのテーブルで受け取ったトークンか、有効な秘密キーを送ってください。",
        403: "権限のあるトークンを使ってください。テーブルの操作はホスト、席の操作はその席のものです。",
        404: "アドレスを確かめてください。テーブルは終了後しばらくすると消えます（`expires_at`）。",
        405: "`Allow`にあるメソッドを使ってください。",
        409: "ビューを読み直して続けてください。今できることはそこにあります。",
        412: "ビューを読み直し、判断し直して、新しいETagを送ってください。",
        422: "`errors`が指すところを直してください。ルールによる拒否なら、`legal`に代わりの手があります。",
        500: "同じ`Idempotency-Key`でもう一度だけ送り、だめなら`instance`の値をお知らせください。",
        503: "`Retry-After`の秒数だけ待ち、同じ`Idempotency-Key`で同じ内容を送り直してください。",
    },
}
"""413, 414, 415 and 431 take that of 400, 429 that of 503."""

_SAME_AS: Final = {413: 400, 414: 400, 415: 400, 431: 400, 429: 503}


def advice(language: str, status: int) -> str:
    return ADVICE[language][_SAME_AS.get(status, status)]
