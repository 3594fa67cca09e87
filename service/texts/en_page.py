"""English: the page of the rules, beside what is said of each option and word."""

from typing import Final

HEADINGS: Final = {
    "title": "The rules",
    "about": "The same as data: `GET /v1/rules`.",
    "play": "A deal",
    "options": "The options",
    "options_about": (
        "The rules of a table are a preset, and single options on top of it. Whatever is not said is as "
        "in the table. Options that clash are refused together, with the code `rules_clash`; every other "
        "combination is accepted, also where an option then has no effect."
    ),
    "option": "option",
    "allowed": "allowed",
    "default": "default",
    "meaning": "meaning",
    "details": "Option by option",
    "clash": "Not together:",
    "clash_row": "{own} with {other}",
    "presets": "The presets",
    "preset": "preset",
    "differs": "differs from the defaults in",
    "glossary": "Words",
    "term": "word",
    "other_term": "Japanese",
    "choices": "Where the rule books are silent",
    "choices_about": "What they leave open is played like this here:",
}

PLAY: Final = (
    (
        "52 cards, 13 to each seat. The dealer moves one seat clockwise each deal; bidding and the first "
        "lead start at the dealer's left."
    ),
    (
        "Each seat bids exactly once, 0 to 13. Nobody passes, a bid can't be changed, and the four bids "
        "may add up to anything. 0 is nil."
    ),
    "The contract of a side is the sum of its partners' ordinary bids; a nil stands outside it.",
    (
        "A seat must follow the suit led if it can. If it can't, it may play any card, a spade included, "
        "on the first trick too."
    ),
    (
        "Spades are trumps. The highest spade wins the trick, else the highest card of the suit led; the "
        "ace is high. The winner leads to the next trick."
    ),
    (
        "Spades may be led only once they are broken, or from a hand that holds nothing but spades. A "
        "spade played on another suit breaks them, whether or not it wins; the winner of that very trick "
        "may lead one."
    ),
    (
        "After 13 tricks each side is scored: 10 points for each trick of a contract that was made, or "
        "minus 10 for each trick of one that was set; then bags, nils, the bag penalty and the bonus. "
        "Then it is checked whether the match is over."
    ),
)

CHOICES: Final = (
    (
        "With `overtrick_points` 0 bags are gathered and can bring the penalty; only negative ones are "
        "not gathered."
    ),
    "With `bag_penalty` off the count of gathered bags goes on growing to the end of the match.",
    (
        "With `nil_tricks` `partner`, the tricks of a nil bidder whose partner bid a zero are bags: the "
        "contract is 0, and all tricks are over it."
    ),
    (
        "With `first_lead` `lowest_club` only the first lead is bound. The others may play to the first "
        "trick whatever the suit led allows, spades included. The holder is found after the exchange. "
        "With jokers the lowest club in play is the three."
    ),
    "High deuces keep their codes, `2D` and `2S`. They are spades all the same, and so `2D` is no diamond.",
    "The score sheet has one line for each nil that a side bid, and one line of 0 where it bid none.",
    "In the draw of a duel nothing tells the opponent whether the top card was kept or discarded.",
)
