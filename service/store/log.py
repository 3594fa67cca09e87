"""The logs of tables: streams with one entry a commit."""

from collections.abc import Sequence

from service.outage import outages_told
from service.ports import LogEntry
from service.store import keys
from service.store.client import Client
from service.store.event_codec import decode_commit


class RedisLog:
    def __init__(self, reader: Client) -> None:
        self._reader = reader

    def read(self, table_id: str, after: int = 0, limit: int | None = None) -> Sequence[LogEntry]:
        if not keys.is_table_id(table_id):
            return ()
        count = () if limit is None else ("COUNT", limit)
        with outages_told():
            # An entry's id begins with the number of its last event.
            entries: list[tuple[bytes, dict[bytes, bytes]]] = self._reader.execute_command(
                "XRANGE", keys.log_key(table_id), after + 1, "+", *count
            )
        return tuple(_entry_of(entry_id, fields) for entry_id, fields in entries)


def _entry_of(entry_id: bytes, fields: dict[bytes, bytes]) -> LogEntry:
    last_seq, version = map(int, entry_id.split(b"-"))
    at, events = decode_commit(fields[b"e"])
    return LogEntry(version, at, last_seq - len(events) + 1, events)
