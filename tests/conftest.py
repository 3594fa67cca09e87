"""Options and fixtures of all tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="Write tests/golden/ anew instead of comparing with it."
    )
    parser.addoption(
        "--require-chromium", action="store_true", help="Fail instead of skipping where there is no Chromium."
    )


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    """Whether the goldens are to be rewritten."""
    return bool(request.config.getoption("--update-goldens"))
