"""`make faults`: puts the helpers of the tests on the path, as pytest does, and runs the rounds."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))

from faults_command import main

if __name__ == "__main__":
    sys.exit(main())
