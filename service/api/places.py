"""The places that streams and long-polls take in a process: so many of all, of one token, of one address."""

from collections.abc import Callable

from flask import request

from service.api.callers import caller_of, name_of_hash
from service.api.context import context
from service.api.permits import Permits, Shares
from service.auth import hash_token

GiveBack = Callable[[], None]


def hash_of(token: str | None) -> bytes | None:
    return None if token is None else hash_token(token)


def take_share(hashed: bytes | None) -> GiveBack | None:
    """One more for the token with that hash, at the caller's address. None: one of them has its share."""
    at, network = context(), caller_of(request.environ).network
    taken: list[tuple[Shares, str]] = []

    def give_back() -> None:
        for shares, holder in taken:
            shares.give_back(holder)
        taken.clear()

    wanted = [(at.of_address, network)]
    if hashed is not None:
        wanted.append((at.of_token, name_of_hash(hashed)))
    for shares, holder in wanted:
        if not shares.take(holder):
            give_back()
            return None
        taken.append((shares, holder))
    return give_back


def take_place(permits: Permits, hashed: bytes | None) -> GiveBack | None:
    """A share and a permit. None: there is none."""
    give_back = take_share(hashed)
    if give_back is None:
        return None
    if not permits.acquire():
        give_back()
        return None

    def leave() -> None:
        permits.release()
        give_back()

    return leave
