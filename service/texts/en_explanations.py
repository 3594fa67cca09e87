"""English: the longer explanation of each option of the rules."""

from typing import Final

EXPLANATIONS: Final = {
    "target": (
        "Checked after each scored deal, the bag penalty included. A side at or over the target ends the "
        "match, and the higher score wins, also when both sides are over it."
    ),
    "floor": (
        "Checked after each scored deal. A side at or under this score ends the match, and the higher "
        "score wins, also when both sides fell under it. With -201 a side at exactly -200 plays on. "
        "null: no score is too low to go on."
    ),
    "lead_margin": (
        "Checked after each scored deal: a side that is at least this far ahead ends the match and wins "
        "it. 500 is the usual value. null: no lead ends the match."
    ),
    "max_deals": (
        "The match ends after this deal at the latest. The higher score wins; level scores are a draw, "
        "whatever `tie` says. So every match comes to an end."
    ),
    "tie": (
        "When the match would end and the scores are level. `extra_deal`: deals go on until one of the "
        "ends holds and the scores differ. `last_deal`: the better total of the last deal wins; are "
        "these level too, it is a draw. `draw`: it is a draw. After the deal `max_deals` level scores "
        "are a draw in any case."
    ),
    "bag_penalty": (
        "true: a side that has gathered `bag_limit` bags loses `bag_penalty_points`, and the bags beyond "
        "are carried over. It can fall twice in one deal, and is taken before the end of the match is "
        "checked. false: bags are still worth `overtrick_points` each, and are counted and shown; they "
        "bring no penalty."
    ),
    "bag_limit": (
        "For each full set of this many gathered bags the penalty falls once; what is left is carried "
        "over. With 10, a side that has 9 bags and gets 3 more pays once and carries 2. No effect where "
        "there is no bag penalty."
    ),
    "bag_penalty_points": (
        "What a side loses for each full set of `bag_limit` gathered bags. 0: the full sets go, but cost "
        "nothing. No effect where there is no bag penalty."
    ),
    "overtrick_points": (
        "The points for each bag, also for tricks of a nil bidder that are bags. 1: the usual value. 0: "
        "a bag is worth nothing, but is gathered and can bring the penalty. -1 or -10: each bag costs "
        "points at once; then no bags are gathered, and there is no bag penalty."
    ),
    "nil": (
        "true: a seat may bid nil, to take no trick at all. A nil stands outside the contract of its "
        "side and wins or loses `nil_points` on its own. false: 0 can't be bid, unless `zero_bid` is on."
    ),
    "nil_points": (
        "A nil that takes no trick wins this; one that takes any loses it. A blind nil wins or loses "
        "twice this. What becomes of the partner's contract makes no difference."
    ),
    "nil_tricks": (
        "Whatever this says, a nil bidder's trick sets the nil. `bags`: the tricks are bags of the side, "
        "whether its contract was made or set. `partner`: they count toward the partner's contract; what "
        "is over is a bag, and if the contract is set all the same there are no bags; when both partners "
        "bid nil, as `bags`. `ignored`: neither the one nor the other."
    ),
    "both_nil": (
        "`each`: each partner may bid nil, whatever the other bids. `forbidden`: after the partner's "
        "nil, or blind nil, a seat may bid neither of the two."
    ),
    "zero_bid": (
        "true: beside nil there is a plain 0. It adds 0 to the contract, wins and loses no nil points, "
        "and the seat's tricks count as any other's; where the contract is 0 they are overtricks. A zero "
        "is no nil: it does not count as one in `suicide`, and a partner's nil still exchanges cards."
    ),
    "blind_nil": (
        "true: a seat that may bid a blind nil does not see its hand. It bids blind nil, or it looks "
        "first and so gives up the right for this deal. Looking is open to it from the deal on, and "
        "everyone sees that it looked. A blind nil wins or loses twice `nil_points`."
    ),
    "blind_behind": (
        "A blind nil may be bid by a side that was at least this many points behind before the deal. 0: "
        "no condition, the leading side may too. It applies neither to `blind_bid_from` nor to `suicide` "
        "with `all_blind_nil`."
    ),
    "blind_exchange": (
        "When all have bid, the blind nil bidder gives this many cards to the partner, who sees them and "
        "gives back the same number; cards just received may come back. 0: no exchange. When both "
        "partners bid nil there is none. The other side learns how many cards went, and which only when "
        "the deal is over."
    ),
    "nil_exchange": (
        "When all have bid, the bidder of an ordinary nil gives this many cards to the partner, who sees "
        "them and gives back the same number. 0: no exchange. When both partners bid nil, blind or not, "
        "there is none; a nil beside a zero exchanges. For a blind nil `blind_exchange` counts."
    ),
    "blind_bid_from": (
        "A seat may bid this many tricks or more before it sees its hand, whatever the score. Its share "
        "of the contract counts double, won or lost: 20 points a trick. Bags keep their usual value. "
        "`min_bid` and `min_side_bid` bind it. Until the seat bids or looks its hand is hidden from it. "
        "null: no blind bid of tricks."
    ),
    "ten_for_200": (
        "true: a contract of 10 or more is worth 200 when made and costs 200 when set, instead of 10 for "
        "each trick. It is the bid that counts, not the tricks. Its overtricks bring neither points nor "
        "bags, and blind bids in it are not doubled. A nil bidder's tricks still follow `nil_tricks`; "
        "nils and `bid_13_bonus` are paid as usual."
    ),
    "bid_13_bonus": (
        "On top of all else, for a side whose contract is exactly 13 and that makes it. It is never "
        "doubled; a set contract loses no bonus. 0: no bonus."
    ),
    "min_bid": (
        "The lowest number of tricks that a seat may bid, blind or not. A nil and a blind nil are excepted."
    ),
    "min_side_bid": (
        "The lowest contract of a side. It binds the partner who bids second: the bids of both must come "
        "to this. A nil or blind nil by that partner stays allowed; a zero counts 0. After the first "
        "partner's nil the second must reach it alone, or bid nil too."
    ),
    "suicide": (
        "`one_nil`: exactly one partner of each side bids nil. If the first did not, the second must; if "
        "the first did, the second may not. A blind nil is a nil here, a zero is none. `all_blind_nil`: "
        "each seat has one legal bid, a blind nil, also while `blind_nil` is off: whatever the score, "
        "without exchange, and without a look at the hand."
    ),
    "bid_style": (
        "`free`: any number. `mirror`: the bid is the number of spades in the 13 cards dealt, jokers and "
        "high deuces included; without a spade it is nil. `whiz`: that number, or nil. A blind bid is "
        "free of it."
    ),
    "first_lead": (
        "`dealer_left`: the seat at the dealer's left leads to the first trick. `lowest_club`: after any "
        "exchange, the holder of the lowest club in play leads it: the two, or with jokers the three. "
        "Bidding still starts at the dealer's left. If no hand has a club, which can happen in a duel, "
        "the dealer's left leads as usual."
    ),
    "jokers": (
        "`two`: the big joker is the highest spade, the little joker the next, then the ace; they take "
        "the place of the two of hearts and the two of clubs. `two_and_deuces`: also the two of "
        "diamonds, then the two of spades, stand between the little joker and the ace. All of these are "
        "spades in every respect: to follow, to lead, to break spades."
    ),
    "seating": (
        "`chosen`: all sit where they sat down. `cut`: before the match each seat draws a card. The "
        "highest sits N, the second E, the third W, the lowest S, so that highest and lowest are "
        "partners. The ace is high; equal ranks go by spades, hearts, diamonds, clubs. CPUs draw as "
        "well; names, levels and tokens move along. The cut is part of the view and of the record."
    ),
    "first_dealer": (
        "The dealer of the first deal; from then on the deal moves one seat clockwise each time. Bidding "
        "and the first lead start at the dealer's left. `random`: drawn from the table's seed, so that "
        "it can be checked like the shuffle."
    ),
    "players": (
        "4: N and S against E and W. 2: a duel of N and S, each a side of its own. The pack is a stock, "
        "and the players draw in turn, the dealer's opponent first: look at the top card, then keep it "
        "and discard the next one unseen, or discard it and keep the next one, which is then seen. After "
        "26 draws the stock is gone and each holds 13 cards; bidding and play are as usual, with two "
        "cards to a trick."
    ),
}
