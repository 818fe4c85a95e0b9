#!/usr/bin/env python3
"""Times whole processes: CPU seconds, wall seconds and peak memory of `variscope resolve`, and of questions about all
variants.

Our own CSARs and generated templates are always measured. Where the benchmark data of the reference implementation lie
(--data DIR, with scaling/ and hard/), they are measured too and set against the figures that were recorded for the
reference: whole process for scaling/, warm process without start-up for hard/.

A process inherits the peak of this script, so that peaks of less than 20 MiB mean nothing.

Needs Linux, Python 3 and a release build. Writes benchmarks/results/<commit>.csv.
"""

import argparse
import csv
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "variscope"

# CPU seconds and peak MiB of the reference; None where it does not finish or crashes.
REFERENCE = {
    "scaling/seed-10": (1.23, 166),
    "scaling/seed-1000": (2.50, 204),
    "scaling/seed-10000": (8.5, 622),
    "hard/prune-50": (0.411, None),
    "hard/prune-200": (0.693, None),
    "hard/prune-1000": (1.727, None),
    "hard/pairs-20-max": (0.126, None),
    "hard/pairs-100-max": (0.837, None),
    "hard/pairs-20-min-cov": (0.283, None),
    "hard/pairs-30-min-cov": (0.305, None),
    "hard/pairs-40-min-cov": (0.963, None),
    "hard/pairs-60-min-cov": (4.433, None),
    "hard/php-8": (0.277, None),
    "hard/php-9": (4.191, None),
    "hard/exo-2000": (0.689, None),
    "hard/ring-1000-max": (0.453, None),
    "hard/ring-1000-min": (0.453, None),
    "hard/add-wide-100000": (0.148, None),
}

HEAD = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {mode: semantic-strict}
    inputs: {size: {type: integer}}
    expressions:
"""

BLOCK = """\
    app_{block}:
      type: App
      properties:
        - level: {{value: high, conditions: {{logic_expression: is_large_{block}}}}}
        - level: {{value: low, default_alternative: true}}
      requirements:
        - db: db_{block}
        - cache: cache_{block}
    db_{block}:
      type: Database
    cache_{block}:
      type: Cache
      conditions: {{logic_expression: is_large_{block}}}
"""

OPEN_HEAD = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {checks: false}
    inputs:
"""

CSARS = [("webshop", "dev"), ("webshop", "prod"), ("elastic-pipeline", "elastic"), ("edge-analytics", "hybrid")]


def generate(path, blocks):
    """Writes a template of independent blocks: conditional nodes, relations and properties."""
    with path.open("w") as file:
        file.write(HEAD)
        for block in range(blocks):
            file.write(f"      is_large_{block}: {{greater: [{{variability_input: size}}, {block % 7}]}}\n")
        file.write("  node_templates:\n")
        for block in range(blocks):
            file.write(BLOCK.format(block=block))
    return path


def generate_open(path, nodes, inputs):
    """Writes a template of nodes under conditions over Boolean inputs, two for most nodes: 2 to the power of `inputs`
    configurations, each with a variant of its own."""
    with path.open("w") as file:
        file.write(OPEN_HEAD)
        for number in range(inputs):
            file.write(f"      i{number}: {{type: boolean}}\n")
        file.write("  node_templates:\n")
        for node in range(nodes):
            first, second = node % inputs, (node * node + 7 * node) // inputs % inputs
            literals = [f"{{variability_input: i{first}}}", f"{{not: {{variability_input: i{second}}}}}"]
            operator = "and" if node % 3 else "or"
            condition = literals[0] if node < inputs else f"{{{operator}: [{', '.join(literals)}]}}"
            file.write(f"    n{node}:\n      type: t\n      conditions: {condition}\n")
            if node >= inputs and node % 4 == 0:
                file.write(f"      requirements: [{{dep: {{node: n{(node * 31 + 5) % node}}}}}]\n")
    return path


