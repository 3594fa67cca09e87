"""Every part is restarted, one after the other, under clients that check every answer: nothing is lost."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from deployment import WEBS, WORKERS, CheckingClient, Deployment, RovingFollower, running_deployment
from engine.record_reading import parse_record
from engine.verify import verify
from record_auditor import audit
from stream_followers import follow_all

CLIENTS = 6
RULES = {"preset": "short", "target": 60}


@dataclass
class Load:
    """Clients that play one match after the other until `is_enough`, each followed by a stream as well."""

    urls: tuple[str, ...]
    is_enough: Event = field(default_factory=Event)
    matches: int = 0
    reconnects: int = 0
    told_to: int = 0
    trouble: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        client = CheckingClient(self.urls, self.trouble)
        while not self.is_enough.is_set():
            client.sit_down(RULES)
            follower = RovingFollower("", client.path, client.token, urls=self.urls)
            with ThreadPoolExecutor(1) as thread:
                followed = thread.submit(follow_all, [follower], lambda: None)
                client.play()
                followed.result()
            self.check(client, follower)

    def check(self, client: CheckingClient, follower: RovingFollower) -> None:
        events = client.events()
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        assert follower.seqs == [event["seq"] for event in events]
        own = [event for acknowledged in client.acknowledged.values() for event in acknowledged]
        assert [event for event in own if event not in events] == []
        for key, acknowledged in client.acknowledged.items():
            assert client.recorded(key) == acknowledged
        played = [
            each for each in events if each["type"] in ("bid_made", "card_played") and each["seat"] == "S"
        ]
        assert len(played) == len(client.acknowledged)
        record = client.record()
        assert audit(record) == []
        assert verify(parse_record(record)) == ()
        self.matches += 1
        self.reconnects += follower.streams - 1
        self.told_to += follower.told["reconnect"]


def roll(deployment: Deployment) -> None:
    """As a deployment does it, one part after the other; each one ends by itself, and in good order."""
    for web in WEBS:
        deployment.reload(web)
    statuses = {web: deployment.restart(web) for web in WEBS}
    statuses |= {part: deployment.replace(part) for part in (*WORKERS, "ticker")}
    assert statuses == dict.fromkeys((*WEBS, *WORKERS, "ticker"), 0)


@pytest.mark.slow
def test_a_rolling_restart_loses_nothing(tmp_path: Path) -> None:
    with running_deployment(tmp_path) as deployment, ThreadPoolExecutor(CLIENTS) as threads:
        load = Load(deployment.urls)
        clients = [threads.submit(load.play) for _ in range(CLIENTS)]
        try:
            roll(deployment)
        finally:
            load.is_enough.set()
        for client in clients:
            client.result()
    assert load.matches >= CLIENTS
    assert load.reconnects >= CLIENTS  # the streams did meet the restarts
    assert load.told_to >= load.reconnects / 2  # and were sent away, not cut off
    assert set(load.trouble) <= {"URLError", "ConnectionResetError", "RemoteDisconnected"}, load.trouble
