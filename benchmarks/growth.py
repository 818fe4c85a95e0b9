#!/usr/bin/env python3
"""Whether work grows no faster than the file: files of strangers, each at n, 2n and 4n.

Prints user CPU seconds, or instructions where `perf stat` may count them, and the exponent between the two largest sizes: 1 is
linear. Writes benchmarks/results/growth-<commit>.csv. Exponents of less than .1 s mean nothing and are left out.

Needs Linux, Python 3 and a release build.
"""

import argparse
import csv
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from families import run
from processes import PROGRAM, ROOT, commit, machine

HEAD = "tosca_definitions_version: tosca_variability_1_0\n"
TEMPLATE = HEAD + "topology_template:\n"
INPUTS = "  variability:\n    inputs:\n      k: {type: boolean}\n      l: {type: boolean}\n"
NODE = "  node_templates:\n    a:\n      type: tosca.nodes.Root\n"


def rows(count, row):
    """Lines made of numbers."""
    return "".join(row(place) for place in range(count))


def alternatives(size):
    """Types of one node under two conditions."""
    return TEMPLATE + INPUTS + "  node_templates:\n    a:\n      type:\n" + rows(size, lambda at: f"        - tosca.nodes.T{at}: {{conditions: {{variability_input: {'kl'[at % 2]}}}}}\n")


def numbered_alternatives(size):
    """Types of one node, each under a number of its own."""
    section = "  variability:\n    inputs:\n      k: {type: integer}\n  node_templates:\n    a:\n      type:\n"
    return TEMPLATE + section + rows(size, lambda at: f"        - tosca.nodes.T{at}: {{conditions: {{equal: [{{variability_input: k}}, {at}]}}}}\n")


def bounded_alternatives(size):
    """Types of one node, each below a number of its own."""
    section = "  variability:\n    inputs:\n      k: {type: integer}\n  node_templates:\n    a:\n      type:\n"
    return TEMPLATE + section + rows(size, lambda at: f"        - tosca.nodes.T{at}: {{conditions: {{less: [{{variability_input: k}}, {at}]}}}}\n")


def chosen(at):
    """A condition that holds for one text."""
    return f"conditions: {{equal: [{{variability_input: k}}, v{at}]}}"


CHOICE = "  variability:\n    inputs:\n      k: {type: string}\n"


def values(size):
    """Values of one property, each under a text of its own."""
    return TEMPLATE + CHOICE + NODE + "      properties:\n" + rows(size, lambda at: f"        - p: {{value: v{at}, {chosen(at)}}}\n")


def listed_values(size):
    """Values that an input may have, one of which is asked for."""
    listed = ", ".join(f"v{at}" for at in range(size))
    section = "  variability:\n    options: {type_default_condition: true}\n    inputs:\n" + f"      k: {{type: string, constraints: [{{valid_values: [{listed}]}}]}}\n"
    return TEMPLATE + section + NODE + "      conditions: {equal: [{variability_input: k}, v1]}\n"


def values_of_list(size):
    """Values of one property, each under one of the texts that an input may have."""
    listed = ", ".join(f"v{at}" for at in range(size))
    section = "  variability:\n    inputs:\n" + f"      k: {{type: string, constraints: [{{valid_values: [{listed}]}}]}}\n"
    return TEMPLATE + section + NODE + "      properties:\n" + rows(size, lambda at: f"        - p: {{value: v{at}, {chosen(at)}}}\n")


def chosen_artifacts(size):
    """Artifacts of one node, each under a text of its own."""
    return TEMPLATE + CHOICE + NODE + "      artifacts:\n" + rows(size, lambda at: f"        - f{at}: {{type: tosca.artifacts.File, file: f{at}, {chosen(at)}}}\n")


def chosen_inputs(size):
    """Inputs of the topology, each under a text of its own."""
    return TEMPLATE + CHOICE + "  inputs:\n" + rows(size, lambda at: f"    - i{at}: {{type: string, default: x, {chosen(at)}}}\n") + NODE


def chosen_nodes(size):
    """Nodes, each under a text of its own."""
    return TEMPLATE + CHOICE + "  node_templates:\n" + rows(size, lambda at: f"    n{at}: {{type: tosca.nodes.Root, {chosen(at)}}}\n")