def questions(folder, data):
    """Name and arguments of questions about all variants."""
    path = generate_open(folder / "open.yaml", 2000, 40)
    subjects = [("webshop", ROOT / "tests" / "csar" / "webshop"), ("open-2000-40", path)]
    examples = data.parent.parent / "conformance" / "D-2025-07" / "examples"
    subjects += [("seed-1000", data / "scaling" / "seed-1000.yaml")]
    subjects += [(f"example/{name}", examples / f"unfurl-technology---{name}") for name in ("boutique", "industry-triple")]
    for name, subject in subjects:
        if subject.exists():
            for command in ("count", "elements", "check"):
                yield f"{command}/{name}", [command, subject]
    yield "list-100000/open-2000-40", ["list", path, "--limit", "100000"]


def jobs(folder, data):
    """Name and arguments of everything to measure."""
    yield from ((name, ["resolve", *arguments]) for name, arguments in resolved(folder, data))
    yield from questions(folder, data)


def resolved(folder, data):
    """Name and arguments of what is resolved."""
    for csar, preset in CSARS:
        yield f"csar/{csar}-{preset}", [ROOT / "tests" / "csar" / csar, "--preset", preset]
    for blocks in (100, 1000, 10000):
        path = generate(folder / f"blocks-{blocks}.yaml", blocks)
        yield f"blocks/{blocks}", [path, "--input", "size=3"]
    if not data.is_dir():
        return
    for size in (10, 100, 1000, 10000):
        scaling = data / "scaling"
        yield f"scaling/seed-{size}", [scaling / f"seed-{size}.yaml", "--inputs", scaling / "inputs.present.yaml"]
    for path in sorted((data / "hard").glob("*.yaml")):
        if not path.stem.startswith(("env-", "empty-")):
            given = ["--input", "env=prod"] if path.stem.startswith("prune") else []
            yield f"hard/{path.stem}", [path, *given]


def run(arguments, limit):
    """CPU seconds, wall seconds, peak MiB and exit status of one process; a process over the limit is killed."""
    command = [str(PROGRAM), *map(str, arguments)]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killer = threading.Timer(limit, os.kill, (process.pid, signal.SIGKILL))
    killer.start()
    _, status, usage = os.wait4(process.pid, 0)
    killer.cancel()
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, process.returncode


def measure(arguments, repetitions, limit):
    """Medians over several runs; a run that takes long is not repeated."""
    runs = [run(arguments, limit)]
    while len(runs) < repetitions and runs[0][1] < 5:
        runs.append(run(arguments, limit))
    return [statistics.median(column) for column in zip(*runs)]


def machine():
    """The processor and the number of cores."""
    model = platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{model}, {os.cpu_count()} cores"


def commit():
    """The short name of the commit, marked when files differ from it."""
    git = ["git", "-C", str(ROOT)]
    name = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    changed = subprocess.run([*git, "status", "--porcelain", "src", "encoder"], capture_output=True, text=True, check=True).stdout
    return name + ("-changed" if changed else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "bench" / "templates", metavar="DIR")
    parser.add_argument("--repetitions", type=int, default=5, metavar="N")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="longest run of one process")
    parser.add_argument("--only", default="", metavar="TEXT", help="measure only what has this in its name")
    options = parser.parse_args()
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"{name}.csv"
    results.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, results.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["machine", "commit", "template", "cpu_s", "wall_s", "peak_mib", "status", "reference_cpu_s", "reference_peak_mib", "times_faster"])
        print(f"{'template':32} {'CPU s':>8} {'wall s':>8} {'MiB':>7} {'status':>6} {'reference':>10} {'faster':>8}")
        for template, arguments in jobs(Path(folder), options.data):
            if options.only not in template:
                continue
            cpu, wall, peak, status = measure(arguments, options.repetitions, options.limit)
            reference, memory = REFERENCE.get(template, (None, None))
            faster = f"{reference / cpu:.0f}" if reference else ""
            table.writerow([machine(), name, template, f"{cpu:.4f}", f"{wall:.4f}", f"{peak:.1f}", int(status), reference or "", memory or "", faster])
            file.flush()
            print(f"{template:32} {cpu:8.3f} {wall:8.3f} {peak:7.1f} {int(status):6} {reference or '':>10} {faster:>8}")
    print(f"written to {results.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
