#!/usr/bin/env python3
"""How long after its limit a call ends: every question about feature models and templates, under `--timeout`, after
Ctrl-C, and under `--memory`.

Each call is stopped at several moments of its work, and the worst overshoot is shown: wall milliseconds from the limit
to the end of the process. Calls that end by themselves before the limit are not counted. What starting the program takes
is part of it. For memory the process is watched: milliseconds from the moment at which its own memory (resident, without
what it shares with files) gets above the limit and stays there, and MiB of the peak above it; peaks of a few milliseconds,
after which it is below the limit again, are no reason to stop. For a server, questions are what is limited by time, and
the server is what is ended by a signal while it answers one. What ends late is run again, twice: the worst run and the
median are recorded, with the load of the machine, which should be idle.

Files and folders that are not complete must not be left behind; how many there are is recorded too. The limits of several
answers, each of which has its own, add up.

Models and templates come from folders of benchmark data (--data DIR, --templates DIR) where these are there; a file of
ten million clauses and templates of thousands of conditional nodes are generated. Needs Linux, Python 3 and a release
build. Writes benchmarks/results/overshoot-<commit>.csv.
"""

import argparse
import csv
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from processes import PROGRAM, ROOT, commit, generate, generate_open, machine

# What is promised, in milliseconds.
PROMISE = 50

# How often what is late is run again.
AGAIN = 2

# Seconds for which memory has to stay above its limit to count.
PEAK = 0.005

MODEL_CALLS = {
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
    "certify": ["count", "{file}", "--certify", "{work}/certificate"],
    "save": ["count", "{file}", "--save", "{work}/model.nnf"],
}

TEMPLATE_CALLS = {
    "count": ["count", "{file}"],
    "per-element": ["count", "{file}", "--per-element"],
    "elements": ["elements", "{file}"],
    "list": ["list", "{file}"],
    "uniform": ["sample", "{file}", "--uniform", "1000"],
    "pairwise": ["sample", "{file}", "--pairwise"],
    "check": ["check", "{file}"],
    "explain": ["explain", "{file}"],
    "optimize": ["optimize", "{file}", "--max"],
    "diff": ["diff", "{file}", "{file}"],
    "export": ["export", "{file}", "--to", "dimacs"],
    "graph": ["graph", "{file}"],
    "report": ["report", "{file}"],
    "runtime": ["runtime", "{file}", "--all-variants"],
    "several": ["check", "{file}", "{file}"],
    "fix": ["check", "{copy}", "--fix"],
    "watch": ["check", "{file}", "--watch"],
    "write": ["list", "{file}", "--write", "{work}/variants"],
    "certify": ["elements", "{file}", "--certify", "{work}/certificate"],
    "tests": ["sample", "{file}", "--pairwise", "--tests", "{work}/tests"],
    "test": ["test", "{suite}"],
    "coverage": ["test", "{suite}", "--coverage"],
    "presets": ["presets", "{file}"],
    "resolve": ["resolve", "{file}"],
    "serve": ["serve", "{file}"],
}

# Calls that take no limits: signals are all that ends them.
UNLIMITED = {"watch", "test", "presets", "resolve"}

# Limits that calls do not take, or that are not about all of the call: the time of coverage begins when the tests are done.
UNLIMITED_BY = {("serve", "memory"), ("runtime", "memory"), ("coverage", "timeout")}

HARD = ["exo-2000", "logic-chain-3000", "xor-wide-5000", "add-deep-5000"]

# Seconds after its limit when a call is no longer waited for; and for a limit of memory that is not reached.
PATIENCE = 5

PAGE = os.sysconf("SC_PAGESIZE")


def started(command):
    """The process, and when it began."""
    start = time.monotonic()
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), start


def overshoot(command, limit, by):
    """Milliseconds from the limit to the end of the process, none when it ended before; and MiB above the limit."""
    name = command[1]
    if name == "serve":
        return served(command, limit, by), None
    if by == "memory":
        return above(command, limit)
    if by == "timeout":
        command = [*command, "--timeout", f"{limit}s"]
        if name == "check":
            # Each template has limits of its own; before it is checked, it may be repaired under others.
            limit *= command.count(command[2]) + command.count("--fix")
    process, start = started(command)
    if by == "signal":
        time.sleep(max(0, start + limit - time.monotonic()))
        if process.poll() is not None:
            return None, None
        process.send_signal(signal.SIGINT)
    killer = threading.Timer(PATIENCE + max(0, start + limit - time.monotonic()), process.kill)
    killer.start()
    process.wait()
    killer.cancel()
    late = time.monotonic() - start - limit
    return (late * 1000 if late > 0 else None), None


