"""What the store needs of a Redis client: `redis.Redis` has it, and so has what a test puts in its place."""

from types import TracebackType
from typing import Any, Protocol, Self

Argument = bytes | str | int


class Pipe(Protocol):
    """Commands that are sent together."""

    def execute_command(self, *args: Argument) -> Any: ...

    def execute(self) -> Any:
        """The replies, in the order of the commands."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Client(Protocol):
    def execute_command(self, *args: Argument) -> Any:
        """The reply to one command. Raises redis.exceptions.RedisError."""

    def pipeline(self, transaction: bool) -> Pipe: ...
