"""The smoke test finds nothing wrong with a service that works, and something with one that doesn't."""

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from process_ports import free_ports
from whole_service import Service

PATH = Path(__file__).parents[2] / "deploy" / "smoke.py"


@pytest.fixture(scope="module")
def run() -> Callable[[str, Callable[[str], object]], bool]:
    spec = importlib.util.spec_from_file_location("smoke", PATH)
    assert spec
    assert spec.loader
    smoke: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(smoke)
    return smoke.run


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data")
    yield service
    service.stop()


@pytest.mark.slow
def test_a_service_that_works(service: Service, run: Callable[[str, Callable[[str], object]], bool]) -> None:
    said: list[str] = []
    assert run(service.url, said.append), said
    assert len(said) == 8


def test_no_service(run: Callable[[str, Callable[[str], object]], bool]) -> None:
    said: list[str] = []
    assert not run(f"http://127.0.0.1:{free_ports(1)[0]}", said.append)
    assert len(said) == 1
    assert said[0].startswith("WRONG")
