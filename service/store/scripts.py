"""Our Lua scripts, each one call that does no harm when it is sent twice."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from redis.exceptions import NoScriptError

from service.store.client import Argument, Client, Pipe

_FOLDER: Final = Path(__file__).parent / "lua"


class Script:
    """A script of the folder `lua`; the names before the last are chunks that stand in front of it."""

    def __init__(self, *names: str) -> None:
        self.text = "\n".join((_FOLDER / f"{name}.lua").read_text() for name in names)
        self._digest = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: Client, keys: Sequence[str], args: Sequence[Argument] = ()) -> Any:
        try:
            return client.execute_command("EVALSHA", self._digest, len(keys), *keys, *args)
        except NoScriptError:
            return client.execute_command("EVAL", self.text, len(keys), *keys, *args)

    def add(self, pipe: Pipe, keys: Sequence[str], args: Sequence[Argument]) -> None:
        """For a pipeline, which can't ask again: with its text, so a small one."""
        pipe.execute_command("EVAL", self.text, len(keys), *keys, *args)
