"""Japanese: why something is refused."""

from collections.abc import Mapping
from typing import Final

from service.texts.keys import keyed, titled

_REFUSALS: Final = {
    "wrong_phase": ("今はできません", "試合は今、この操作の段階ではありません。"),
    "not_your_turn": ("あなたの番ではありません", "今はほかの席の番です。"),
    "hand_already_seen": ("もう手札を見ています", "手札を見たので、ブラインドの宣言はできません。"),
    "blind_not_allowed": ("このブラインドの宣言はできません", "今はこのブラインドの宣言はできません。"),
    "bid_must_be_nil": ("ニルしか宣言できません", "ここで宣言できるのはニルだけです。"),
    "nil_not_allowed": ("ニルは宣言できません", "ここではニルを宣言できません。"),
    "must_look_first": ("先に手札を見てください", "手札を見る前に宣言できるのはブラインドだけです。"),
    "bid_fixed_by_hand": (
        "宣言は手札で決まります",
        "このルールでは、手札のスペードの枚数で宣言が決まります。",
    ),
    "bid_below_minimum": ("宣言が小さすぎます", "宣言がこのルールの下限に届いていません。"),
    "wrong_card_count": ("枚数が違います", "ちょうど{count}を選んでください。"),
    "card_not_in_hand": ("そのカードはありません", "そのカードは手札にありません。"),
    "must_lead_lowest_club": (
        "いちばん弱いクラブを出してください",
        "最初のリードは、使われているいちばん弱いクラブです。",
    ),
    "spades_not_broken": ("スペードはまだ出せません", "まだスペードブレイク（解禁）していません。"),
    "must_follow_suit": (
        "フォローしてください",
        "リードのスートは{suit}で、手札に{suit}があります。",
    ),
    "invalid_field": ("項目の値が正しくありません", "使える値：{allowed}。"),
    "unknown_field": ("知らない項目です", "この名前の項目はここにはありません。"),
    "rules_clash": ("ルールが両立しません", "{clashes_with}とは併用できません。"),
    "not_supported": ("まだ使えません", "まだ使えません。使える値：{allowed}。"),
}

_PROBLEMS: Final = {
    "invalid_field": ("項目の値が正しくありません", "使えない値があります。どれかは`errors`にあります。"),
    "unknown_field": ("知らない項目です", "知らない項目があります。どれかは`errors`にあります。"),
    "rules_clash": ("ルールが両立しません", "併用できないオプションがあります。組は`errors`にあります。"),
    "not_supported": ("まだ使えません", "予定はあってもまだ使えない値です。どれかは`errors`にあります。"),
    "bad_request": (
        "HTTPのリクエストとして読めません",
        "リクエスト行かヘッダー、または本文の区切りが正しくありません。",
    ),
    "uri_too_long": ("アドレスが長すぎます", "リクエスト行が、このサービスの読める長さを超えています。"),
    "headers_too_large": ("ヘッダーが大きすぎます", "ヘッダーが長すぎるか、多すぎます。"),
    "not_json": (
        "本文がJSONではありません",
        "UTF-8のJSONオブジェクトを送ってください。NaN、同じ名前の重複、深い入れ子は使えません。",
    ),
    "too_large": ("本文が大きすぎます", "このサービスが受け付ける大きさを超えています。"),
    "wrong_content_type": ("Content-Typeが違います", "本文はapplication/jsonで送ってください。"),
    "unauthenticated": (
        "有効なトークンが必要です",
        "このテーブルのトークンか秘密キーを`Authorization: Bearer <token>`で送ってください。",
    ),
    "forbidden": (
        "このトークンではできません",
        "トークンは有効ですが、この呼び出しには使えません。",
    ),
    "wrong_join_code": ("参加コードが違います", "この参加コードで参加できるテーブルはありません。"),
    "not_found": ("見つかりません", "このアドレスには何もありません。"),
    "method_not_allowed": ("このメソッドは使えません", "使えるメソッドは`Allow`にあります。"),
    "turn_expired": ("その番は終わっています", "今の番とは違う番が指定されています。"),
    "table_over": ("テーブルは終了しています", "このテーブルではもう何もできません。"),
    "seat_taken": ("席はふさがっています", "その席にはもう座っている人がいます。"),
    "already_started": ("試合は始まっています", "試合は始まっています。これができるのは開始前だけです。"),
    "hint_not_available": ("ヒントはありません", "ここではヒントを出せません。{because}。"),
    "stale_version": ("テーブルが変わっています", "テーブルは`If-Match`の版ではなくなっています。"),
    "idempotency_key_reused": (
        "使用済みのキーです",
        "このキーは前に違う本文と一緒に使われています。",
    ),
    "idempotency_key_weak": (
        "キーが短すぎます",
        "ここでのIdempotency-Keyは、UUIDのような22〜128文字の秘密の値にしてください。",
    ),
    "seed_not_allowed": (
        "シードは指定できません",
        "レート戦、公開のテーブル、空席のあるテーブルでシードを指定するには、秘密キーが必要です。",
    ),
    "rate_limited": (
        "リクエストが多すぎます",
        "一度に受け付けられる数を超えています。`Retry-After`の時間だけ待ってください。",
    ),
    "too_many_simulations": (
        "シミュレーションが多すぎます",
        "同時に実行できる数に達しています。どれかが終わってからもう一度お試しください。",
    ),
    "simulation_over": (
        "シミュレーションは終わっています",
        "もう終わっているので、中止するものがありません。",
    ),
    "store_unavailable": (
        "保存先が使えません",
        "何も変わっていません。少し待ってもう一度お試しください。",
    ),
    "too_many_streams": (
        "ストリームの数が上限です",
        "このサーバーのイベントストリームはいっぱいです。少し待ってもう一度試すか、ロングポーリングをお使いください。",
    ),
    "upgrading": (
        "更新作業中です",
        "何も変わっていません。少し待ってもう一度お試しください。",
    ),
    "internal_error": (
        "こちらの問題です",
        "サービス側の不具合です。`instance`の値をお知らせください。",
    ),
}

SENTENCES: Final[Mapping[str, str]] = {
    **keyed("refusal", {code: text for code, (_, text) in _REFUSALS.items()}),
    **titled(_REFUSALS | _PROBLEMS),
    "told.ticket_expired": (
        "このチケットは期限切れか、このテーブルのものではありません。"
        "`POST …/stream-tickets`で取り直してください。"
    ),
    "told.no_deal": "この番号のディールの得点は、このテーブルにはありません。",
    "told.no_action": "このキーで記録された操作はありません。",
    "parameter.invalid_field": "{parameter}に使える値：{allowed}。",
    "parameter.unknown_field": "{parameter}というパラメーターはありません。",
}