def served(command, limit, by):
    """The same for a question that is asked of a server, or for the server that is asked."""
    process = subprocess.Popen([*command, "--timeout", f"{limit if by == 'timeout' else 60}s"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        url = process.stdout.readline().strip()
        answered = []
        start = time.monotonic()
        asking = threading.Thread(target=ask, args=(f"{url}elements", answered), daemon=True)
        asking.start()
        if by == "timeout":
            asking.join(limit + PATIENCE)
            late = time.monotonic() - start - limit
        else:
            time.sleep(limit)
            if answered:
                return None
            process.send_signal(signal.SIGINT)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                pass
            late = time.monotonic() - start - limit
        return late * 1000 if late > 0 else None
    finally:
        process.kill()
        process.wait()


def ask(url, answered):
    """Asks a question; the answer is no matter."""
    try:
        urllib.request.urlopen(urllib.request.Request(url, data=b"{}"), timeout=60).read()
    except (OSError, urllib.error.URLError):
        pass
    answered.append(True)


def above(command, limit):
    """The same for a limit of so many MiB."""
    process, start = started([*command, "--memory", f"{limit}MiB"])
    since, stayed, peak = None, False, 0.0
    while process.poll() is None:
        held, now = own_memory(process.pid), time.monotonic()
        peak = max(peak, held)
        if held > limit and since is None:
            since = now
        stayed |= since is not None and now - since > PEAK
        if held <= limit and not stayed:
            since = None
        if now > (start if since is None else since) + PATIENCE:
            process.kill()
        time.sleep(0.0005)
    if since is None:
        return None, None
    return (time.monotonic() - since) * 1000, peak - limit


def own_memory(pid):
    """MiB that are resident and not shared with files; zero when the process is gone."""
    try:
        _, resident, shared = Path(f"/proc/{pid}/statm").read_text().split()[:3]
    except (OSError, ValueError):
        return 0.0
    return (int(resident) - int(shared)) * PAGE / 2**20


def overshoots(words, file, other, limit, by):
    """Overshoots, and what was left over; what is late is run again."""
    runs, left = [], 0
    while not runs or (len(runs) <= AGAIN and runs[0][0] is not None and runs[0][0] > PROMISE):
        with tempfile.TemporaryDirectory() as work:
            names = {"file": file, "other": other, "work": work, "copy": f"{work}/copy.yaml", "suite": f"{work}/suite"}
            if "{copy}" in words:
                shutil.copy(file, names["copy"])
            if "{suite}" in words:
                suite(Path(names["suite"]), file)
            runs.append(overshoot([str(PROGRAM)] + [word.format(**names) for word in words], limit, by))
            if runs[-1][0] is not None:
                # What did not end by itself had to be killed.
                left += sum(1 for _ in Path(work).rglob(".*"))
    # A run that ended by itself says nothing.
    return [run for run in runs if run[0] is not None], left


def suite(folder, file):
    """A Variability Test of the template."""
    folder.mkdir()
    shutil.copy(file, folder / "template.yaml")
    (folder / "test.yaml").write_text("description: what is stopped\n")
    (folder / "expected.yaml").write_text("tosca_definitions_version: tosca_simple_yaml_1_3\n")


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


def tangled(path, nodes):
    """Writes a template of nodes whose conditions tie all inputs together: no question about all variants ends soon."""
    with path.open("w") as file:
        file.write("tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: {type_default_condition: true}\n    inputs:\n")
        file.writelines(f"      i{number}: {{type: boolean}}\n" for number in range(nodes))
        file.write("    constraints:\n")
        for number in range(nodes):
            first, second, node = (number * 7 + 3) % nodes, (number * number * 5 + 11) % nodes, (number**3 + number * 13 + 1) % nodes
            file.write(f"      - or: [{{variability_input: i{first}}}, {{not: {{variability_input: i{second}}}}}, {{node_presence: n{node}}}]\n")
        file.write("  node_templates:\n    n0: {type: t, conditions: {variability_input: i0}}\n")
        for number in range(1, nodes):
            first, second = (number * 11 + 5) % nodes, (number * number * 3 + 7) % nodes
            both = f"{{variability_input: i{first}}}, {{variability_input: i{second}}}"
            file.write(f"    n{number}: {{type: t, conditions: {{xor: [{both}, {{node_presence: n{number - 1}}}]}}}}\n")
    return path


def models(options, folder):
    """Feature models, and whether to stop calls by memory."""
    files = [options.data / f"{model}.cnf" for model in options.models]
    files += [options.data / f"{model}.uvl" for model in options.uvl]
    return [path for path in files if path.is_file()] + [options.huge or huge(folder)]


def templates(options, folder):
    """Templates: those of the benchmark data, and some that are generated."""
    hard = [options.templates / "hard" / f"{name}.yaml" for name in HARD]
    scaling = [options.templates / "scaling" / "seed-10000.yaml"]
    made = [
        generate(folder / "blocks-3000.yaml", 3000),
        generate_open(folder / "open-5000-60.yaml", 5000, 60),
        generate_open(folder / "open-10000-40.yaml", 10000, 40),
        tangled(folder / "tangled-200.yaml", 200),
        tangled(folder / "tangled-2000.yaml", 2000),
    ]
    return [path for path in hard + scaling if path.is_file()] + made


def jobs(options, folder):
    """Kind, name of the call, file and command of all that is stopped."""
    kinds = [("model", MODEL_CALLS, models), ("template", TEMPLATE_CALLS, templates)]
    for kind, calls, subjects in kinds:
        if kind not in options.kinds:
            continue
        files = subjects(options, folder)
        other = options.data / "automotive01.cnf"
        for name, words in calls.items():
            if options.calls and name not in options.calls:
                continue
            for path in files:
                if not options.only or any(part in path.stem for part in options.only):
                    yield kind, name, path, words, other


def limits(options, name):
    """What a call is stopped by, and when."""
    for by in options.by:
        if by == "signal" or name not in UNLIMITED and (name, by) not in UNLIMITED_BY:
            yield from ((by, limit) for limit in (options.memories if by == "memory" else options.limits))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = ROOT.parent / "shared" / "bench"
    parser.add_argument("--data", type=Path, default=shared / "feature-models", metavar="DIR")
    parser.add_argument("--templates", type=Path, default=shared / "templates", metavar="DIR")
    parser.add_argument("--models", nargs="*", default=["linux26333-kn", "linux-2013-11-pett", "automotive02v1", "freetz-lvat"], metavar="NAME")
    parser.add_argument("--uvl", nargs="*", default=["busybox118-kn"], metavar="NAME")
    parser.add_argument("--limits", nargs="*", type=float, default=[0.02, 0.1, 0.3, 1, 3], metavar="SECONDS")
    parser.add_argument("--memories", nargs="*", type=int, default=[16, 64, 256], metavar="MIB")
    parser.add_argument("--kinds", nargs="*", default=["model", "template"], choices=["model", "template"])
    parser.add_argument("--by", nargs="*", default=["timeout", "signal", "memory"], choices=["timeout", "signal", "memory"])
    parser.add_argument("--calls", nargs="*", metavar="CALL", help="only these questions")
    parser.add_argument("--only", nargs="*", metavar="TEXT", help="only files that have one of these in their names")
    parser.add_argument("--huge", type=Path, metavar="FILE", help="a file to read instead of the generated one")
    return parser.parse_args()


def main():
    options = arguments()
    # What runs in the background ignores Ctrl-C, and so would what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"overshoot-{name}.csv"
    results.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, results.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["machine", "commit", "kind", "call", "file", "by", "limit", "overshoot_ms", "median_ms", "overshoot_mib", "left_over", "load"])
        print(f"{'kind':8} {'call':12} {'file':20} {'ms':>7} {'MiB':>6}  worst of all limits")
        for kind, call, path, words, other in jobs(options, Path(folder)):
            worst, most = (0.0, ""), 0.0
            for by, limit in limits(options, call):
                runs, left = overshoots(words, path, other, limit, by)
                if not runs and not left:
                    continue
                late = [run[0] for run in runs] or [0.0]
                more = max((run[1] for run in runs if run[1] is not None), default=None)
                figures = [f"{max(late):.0f}", f"{statistics.median(late):.0f}", "" if more is None else f"{more:.0f}", left]
                table.writerow([machine(), name, kind, call, path.stem, by, limit, *figures, f"{os.getloadavg()[0]:.1f}"])
                file.flush()
                worst, most = max(worst, (max(late), f"{by} at {limit}")), max(most, more or 0.0)
            mark = "" if worst[0] <= PROMISE else "  (more than promised)"
            print(f"{kind:8} {call:12} {path.stem:20} {worst[0]:7.0f} {most:6.0f}  {worst[1]}{mark}", flush=True)
    print(f"written to {results.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
