"""`make load`: puts the helpers on the path, makes waiting cheap, and runs the load generator."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]


def run() -> None:
    """Everything waits on greenlets: ten thousand players in one process, and a client in a few lines."""
    from gevent import monkey

    monkey.patch_all()
    sys.path += [str(TESTS / "bench"), str(TESTS / "support")]
    from load_command import main

    main()


if __name__ == "__main__":
    run()
