"""The numbered events: one envelope, with one member named after the type where there is more to say."""

from service.schemas import shown
from service.schemas.deals import BidSchema, ResultSchema, ScoredDealSchema
from service.schemas.shown import Output
from service.schemas.strict import Input, Text, WholeParameter
from service.table_events import CloseReason, LeaveReason, SeatKind

EVENT_TYPES = (
    *(
        "table_created",
        "table_changed",
        "seat_taken",
        "seat_left",
        "seat_returned",
        "match_started",
        "deal_started",
    ),
    *("hand_shown", "hand_looked", "bid_made", "exchange_made", "card_played", "trick_won"),
    *(
        "seats_cut",
        "card_drawn",
        "spades_broken",
        "deal_scored",
        "match_over",
        "deadline_passed",
        "deadline_moved",
        "table_closed",
    ),
)
FRAME_TYPES = ("snapshot", "presence", "reconnect", "end")
MAX_WAIT_SECONDS = 30


class ReadEventsSchema(Input):
    """The query of a page of events."""

    after = WholeParameter(
        0,
        1_000_000_000,
        metadata={
            "description": "The last number that is known already. Without it a page begins with the first "
            "event, and a stream with a snapshot."
        },
    )
    wait = WholeParameter(
        0, MAX_WAIT_SECONDS, load_default=0, metadata={"description": "Seconds to wait for the first event."}
    )

    ticket = Text(
        1, 100, metadata={"description": "For a stream alone, instead of a token: from `stream-tickets`."}
    )


class StreamTicketSchema(Output):
    ticket = shown.text()
    url = shown.text("Where the stream is, with the ticket.", format="uri-reference")
    expires_at = shown.moment(
        "By when the stream must have been opened. Once it was, the address opens it again until 60 s "
        "after it closed."
    )


FRAME_EXAMPLE = {
    "id": "61",
    "event": "card_played",
    "data": '{"seq":61,"version":48,"at":"2026-11-30T12:00:07.250Z","type":"card_played","seat":"S",'
    '"card_played":{"card":"4C","trick":11},"text":"guest 1 plays the four of clubs.","to_act":["W"],'
    '"deadline":"2026-11-30T12:00:37.250Z"}',
}


class FrameSchema(Output):
    """One frame of a stream of Server-Sent Events (`text/event-stream`).

    Frames are the events, each under its number; `snapshot`, the whole view or table, under that of the last
    event in it; and without a number `presence`, `reconnect` (come again) and `end`.
    """

    id = shown.text("The number of the event; frames that are no event have none.", optional=True)
    event = shown.word(*EVENT_TYPES, *FRAME_TYPES, description="The type of the event, or of the frame.")
    data = shown.text(
        "JSON: the event with `to_act` and `deadline`; of a `snapshot` the view, or the table as a spectator "
        "sees it."
    )


class BidMadeSchema(Output):
    bid = shown.part(BidSchema)


class HandShownSchema(Output):
    cards = shown.cards("For its seat alone.")


class ExchangeMadeSchema(Output):
    to = shown.seat()
    count = shown.whole()
    cards = shown.cards("For the two partners alone.", optional=True)


class CardPlayedSchema(Output):
    card = shown.card()
    trick = shown.whole("The number of the trick.")


class TrickWonSchema(Output):
    number = shown.whole()
    cards = shown.cards("Clockwise from its leader.")


class SeatsCutSchema(Output):
    cut = shown.by_seat(shown.card(), "The card that led to each seat.")
    seats = shown.by_seat(shown.text(), "Who sits there now, by name.")


class CardDrawnSchema(Output):
    kept = shown.card()


class DealStartedSchema(Output):
    number = shown.whole()
    dealer = shown.seat()


class MatchOverSchema(Output):
    result = shown.part(ResultSchema)


class SeatTakenSchema(Output):
    name = shown.text()
    kind = shown.word(*(kind.value for kind in SeatKind))


class SeatLeftSchema(Output):
    reason = shown.word(*(reason.value for reason in LeaveReason))
    kind = shown.word("open", "cpu", description="What has the seat now; `open` before the start alone.")


class DeadlineMovedSchema(Output):
    deadline = shown.moment("Until when the seat has time now, after an outage.")


class DeadlinePassedSchema(Output):
    misses = shown.whole("Deadlines missed in a row.")


class TableClosedSchema(Output):
    reason = shown.word(*(reason.value for reason in CloseReason))


class EventSchema(Output):
    seq = shown.whole("Dense from 1.")
    version = shown.whole("The version of the table that the event belongs to.")
    at = shown.moment()
    type = shown.word(*EVENT_TYPES)
    seat = shown.seat("Whom it is about.", optional=True)
    text = shown.text("One sentence for people and screen readers.")
    seat_taken = shown.part(SeatTakenSchema, optional=True)
    seat_left = shown.part(SeatLeftSchema, optional=True)
    deal_started = shown.part(DealStartedSchema, optional=True)
    seats_cut = shown.part(SeatsCutSchema, optional=True)
    card_drawn = shown.part(CardDrawnSchema, optional=True)
    hand_shown = shown.part(HandShownSchema, optional=True)
    bid_made = shown.part(BidMadeSchema, optional=True)
    exchange_made = shown.part(ExchangeMadeSchema, optional=True)
    card_played = shown.part(CardPlayedSchema, optional=True)
    trick_won = shown.part(TrickWonSchema, optional=True)
    deal_scored = shown.part(ScoredDealSchema, optional=True)
    match_over = shown.part(MatchOverSchema, optional=True)
    deadline_passed = shown.part(DeadlinePassedSchema, optional=True)
    deadline_moved = shown.part(DeadlineMovedSchema, optional=True)
    table_closed = shown.part(TableClosedSchema, optional=True)


class EventPageSchema(Output):
    events = shown.parts(EventSchema)
    last_seq = shown.whole(
        "To be sent as `after` next. Below the `after` that was sent: the log was set back."
    )
    to_act = shown.seats("The seats that the match waits for.")
    deadline = shown.moment(null=True)
    over = shown.flag("Nothing more will happen at this table.")
