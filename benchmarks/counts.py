#!/usr/bin/env python3
"""Counts the models of all DIMACS files of a folder: CPU seconds, wall seconds, peak memory, and whether the number is right.

`variscope count FILE --format json` is always measured. Other counters are measured on the same files, in the same run,
when they are on the PATH (ganak, d4, sharpsat-td; cadiback for the backbone). For those that are not, figures that were
recorded elsewhere are shown beside ours (--recorded CSV, columns model, tool and cpu_s; empty where the tool did not
finish in 120 s). recorded-counters.csv has one run each on a loaded two-core machine: differences below 2x mean nothing.

Numbers are compared with the folder's manifest.csv (columns name, count, projected_count, notes) where there is one.
Files that list a projection (`c p show`) are counted over it.

A process inherits the peak of this script, so that peaks of less than 20 MiB mean nothing.

Needs Linux, Python 3 and a release build. Writes benchmarks/results/counts-<commit>.csv.
"""

import argparse
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from processes import PROGRAM, ROOT, commit, machine

# How each peer is called, and where its number is in what it prints.
PEERS = {
    "ganak": (["ganak", "{file}"], r"^c s exact arb int (\d+)"),
    "sharpsat-td": (["sharpsat-td", "-decot", "5", "-decow", "100", "-tmpdir", "/tmp", "-cs", "1000", "{file}"], r"^c s exact arb int (\d+)"),
    "d4": (["d4", "-i", "{file}", "-m", "counting"], r"^s (\d+)"),
    "cadiback": (["cadiback", "-q", "{file}"], None),
}


def run(command, limit):
    """Output, CPU seconds, wall seconds, peak MiB and exit status of one process; a process over the limit is killed."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    killer = threading.Timer(limit, os.kill, (process.pid, signal.SIGKILL))
    killer.start()
    output = process.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    killer.cancel()
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return output, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, process.returncode


def our_number(output):
    """The number in our JSON answer, or None when it is only a bound."""
    try:
        answer = json.loads(output)
    except ValueError:
        return None
    if answer.get("exact") is False:
        return None
    numbers = (answer.get(key) for key in ("count", "models", "variants"))
    return next((str(number) for number in numbers if number is not None), None)


def tools(limit):
    """Name, command and reader of the number, of everything that can be measured here."""
    yield "variscope", [str(PROGRAM), "count", "{file}", "--format", "json", "--timeout", str(limit)], our_number
    for name, (command, pattern) in PEERS.items():
        if shutil.which(command[0]):
            yield name, command, lambda output, pattern=pattern: find(pattern, output)


def find(pattern, output):
    """The first group of the pattern, which is looked for from line to line."""
    match = re.search(pattern, output, re.MULTILINE) if pattern else None
    return match and match.group(1)


def read_rows(path, key):
    """The rows of a CSV file by the values of some columns; none when there is no file."""
    if not path.is_file():
        return {}
    with path.open(newline="") as file:
        return {tuple(row[column] for column in key): row for row in csv.DictReader(file)}


def verdict(number, known):
    """What the manifest says about a number."""
    if number is None:
        return "none"
    if known is None or not (known["projected_count"] or known["count"] or known["notes"]):
        return "new"
    expected = known["projected_count"] or known["count"]
    return "right" if number == expected or number in known["notes"] else "unknown" if not expected else "WRONG"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "bench" / "feature-models", metavar="DIR")
    parser.add_argument("--recorded", type=Path, default=Path(__file__).with_name("recorded-counters.csv"), metavar="CSV", help="figures of counters that are not installed here")
    parser.add_argument("--limit", type=int, default=120, metavar="SECONDS", help="longest run of one process")
    parser.add_argument("--only", default="", metavar="TEXT", help="measure only what has this in its name")
    options = parser.parse_args()
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    known = read_rows(options.data / "manifest.csv", ["name"])
    recorded = read_rows(options.recorded, ["model", "tool"])
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"counts-{name}.csv"
    results.parent.mkdir(exist_ok=True)
    wrong = 0
    with results.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["machine", "commit", "model", "tool", "measured", "cpu_s", "wall_s", "peak_mib", "status", "number"])
        print(f"{'model':24} {'tool':12} {'CPU s':>8} {'wall s':>8} {'MiB':>7} {'number':>8}")
        for path in sorted(options.data.glob("*.cnf"), key=lambda path: path.stat().st_size):
            model = path.stem
            if options.only not in model:
                continue
            for tool, command, read in tools(options.limit):
                command = [str(path) if word == "{file}" else word for word in command]
                output, cpu, wall, peak, status = run(command, options.limit + 5)
                said = verdict(read(output), known.get((model,))) if tool != "cadiback" else ""
                wrong += said == "WRONG"
                table.writerow([machine(), name, model, tool, "here", f"{cpu:.3f}", f"{wall:.3f}", f"{peak:.1f}", status, said])
                file.flush()
                print(f"{model:24} {tool:12} {cpu:8.2f} {wall:8.2f} {peak:7.0f} {said:>8}")
            for (other, tool), row in recorded.items():
                if other == model and not shutil.which(tool):
                    table.writerow(["", "", model, tool, "recorded", row["cpu_s"], "", "", "", ""])
                    print(f"{model:24} {tool:12} {row['cpu_s'] or '> 120 s':>8} {'':8} {'':7} recorded")
    print(f"written to {results.relative_to(ROOT)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
