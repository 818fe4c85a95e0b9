#!/usr/bin/env python3
"""How long after its limit a call ends: every question about feature models, under `--timeout` and after Ctrl-C.

Each call is stopped at several moments of its work, and the worst overshoot is shown: wall milliseconds from the limit
to the end of the process. Calls that end by themselves before the limit are not counted. What starting the program takes
is part of it. The machine should be idle otherwise.

Models come from a folder of DIMACS files (--data DIR); one more, of ten million clauses, is generated, and stopped while
it is read. Needs Linux, Python 3 and a release build. Writes benchmarks/results/overshoot-<commit>.csv.
"""

import argparse
import csv
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from processes import PROGRAM, ROOT, commit, machine

# What is promised, in milliseconds.
PROMISE = 50

CALLS = {
    "count": ["count", "{file}"],
    "elements": ["elements", "{file}", "--per-element"],
    "backbone": ["elements", "{file}"],
    "list": ["list", "{file}"],
    "search": ["list", "{file}", "--by-search"],
    "uniform": ["sample", "{file}", "--uniform", "100000"],
    "pairwise": ["sample", "{file}", "--pairwise"],
    "check": ["check", "{file}"],
    "explain": ["explain", "{file}"],
    "optimize": ["optimize", "{file}", "--max"],
    "diff": ["diff", "{file}", "{other}"],
    "export": ["export", "{file}", "--to", "d-dnnf"],
}


def overshoot(command, limit, by_signal):
    """Milliseconds from the limit, in seconds, to the end of the process; None when it ended before."""
    if not by_signal:
        command = [*command, "--timeout", f"{limit}s"]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if by_signal:
        time.sleep(max(0, start + limit - time.monotonic()))
        process.send_signal(signal.SIGINT)
    process.wait()
    late = time.monotonic() - start - limit
    return late * 1000 if late > 0 else None


def huge(folder, clauses=10_000_000, variables=1_000_000):
    """A file with so many clauses of three literals."""
    path = Path(folder) / "ten-million-clauses.cnf"
    state = 1
    with path.open("w") as file:
        file.write(f"p cnf {variables} {clauses}\n")
        lines = []
        for number in range(clauses):
            state = (state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
            first, second, third = (state >> 8) % variables, (state >> 24) % variables, (state >> 40) % variables
            lines.append(f"{first + 1} -{second + 1} {third + 1} 0\n")
            if len(lines) == 100_000:
                file.writelines(lines)
                lines.clear()
        file.writelines(lines)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "bench" / "feature-models", metavar="DIR")
    parser.add_argument("--models", nargs="*", default=["linux26333-kn", "linux-2013-11-pett", "automotive02v1", "freetz-lvat"], metavar="NAME")
    parser.add_argument("--limits", nargs="*", type=float, default=[0.02, 0.1, 0.3, 1, 3], metavar="SECONDS")
    parser.add_argument("--calls", nargs="*", default=list(CALLS), choices=list(CALLS), metavar="CALL")
    parser.add_argument("--huge", type=Path, metavar="FILE", help="a file to read instead of the generated one")
    options = parser.parse_args()
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"overshoot-{name}.csv"
    results.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, results.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["machine", "commit", "call", "model", "by", "limit_s", "overshoot_ms"])
        files = [options.data / f"{model}.cnf" for model in options.models]
        files.append(options.huge or huge(folder))
        other = options.data / "automotive01.cnf"
        print(f"{'call':12} {'worst ms':>9}  where")
        for call in options.calls:
            worst = (0.0, "ended before every limit")
            for path in files:
                command = [str(PROGRAM)] + [word.format(file=path, other=other) for word in CALLS[call]]
                for limit in options.limits:
                    for by_signal in (False, True):
                        late = overshoot(command, limit, by_signal)
                        if late is None:
                            continue
                        by = "signal" if by_signal else "timeout"
                        table.writerow([machine(), name, call, path.stem, by, limit, f"{late:.0f}"])
                        file.flush()
                        worst = max(worst, (late, f"{path.stem}, {by} at {limit} s"))
            print(f"{call:12} {worst[0]:9.0f}  {worst[1]}{'' if worst[0] <= PROMISE else '  (more than promised)'}")
    print(f"written to {results.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