def chosen_hosts(size):
    """Hosts of one node, each under a text of its own."""
    return TEMPLATE + CHOICE + NODE + "      requirements:\n" + rows(size, lambda at: f"        - host: {{node: h{at}, {chosen(at)}}}\n") + rows(size, lambda at: f"    h{at}: {{type: tosca.nodes.Root}}\n")


def bounded_values(size):
    """Values of one property, each below a number of its own: each leads to many errors."""
    section = "  variability:\n    inputs:\n      k: {type: integer}\n"
    return TEMPLATE + section + NODE + "      properties:\n" + rows(size, lambda at: f"        - p: {{value: v{at}, conditions: {{less: [{{variability_input: k}}, {at}]}}}}\n")


def properties(size):
    """Properties that no type declares."""
    return TEMPLATE + NODE + "      properties:\n" + rows(size, lambda at: f"        p{at}: v{at}\n")


def optional_properties(size):
    """Properties under a condition."""
    return TEMPLATE + INPUTS + NODE + "      properties:\n" + rows(size, lambda at: f"        - p{at}: {{value: v{at}, conditions: {{variability_input: k}}}}\n")


def artifacts(size):
    """Artifacts of one node."""
    return TEMPLATE + NODE + "      artifacts:\n" + rows(size, lambda at: f"        f{at}: {{type: tosca.artifacts.File, file: f{at}}}\n")


def topology_inputs(size):
    """Inputs of the topology."""
    return TEMPLATE + "  inputs:\n" + rows(size, lambda at: f"    i{at}: {{type: string, default: x}}\n") + NODE


def presets(size):
    """Presets of one input."""
    section = "  variability:\n    inputs:\n      k: {type: integer, default: 0}\n    presets:\n"
    return TEMPLATE + section + rows(size, lambda at: f"      p{at}: {{inputs: {{k: {at}}}}}\n") + NODE + "      conditions: {equal: [{variability_input: k}, 1]}\n"


def keys(size):
    """Keys of metadata."""
    return HEAD + "metadata:\n" + rows(size, lambda at: f"  k{at}: 1\n") + "topology_template:\n" + NODE


def repeated_keys(size):
    """One key, again and again."""
    return HEAD + "metadata:\n" + "  k: 1\n" * size + "topology_template:\n" + NODE


def types(size):
    """Types, each derived from the next."""
    return HEAD + "node_types:\n" + rows(size, lambda at: f"  T{at}: {{derived_from: T{at + 1}}}\n") + f"  T{size}: {{derived_from: tosca.nodes.Root}}\ntopology_template:\n  node_templates:\n    a: {{type: T0}}\n"


def group(size, kind="optional"):
    """A feature model of one group."""
    return f"features\n\tR\n\t\t{kind}\n" + rows(size, lambda at: f"\t\t\tf{at}\n")


def equivalences(size):
    """Features that are equivalent in one line."""
    return group(size) + "constraints\n\t" + " <=> ".join(f"f{at}" for at in range(size)) + "\n"


def alternative(size):
    """One feature of many."""
    return group(size, "alternative")


def cardinality(size):
    """A third of the features at least, two thirds at most."""
    return group(size, f"[{size // 3}..{2 * size // 3}]")


def tied_cardinality(size):
    """The same, where a constraint names two of the features."""
    return cardinality(size) + "constraints\n\tf0 => f1\n"


def clause(size):
    """One clause."""
    return f"p cnf {size} 1\n" + " ".join(map(str, range(1, size + 1))) + " 0\n"


def names(size):
    """An inputs file of names that nobody declares, beside a template."""
    return "".join(f"u{at}: 1\n" for at in range(size))


