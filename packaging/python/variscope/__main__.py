"""`python -m variscope` is the program."""

import subprocess
import sys

from ._program import find

if __name__ == "__main__":
    sys.exit(subprocess.run([find(), *sys.argv[1:]]).returncode)
