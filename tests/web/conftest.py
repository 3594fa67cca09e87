"""A real Chromium and a real service for the tests of the client."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from chromium import MISSING, find_chromium, running_chromium
from fake_server import FakeServer
from visits import Visit
from whole_service import Service


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    program = find_chromium()
    if program is None:
        assert not request.config.getoption("--require-chromium"), MISSING
        pytest.skip(MISSING)
    with running_chromium(program) as browser:
        yield browser


@pytest.fixture(scope="session")
def visit(chromium: Browser) -> Iterator[Visit]:
    with FakeServer().open() as server:
        yield Visit(chromium, server)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("service"), "--web-workers", "1", "--workers", "1")
    try:
        yield service
    finally:
        service.stop()


@pytest.fixture(scope="session")
def shots(pytestconfig: pytest.Config) -> Path:
    folder = pytestconfig.rootpath / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """What uses the browser is marked, so that none is run as a quick test by mistake."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.web)
