"""English: why something is refused."""

from collections.abc import Mapping
from typing import Final

from service.texts.keys import keyed, titled

_REFUSALS: Final = {
    "wrong_phase": ("That is not possible now", "The match is not in the phase for this."),
    "not_your_turn": ("It is not your turn", "Another seat is to act."),
    "hand_already_seen": ("You have seen your hand", "You looked at your hand, so you can't bid blind."),
    "blind_not_allowed": ("This blind bid is not allowed", "You may not make this blind bid now."),
    "bid_must_be_nil": ("You must bid nil", "Only a nil may be bid here."),
    "nil_not_allowed": ("Nil is not allowed", "You may not bid nil here."),
    "must_look_first": ("You must look first", "Only a blind bid can be made before you look at your hand."),
    "bid_fixed_by_hand": ("Your hand fixes the bid", "These rules fix your bid by the spades in your hand."),
    "bid_below_minimum": ("The bid is too low", "Your bid is lower than these rules allow."),
    "wrong_card_count": ("Wrong number of cards", "Choose {count}, no more and no fewer."),
    "card_not_in_hand": ("You don't hold that card", "That card is not in your hand."),
    "must_lead_lowest_club": ("You must lead the lowest club", "The first lead is the lowest club in play."),
    "spades_not_broken": ("Spades are not broken", "Spades are not broken yet."),
    "must_follow_suit": ("You must follow suit", "The suit led is {suit}, and you hold some."),
    "invalid_field": ("A field is not valid", "Allowed here: {allowed}."),
    "unknown_field": ("A field is unknown", "There is no field of this name here."),
    "rules_clash": ("The rules clash", "This can't be combined with {clashes_with}."),
    "not_supported": ("Not supported yet", "This is not supported yet; allowed: {allowed}."),
}

_PROBLEMS: Final = {
    "invalid_field": ("A field is not valid", "Part of the request can't be used; `errors` says which."),
    "unknown_field": ("A field is unknown", "A field of the request is not known; `errors` says which."),
    "rules_clash": ("The rules clash", "Some options can't be combined; `errors` names each pair."),
    "not_supported": ("Not supported yet", "A value is planned but not supported yet; `errors` says which."),
    "bad_request": ("This is no HTTP request", "The request line, a header or the framing can't be read."),
    "uri_too_long": ("The address is too long", "The request line is longer than this service reads."),
    "headers_too_large": ("The headers are too large", "A header is longer, or they are more, than is read."),
    "not_json": (
        "The body is not JSON",
        "Send a JSON object in UTF-8, without NaN, with no name twice in one object, and not nested deeply.",
    ),
    "too_large": ("The body is too large", "The body is larger than this service takes."),
    "wrong_content_type": ("Wrong content type", "Send the body as application/json."),
    "unauthenticated": (
        "A valid token is needed",
        "Send a token of this table, or a secret key, as `Authorization: Bearer <token>`.",
    ),
    "forbidden": ("Not allowed with this token", "This token is good, but not for this call."),
    "wrong_join_code": ("Wrong join code", "There is no open invitation with this join code."),
    "not_found": ("Not found", "There is nothing at this address."),
    "method_not_allowed": ("Method not allowed", "Not with this method; `Allow` names those that are."),
    "turn_expired": ("That turn is over", "The request names a turn that is not the one to be taken now."),
    "table_over": ("The table is over", "Nothing more can be done at this table."),
    "seat_taken": ("The seat is taken", "Somebody sits there already."),
    "already_started": ("The match has started", "The match has started; this is possible only before."),
    "hint_not_available": ("There is no hint", "No hint here: {because}."),
    "stale_version": ("The table has changed", "The table is not at the version that `If-Match` names."),
    "idempotency_key_reused": ("The key was used before", "This key came with another body before."),
    "idempotency_key_weak": (
        "The key is too short",
        "Here the Idempotency-Key must be a secret of 22 to 128 characters, such as a UUID.",
    ),
    "seed_not_allowed": (
        "A chosen seed is not allowed",
        "Without a secret key no seed can be chosen for a rated or public table, or one with an open seat.",
    ),
    "rate_limited": (
        "Too many requests",
        "More was asked for than this service gives at a time. Please wait as long as `Retry-After` says.",
    ),
    "too_many_simulations": (
        "Too many simulations",
        "As many simulations as this service allows are going on. Please try again when one has ended.",
    ),
    "simulation_over": ("The simulation is over", "It has ended already; there is nothing to cancel."),
    "store_unavailable": ("The store is not available", "Nothing was changed. Please try again in a moment."),
    "too_many_streams": (
        "Too many streams are open",
        "This server holds as many event streams as it can. Please try again in a moment, or use long-polls.",
    ),
    "upgrading": ("The service is being upgraded", "Nothing was changed. Please try again in a moment."),
    "internal_error": ("Something went wrong here", "This is our fault. Please tell us the `instance`."),
}

SENTENCES: Final[Mapping[str, str]] = {
    **keyed("refusal", {code: text for code, (_, text) in _REFUSALS.items()}),
    **titled(_REFUSALS | _PROBLEMS),
    "told.ticket_expired": (
        "This ticket has expired, or is none of this table's. Ask for a new one: `POST …/stream-tickets`."
    ),
    "told.no_deal": "No deal of this number is scored at this table.",
    "told.no_action": "No action with this key has counted.",
    "parameter.invalid_field": "{parameter} takes {allowed}.",
    "parameter.unknown_field": "There is no parameter {parameter}.",
}
