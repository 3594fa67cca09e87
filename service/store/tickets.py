"""Stream tickets: one key each, which the server ends by itself."""

from service.outage import outages_told
from service.store import keys
from service.store.client import Client


class RedisTickets:
    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, table_id: str, ticket: bytes, holder: bytes, milliseconds: int) -> bool:
        key = keys.ticket_key(table_id, ticket.hex())
        with outages_told():
            return bool(self._client.execute_command("SET", key, holder, "NX", "PX", milliseconds))

    def holder(self, table_id: str, ticket: bytes) -> bytes | None:
        with outages_told():
            found: bytes | None = self._client.execute_command("GET", keys.ticket_key(table_id, ticket.hex()))
        return found

    def keep(self, table_id: str, ticket: bytes, milliseconds: int) -> None:
        with outages_told():
            self._client.execute_command("PEXPIRE", keys.ticket_key(table_id, ticket.hex()), milliseconds)