# Largest size, end of the file's name, and questions.
FAMILIES = {
    alternatives: (16_000, ".yaml", ("count", "check")),
    numbered_alternatives: (8_000, ".yaml", ("count", "check", "list")),
    bounded_alternatives: (2_000, ".yaml", ("count", "check", "list")),
    values: (8_000, ".yaml", ("count", "check")),
    listed_values: (8_000, ".yaml", ("count", "check", "list", "inputs")),
    values_of_list: (8_000, ".yaml", ("count", "check")),
    chosen_artifacts: (8_000, ".yaml", ("count", "check")),
    chosen_inputs: (8_000, ".yaml", ("count", "check")),
    chosen_nodes: (8_000, ".yaml", ("check",)),
    chosen_hosts: (8_000, ".yaml", ("check",)),
    bounded_values: (2_000, ".yaml", ("check",)),
    properties: (100_000, ".yaml", ("count", "check")),
    optional_properties: (100_000, ".yaml", ("count", "check")),
    artifacts: (100_000, ".yaml", ("check",)),
    topology_inputs: (100_000, ".yaml", ("check",)),
    presets: (100_000, ".yaml", ("presets", "check")),
    keys: (1_000_000, ".yaml", ("check",)),
    repeated_keys: (200_000, ".yaml", ("check",)),
    types: (20_000, ".yaml", ("check",)),
    names: (300_000, ".yaml", ("resolve",)),
    equivalences: (60, ".uvl", ("count", "elements")),
    alternative: (20_000, ".uvl", ("count", "elements")),
    cardinality: (3_000, ".uvl", ("count", "elements")),
    tied_cardinality: (100, ".uvl", ("count", "elements")),
    clause: (1_000_000, ".cnf", ("count", "elements")),
}


def counts_instructions():
    """Whether the machine tells instructions."""
    if not shutil.which("perf"):
        return False
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
    return done.returncode == 0 and done.stderr.split(",")[0].isdigit()


def instructions(command, limit):
    """Instructions of a process."""
    try:
        done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    fields = done.stderr.strip().splitlines()[-1].split(",")
    return int(fields[0]) if fields[0].isdigit() else None


def command(question, family, size, folder):
    """What to run for a family at a size."""
    _, end, _ = FAMILIES[family]
    path = folder / f"{family.__name__}-{size}{end}"
    path.write_text(family(size))
    if family is names:
        template = folder / "template.yaml"
        template.write_text(TEMPLATE + INPUTS + NODE)
        return [str(PROGRAM), question, str(template), "--inputs", str(path)]
    return [str(PROGRAM), question, str(path)]


def exponent(points):
    """How fast cost grows between the two largest sizes."""
    known = [(size, cpu) for size, cpu in points if cpu]
    if len(known) < 3 or known[-1][1] < .1:
        return ""
    (small, before), (large, after) = known[-2:]
    return f"{math.log(after / before) / math.log(large / small):.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=30, metavar="SECONDS", help="longest run of one process")
    parser.add_argument("--memory", type=int, default=4, metavar="GIB", help="most memory of one process")
    parser.add_argument("--family", action="append", metavar="NAME", help="only this family")
    parser.add_argument("--part", type=int, default=1, metavar="N", help="only an N-th of the sizes, to try this script")
    options = parser.parse_args()
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    name, counted = commit(), counts_instructions()
    results = ROOT / "benchmarks" / "results" / f"growth-{name}.csv"
    with tempfile.TemporaryDirectory() as temporary, results.open("w", newline="") as file:
        folder, table = Path(temporary), csv.writer(file)
        table.writerow(["machine", "commit", "family", "question", "size", "cpu_s", "instructions", "status", "exponent"])
        print(f"commit {name}, {machine()}")
        for family, (largest, _, questions) in FAMILIES.items():
            largest //= options.part
            if options.family and family.__name__ not in options.family:
                continue
            for question in questions:
                points, found = [], []
                for size in (largest // 4, largest // 2, largest):
                    line = command(question, family, size, folder)
                    cpu, _, _, status = run(line, options.limit, options.memory)
                    is_done = status in (0, 1, 3)
                    steps = instructions(line, options.limit) if counted and is_done else None
                    points.append((size, cpu if is_done else None))
                    found.append((size, f"{cpu:.3f}", steps or "", status))
                    if not is_done:
                        break
                grows = exponent(points)
                for row in found:
                    table.writerow([machine(), name, family.__name__, question, *row, grows])
                file.flush()
                cells = "".join(f"{size:>9}: {cpu:>7} s{'' if status in (0, 1, 3) else f' ({status})'}" for size, cpu, _, status in found)
                print(f"{family.__name__:20} {question:9}{cells}   {grows}", flush=True)
    print(f"written to {results.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
