"""The names of all keys and channels.

A table's id bears its shard, and so does a join code. Every key of a shard bears its hash tag, so that one
Lua call finds everything about a table, on one server and on a cluster alike.
"""

import re
from typing import Final

from service.ports import Study
from service.table_turns import Lane

SHARDS: Final = 16
"""A constant of the format, never a setting: ids and join codes in the hands of players bear it."""
SHARD_NAMES: Final = tuple(f"{shard:02}" for shard in range(SHARDS))
PUBLIC: Final = "public"
SECRET_KEYS: Final = "keys"
"""A hash: by the digest of each secret key what is known of it; under `used:<digest>` when it was used."""
DUE_CHANNEL: Final = "due"
"""Where a commit says that work is due at once."""

RUNS: Final = "simulations"
"""A sorted set that runs out: simulations by the time of their making."""
RUNS_GOING_ON: Final = "simulations:going_on"
"""A set of simulations that go on."""

_SHARD: Final = "(?:0[0-9]|1[0-5])"
_TABLE_ID: Final = re.compile(f"tb_{_SHARD}[A-Za-z0-9]{{22}}")
_RUN_ID: Final = re.compile(f"sm_{_SHARD}[A-Za-z0-9]{{22}}")
_JOIN_CODE: Final = re.compile(f"{_SHARD}[A-Za-z0-9]{{1,30}}")


def is_table_id(text: str) -> bool:
    return _TABLE_ID.fullmatch(text) is not None


def is_run_id(text: str) -> bool:
    return _RUN_ID.fullmatch(text) is not None


def is_join_code(text: str) -> bool:
    return _JOIN_CODE.fullmatch(text) is not None


def shard_of(table_id: str) -> str:
    """The name of the table's shard, `00` … `15`."""
    return table_id[3:5]


def shard_of_code(join_code: str) -> str:
    return join_code[:2]


def table_key(table_id: str) -> str:
    """A hash: version, state (with the version and the commit id in front), recent."""
    return f"{{s{table_id[3:5]}}}:table:{table_id}"


def log_key(table_id: str) -> str:
    """A stream: one entry a commit, its id `<last seq>-<version>`."""
    return f"{{s{table_id[3:5]}}}:log:{table_id}"


def outcomes_key(table_id: str) -> str:
    """A hash of the outcomes that are kept: records side by side, under a digit of the commit id."""
    return f"{{s{table_id[3:5]}}}:outcomes:{table_id}"


def run_key(run_id: str) -> str:
    """A hash that runs out: a simulation's stamp and state."""
    return f"{{s{run_id[3:5]}}}:simulation:{run_id}"


def run_records_key(run_id: str) -> str:
    """A list that runs out with it: its records, compressed, in chunks."""
    return f"{{s{run_id[3:5]}}}:simulation-records:{run_id}"


def code_key(join_code: str) -> str:
    """A string: the id of the table with that join code."""
    return f"{{s{join_code[:2]}}}:code:{join_code}"


def due_key(shard: str, lane: Lane) -> str:
    """A sorted set: tables by when they are due; of the bulk lane simulations as well."""
    return f"{{s{shard}}}:due:{lane}"


def pass_key(shard: str) -> str:
    """A hash: when a ticker passed last, and the last outage."""
    return f"{{s{shard}}}:pass"


def failures_key(shard: str) -> str:
    """A hash: failures in a row by table id."""
    return f"{{s{shard}}}:failures"


def study_name(study: Study) -> str:
    """What its waiters are woken by; unlike a table's id it has colons."""
    return f"{study.table_id}:{study.kind}:{study.part}"


def study_key(study: Study) -> str:
    """A string that runs out: the result."""
    return f"{{s{study.table_id[3:5]}}}:study:{study_name(study)}"


def asked_key(study: Study) -> str:
    """A mark that runs out: its making was queued."""
    return f"{{s{study.table_id[3:5]}}}:asked:{study_name(study)}"


def statuses_key(shard: str) -> str:
    """A hash: how many tables have each status."""
    return f"{{s{shard}}}:statuses"


def written_key(shard: str) -> str:
    """A mark that ends by itself: somebody tried whether the shard can be written to."""
    return f"{{s{shard}}}:written"


def wake_channel(shard: str) -> str:
    """Where each commit says `<table id> <last seq>`, and each study that was made `<name> 0`."""
    return f"{{s{shard}}}:wake"


def presence_key(shard: str) -> str:
    """A sorted set: `<table id><seat>` by until when the player counts as there."""
    return f"{{s{shard}}}:presence"


def owned_key(owner: str) -> str:
    """A sorted set: the tables of a secret key by when they were made."""
    return f"owned:{owner}"


def counter_key(name: str) -> str:
    """A string that ends by itself: how often something was asked for."""
    return f"count:{name}"


def ticket_key(table_id: str, ticket: str) -> str:
    """A string that ends by itself: the digest of the token for which the ticket stands."""
    return f"{{s{table_id[3:5]}}}:ticket:{table_id}:{ticket}"
