"""`make bench`: puts the helpers of the tests on the path, as pytest does, and runs the benchmark."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))

from bench_command import main

if __name__ == "__main__":
    main()
