"""Japanese: the rule book: each option in a line, the presets, and the sentences of the files beside it."""

from collections.abc import Mapping
from typing import Final

from service.texts import ja_explanations, ja_glossary, ja_page
from service.texts.keys import keyed, numbered

_OPTIONS: Final = {
    "target": "得点がこの点以上になった組が出ると、試合が終わります。",
    "floor": "得点がこの点以下になった組が出ると、試合が終わります。null：下限なし。",
    "lead_margin": "相手をこの点数以上リードした組が出ると、試合が終わります。null：点差では終わりません。",
    "max_deals": "得点に関係なく、このディールで試合が終わります。同点なら引き分けです。",
    "tie": "終わりに同点のとき：ディールを続ける、最後のディールで決める、引き分けにする。",
    "bag_penalty": "たまったバッグで点を失うかどうか。どちらでもバッグ自体の点は付きます。",
    "bag_limit": "ペナルティになるバッグの数。残りは持ち越します。",
    "bag_penalty_points": "バッグがその数だけたまるごとに失う点数。",
    "overtrick_points": "バッグ1つの点数。マイナスなら、バッグはたまらず、ペナルティもありません。",
    "nil": "ニル（1トリックも取らないという宣言）ができるかどうか。",
    "nil_points": "ニルで得る点、または失う点。ブラインド・ニルは2倍です。",
    "nil_tricks": "ニルを宣言した席が取ったトリックの扱い：バッグ、パートナーの契約の助け、どちらでもない。",
    "both_nil": "パートナーがふたりともニルを宣言できるかどうか。",
    "zero_bid": "ニルとは別の、得点も危険もないただの0。",
    "blind_nil": "手札を見る前にニルを宣言できるかどうか。",
    "blind_behind": (
        "ブラインド・ニルを宣言するために、ディールの前に負けていなければならない点数。0：条件なし。"
    ),
    "blind_exchange": "ブラインド・ニルを宣言した席とパートナーが交換する枚数。",
    "nil_exchange": "ふつうのニルを宣言した席とパートナーが交換する枚数。",
    "blind_bid_from": "手札を見ずに宣言できるトリック数の下限。その分の契約は2倍です。null：なし。",
    "ten_for_200": "10以上の契約は200点で、超えたトリックは何にもなりません。",
    "bid_13_bonus": "ちょうど13の契約を達成したときに加わる点数。",
    "min_bid": "1つの席の宣言の下限。ニルは例外です。",
    "min_side_bid": "組の契約の下限。パートナーのうち後から宣言する席を縛ります。",
    "suicide": "スーサイド・スペード：各組のひとりがニル、または4人全員がブラインド・ニルを宣言します。",
    "bid_style": "宣言が自由か、手札のスペードの枚数で決まるか（mirror、whiz はニルも可）。",
    "first_lead": "最初にリードする席：ディーラーの左、またはいちばん弱いクラブを持つ席（そのカードから）。",
    "jokers": "ジョーカー2枚、さらに強い2を、いちばん強いスペードとして使うかどうか。",
    "seating": "パートナーを選ぶか、カードを引いて決めるか。",
    "first_dealer": "最初のディーラー。random：テーブルのシードから決まります。",
    "players": "人数：ふたりずつの組で4人、または2人。",
}

_PRESETS: Final = {
    "standard": "500点までの、もっとも広く知られたパートナー戦のスペード。",
    "short": "250点まで。南が最初に宣言し、最初にリードします。",
    "encyclopedia": "一般の百科事典の説明どおり：下限の点数がなく、どの組もブラインド・ニルを宣言できます。",
    "suicide": "スーサイド・スペード：各組のひとりが必ずニルを宣言します。",
    "mirror": "ミラー：手札のスペードの枚数を宣言します。",
    "whiz": "ウィズ：手札のスペードの枚数か、ニルを宣言します。",
    "jokers": "ジョーカー2枚がいちばん強いスペードになります。",
    "duel": "ふたり用。山札からカードを引いて手札を作ります。",
}

SENTENCES: Final[Mapping[str, str]] = {
    **keyed("option", _OPTIONS),
    **keyed("explanation", ja_explanations.EXPLANATIONS),
    **keyed("preset", _PRESETS),
    **keyed("term", ja_glossary.TERMS),
    **keyed("meaning", ja_glossary.MEANINGS),
    **keyed("page", ja_page.HEADINGS),
    **numbered("play", ja_page.PLAY),
    **numbered("choice", ja_page.CHOICES),
}
