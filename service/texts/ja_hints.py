"""Japanese: why a CPU chose what it chose, said to a learner."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.texts.keys import keyed
from service.texts.signs import sign, tenths

_JOKERS: Final = {"BJ": "ビッグジョーカー", "LJ": "リトルジョーカー"}
_BECAUSE: Final = {
    "rated": "レート戦のテーブルです",
    "hidden_hand": "手札がまだ伏せられています",
    "not_your_turn": "あなたの番ではありません",
}


def _card(code: str) -> str:
    return _JOKERS.get(code) or sign(code)


def _cards(codes: Sequence[str]) -> str:
    return (" と " if len(codes) < 3 else "、").join(map(_card, codes))


NAMES: Final[Mapping[str, Callable[..., str]]] = {
    "signs": _cards,
    "first": _card,
    "second": _card,
    "hundredths": tenths,
    "needed": "{}トリック".format,
    "because": _BECAUSE.__getitem__,
}
"""`signs`: all cards of a reason; `first`, `second`: of two."""

_REASONS: Final = {
    "looks_first": "まず手札を見てから宣言します。",
    "far_behind": "点差が大きく、逆転するにはブラインドの宣言しかありません。",
    "good_card": "{signs} は残します。次のカードより価値がありそうです。",
    "poor_card": "{signs} は捨てます。次のカードのほうが価値がありそうです。",
    "dangerous_cards": "ニルにとって最も危険な {signs} を渡します。",
    "low_cards": "{signs} を渡します。低いカードはパートナーのニルに役立ち、自分には要りません。",
    "only_bid": "ルール上、できる宣言はこれだけです。",
    "enough_to_win": "宣言どおりに取れば、これで試合に勝てるので、それ以上は宣言しません。",
    "stretches_to_win": "少し背伸びですが、これより低い宣言ではもう勝てません。",
    "bids_for_bonus": "ボーナスの付く大きな契約が狙えます。",
    "lowest_allowed": "{lowest}より小さい数は宣言できません。",
    "risky_nil": "宣言できるのはニルかスペードの枚数だけで、ニルは危険すぎます。",
    "covers_nil_bid": "パートナーがニルなので、自分の手札の分だけ宣言し、トリックを取ってニルを守ります。",
    "covers_blind_bid": "パートナーは手札を見ずに{blind}を宣言したので、自分は控えめに宣言して補います。",
    "leaves_nil_to_partner": "2人のうち1人はニルを宣言します。この手札はトリックを取るのに向いています。",
    "sure_winner": "{signs} は確実です。",
    "likely_winner": "{signs} は取れる見込みがあります。",
    "long_spades": "スペードが{count}あります。ほかの人のスペードがなくなれば、残りで取れます。",
    "can_ruff": "{suit}がないので、スペードで切れます。",
    "can_ruff_soon": "{suit}は1枚だけなので、すぐにスペードで切れるようになります。",
    "weak_hand": "取れそうなカードがありません。",
    "adds_up": "単独で取れそうなカードはありませんが、小さな見込みを合わせると取れそうです。",
    "hand_worth": "全部で約{hundredths}トリックの手札です。",
    "rounds_down": "端数は切り捨てます。少し控えめに宣言するほうが得です。",
    "safe_nil": "この手札なら、1トリックも取らずに済む見込みが十分あります。",
    "nil_rather_than_number": "宣言できる最小の数（{lowest}）より、ニルのほうが危険が小さいです。",
    "nil_suits_hand": "2人のうち1人はニルを宣言します。この手札は平均よりニルに向いています。",
    "will_give": "{signs} はパートナーに渡せます。",
    "no_spades": "スペードがないので、スペードで取らされる心配がありません。",
    "low_spades": "スペードは低いものだけです：{signs}。",
    "no_high_cards": "ほかのスートにエースもキングもありません。",
    "guarded_high_cards": "{signs} は高いですが、同じスートに低いカードがあるので逃げられます。",
    "only_card": "出せるカードは {signs} だけです。",
    "highest_left": "{signs} より強い{suit}を、ほかの人は持っていません。",
    "wins_cheaply": "最後の番なので、勝てるいちばん安いカード {signs} で取ります。",
    "high_card": "3番手です。{signs} で取るか、相手にもっと高いカードを使わせます。",
    "ruffs": "{suit}がありません。このトリックを取れるいちばん低いスペード {signs} で切ります。",
    "partner_wins": "パートナーの {signs} が勝っているので、高いカードは取っておきます。",
    "over_partner": "パートナーの {first} が勝っていますが、上を出すしかないので、低い {second} を出します。",
    "cannot_win": "このトリックは取れないので、いちばん要らない {signs} を出します。",
    "leaves_it_to_partner": "パートナーの {signs} が勝ちそうなので、任せます。",
    "second_hand_low": "2番手は低く {signs} を出します。後にパートナーの番があります。",
    "leads_low": "{suit}でいちばん低い {signs} を出し、高いカードは取っておきます。",
    "leads_last": "{suit}は {signs} が最後の1枚で、この後は切れるようになります。",
    "leads_only": "{suit}は {signs} だけです。",
    "leads_for_ruff": "パートナーは{suit}がないので、{signs} をスペードで切れるかもしれません。",
    "draws_spades": "{signs} でスペードを出させ、残りの切り札を減らします。",
    "under_higher": "{signs} より高い{suit}がまだ{count}あるので、負けられそうです。",
    "only_ruffed": "{signs} に勝てるのは、もうスペードだけです。",
    "ducks": "{first} は {second} より弱いので、取らずに済みます。",
    "throws_away": "{suit}がないので、ここで {signs} を捨てられます。",
    "forced_high": "このトリックは取るしかないので、いちばん高い {signs} を使ってしまいます。",
    "forced_low": "これより低いカードは出せませんが、{signs} より高いカードがまだ出るかもしれません。",
    "takes_anyway": "何を出しても、このトリックは取ることになります。",
    "takes_over": "パートナーの {second} を {first} で上から取ります。",
    "played_out": "ありうる配りを何通りも試すと、いつもの {second} より {first} のほうが良い結果になります。",
    "not_confirmed": "いつもの {second} より {first} が良い配りもありますが、全体では上回っていません。",
    "search_prefers": "ただし、ありうる配りを何通りも試すと、{second} より {first} のほうが良い結果です。",
    "plays_high": "パートナーがもっと低いカードで済むように、高い {signs} を出します。",
    "as_good": "{first} は {second} と同じ強さです。間のカードをほかの人は持っていません。",
    "partner_is_out": "パートナーは{suit}がないので、{signs} で取らされる心配はほとんどありません。",
    "keeps_nil": "ニルを宣言しています。1トリックも取らないようにします。",
    "covers_partner_nil": "パートナーのニルはまだ続いています。守りましょう。",
    "attacks_nil": "{seat}のニルはまだ続いています。1トリック取らせましょう。",
    "needs_tricks": "契約まであと{needed}、残りは{left}トリックです。",
    "needs_all_tricks": "契約には、残りのトリックが全部必要です。",
    "sets_opponents": "あと{needed}取れば、相手の契約を未達にできます。",
    "avoids_bag": "契約は達成済みで、これ以上のトリックはバッグになります。",
    "avoids_penalty": "契約は達成済みで、次のバッグで{points}点のペナルティになります。",
    "contract_is_lost": "契約はもう達成できないので、これ以上取っても得になりません。",
    "tricks_do_not_count": "自分のトリックは契約に数えられないので、パートナーに任せます。",
    "takes_bags": "余分なトリックを取っても損はありません。",
}

SENTENCES: Final = keyed("reason", _REASONS)
