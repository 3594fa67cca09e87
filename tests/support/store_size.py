"""What a table costs in Redis: a match played into the store, measured at the start of each deal."""

from collections.abc import Iterator
from random import Random

from redis import Redis

from engine.autoplay import take_turn
from engine.levels import Level
from service.ports import TableStore
from service.table import Chair, Table, changed, with_match
from tables import LONG, START, Shelf, new_table

SECOND = 1000


def bytes_of(client: Redis, table: Table) -> int:
    """All keys of the table."""
    names = (*client.keys(f"*{table.table_id}*"), *client.keys(f"*:code:{table.join_code}"))
    return sum(client.memory_usage(name, samples=0) for name in names)


def sizes_by_deal(
    store: TableStore, client: Redis, chairs: tuple[Chair, ...], *, is_kept: bool, deals: int
) -> Iterator[int]:
    """The bytes at the end of deal 1, 2, 3 …, one commit an action, as with four players."""
    shelf, rng = Shelf.put(store, new_table(chairs=chairs, rules=LONG)), Random(1)
    number, now = 1, START
    while number <= deals:
        table = shelf.loaded.table
        assert table.match is not None
        now += 8 * SECOND
        step = take_turn(table.match, table.match.to_act[0], Level.EASY)
        if step.match.deal.number != number:
            yield bytes_of(client, table)
            number += 1
        shelf.put_change(
            changed(with_match(table, step.match, now), step.events, now), rng.randbytes(16), is_kept=is_kept
        )
