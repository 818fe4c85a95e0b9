#!/usr/bin/env python3
"""How the cost of questions grows with the template: every family of generated templates x every question x three sizes.

Prints CPU seconds, peak memory and the exponent of growth between the two largest sizes that were finished, and writes
benchmarks/results/families-<commit>.csv. Where ganak, d4 or sharpsat-td are on the PATH they count the exported clauses in the
same run.

The families below are small models of what templates look like. Another generator, a program that takes a family and a size and
prints a template, takes their place with --generator PROGRAM; by default the one of the benchmark data, where they lie.

A process inherits the peak of this script, so that peaks of less than 20 MiB mean nothing. Exponents of less than .1 s do neither.

Needs Linux, Python 3 and a release build.
"""

import argparse
import csv
import math
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from processes import PROGRAM, ROOT, commit, machine

QUESTIONS = {
    "count": ["count"],
    "elements": ["elements"],
    "check": ["check"],
    "list-1": ["list", "--limit", "1"],
    "list-1000": ["list", "--limit", "1000"],
    "pairwise": ["sample", "--pairwise"],
    "uniform": ["sample", "--uniform", "10", "--seed", "1"],
    "optimize": ["optimize", "--min", "nodes"],
    "diff": ["diff"],
    "graph": ["graph", "--format", "svg"],
    "report": ["report", "--output", "{folder}/report.html"],
    "export": ["export", "--to", "dimacs"],
}
SIZES = {
    "platform": (100, 300, 1000), "ring": (100, 300, 1000), "tree": (50, 100, 200), "dense": (100, 300, 1000),
    "quota": (3, 6, 10), "ints": (4, 8, 12), "kofn": (20, 80, 150), "cons3": (30, 60, 120), "chain": (200, 400, 800),
    "presets": (50, 200, 1000), "shared": (10, 20, 30), "alts": (20, 50, 100), "strings": (10, 20, 40), "tech": (20, 50, 100),
    "zones": (15, 30, 60), "calls": (125, 250, 500), "mesh": (64, 100, 144), "names": (60, 120, 240), "totals": (20, 40, 80),
    "sidecars": (200, 400, 1000), "sizes": (40, 70, 100),
}
PEERS = {
    "ganak": ["ganak", "{file}"],
    "d4": ["d4", "-i", "{file}", "-m", "counting"],
    "sharpsat-td": ["sharpsat-td", "-decot", "5", "-decow", "100", "-tmpdir", "/tmp", "-cs", "1000", "{file}"],
}


def value(name):
    """A variability input as an expression."""
    return f"{{variability_input: {name}}}"


def template(inputs, nodes, mode="semantic-loose", rest=""):
    """A template of inputs, by name with their declaration, and of nodes, by name with their keys."""
    lines = ["tosca_definitions_version: tosca_variability_1_0", "topology_template:", "  variability:"]
    lines += [f"    options: {{mode: {mode}}}", "    inputs:"]
    lines += [f"      {name}: {{{declaration}}}" for name, declaration in inputs]
    lines += [rest.rstrip("\n")] if rest else []
    lines += ["  node_templates:"]
    for name, keys in nodes:
        lines += [f"    {name}:", "      type: tosca.nodes.Root", *(f"      {key}" for key in keys)]
    return "\n".join(lines) + "\n"


def switches(number):
    """Boolean inputs."""
    return [(f"b{place}", "type: boolean") for place in range(number)]


def requires(*targets):
    """A key with relations to other nodes."""
    return "requirements: [" + ", ".join(f"{{to{place}: {target}}}" for place, target in enumerate(targets)) + "]"


def constraints(formulas):
    """The section of constraints."""
    return "    constraints:\n" + "".join(f"      - {formula}\n" for formula in formulas)


def chain(size):
    """Each node on the next one; every tenth is optional."""
    keys = lambda place: ([requires(f"n{place + 1}")] if place + 1 < size else []) + ([f"conditions: {value(f'b{place // 10 % 20}')}"] if place % 10 == 3 else ["anchor: true"] if place == 0 else [])
    return template(switches(20), [(f"n{place}", keys(place)) for place in range(size)])


def ring(size):
    """Nodes in circles, each pruned when nothing leads to it."""
    keys = lambda place: [requires(f"n{(place + 1) % size}", f"{{node: n{(place + 5) % size}, conditions: {value(f'b{place % 20}')}}}")] + ([f"conditions: {value(f'b{place % 20}')}"] if place % 17 == 0 else [])
    return template(switches(20), [(f"n{place}", keys(place)) for place in range(size)])


def tree(size):
    """Optional nodes, each on the one above it."""
    keys = lambda place: [requires(f"n{(place - 1) // 3}"), f"conditions: {value(f'b{place * 7 % 40}')}"] if place else ["anchor: true"]
    return template(switches(40), [(f"n{place}", keys(place)) for place in range(size)])


def dense(size):
    """Six relations of every node."""
    source = random.Random(5)
    count = max(10, size // 20)
    def keys(place):
        targets = [f"n{source.randrange(size)}" if source.random() < .6 else f"{{node: n{source.randrange(size)}, conditions: {value(f'b{source.randrange(count)}')}}}" for _ in range(6)]
        return [requires(*targets)] + (["anchor: true"] if place % 20 == 0 else [])
    return template(switches(count), [(f"n{place}", keys(place)) for place in range(size)])


def kofn(size):
    """Groups of five optional nodes of which some are there, not all."""
    def rules(group):
        present = ", ".join(f"{{node_presence: n{group}_{place}}}" for place in range(5))
        return [f"or: [{present}]", f"not: {{and: [{present}]}}"]
    inputs = [(f"b{group}_{place}", "type: boolean") for group in range(size) for place in range(5)]
    nodes = [(f"n{name[1:]}", [f"conditions: {value(name)}"]) for name, _ in inputs]
    return template(inputs, nodes, "semantic-strict", constraints(rule for group in range(size) for rule in rules(group)))


def cons3(size):
    """Random clauses of three literals over the inputs."""
    source = random.Random(7)
    literal = lambda place: value(f"b{place}") if source.random() < .5 else f"{{not: {value(f'b{place}')}}}"
    rules = ["or: [" + ", ".join(literal(place) for place in source.sample(range(size), 3)) + "]" for _ in range(2 * size)]
    return template(switches(size), [(f"n{place}", [f"conditions: {value(f'b{place}')}"]) for place in range(size)], "semantic-strict", constraints(rules))


def quota(size):
    """Integers with a bounded sum."""
    inputs = [(f"i{place}", "type: integer, constraints: [{in_range: [1, 20]}]") for place in range(size)]
    rule = "less: [{add: [" + ", ".join(value(name) for name, _ in inputs) + "]}, 40]"
    nodes = [(f"n{place}", [f"conditions: {{greater: [{value(f'i{place % size}')}, {place}]}}"]) for place in range(20)]
    return template(inputs, nodes, "semantic-strict", constraints([rule]))


def presets(size):
    """Many presets over thirty inputs."""
    source = random.Random(9)
    row = lambda: ", ".join(f"b{place}: {source.choice(['true', 'false'])}" for place in range(30))
    rest = "    presets:\n" + "".join(f"      p{place}: {{inputs: {{{row()}}}}}\n" for place in range(size))
    return template(switches(30), [(f"n{place}", [f"conditions: {value(f'b{place % 30}')}"]) for place in range(300)], "semantic-strict", rest)


def shared(size):
    """An expression that uses the one before it twice, and so on."""
    lines = [f"      e0: {value('n')}"] + [f"      e{place + 1}: {{add: [{{value_expression: e{place}}}, {{value_expression: e{place}}}]}}" for place in range(size)]
    keys = [f"properties: {{size: {{expression: {{value_expression: e{size}}}}}}}"]
    return template([("n", "type: integer")], [("a", keys)], "semantic-strict", "    expressions:\n" + "\n".join(lines))


def platform(size):
    """Services of a company: regions, features, databases to choose, calls."""
    source = random.Random(11)
    features = [f"f{place}" for place in range(12)]
    choice = lambda *values: f"type: string, constraints: [{{valid_values: [{', '.join(values)}]}}]"
    inputs = [("stage", choice("dev", "test", "prod")), ("store", choice("small", "large", "managed")), ("count", "type: integer, constraints: [{in_range: [1, 12]}]")]
    inputs += [(name, "type: boolean") for name in ("eu", "us", *features)]
    is_prod = f"{{equal: [{value('stage')}, prod]}}"
    rules = [f"or: [{value('eu')}, {value('us')}]", f"implies: [{is_prod}, {{not: {{equal: [{value('store')}, small]}}}}]", f"implies: [{value('f1')}, {value('f2')}]"]
    nodes = [(f"{kind}_{region}", ["anchor: true", f"conditions: {value(region)}"]) for region in ("eu", "us") for kind in ("cluster", "vm")]
    for place in range(size):
        region, own = ("eu", "us")[place % 2], source.choice(features)
        big = f"{{greater: [{value('count')}, {source.randrange(1, 9)}]}}"
        keys = ["anchor: true", f"conditions: {{and: [{value(region)}, {{or: [{value(own)}, {is_prod}]}}]}}" if place % 4 == 1 else f"conditions: {value(region)}"]
        keys += [f"properties: [size: {{value: big, conditions: {is_prod}}}, size: {{value: small, default_alternative: true}}]"]
        relations = [f"{{host: {{node: cluster_{region}, conditions: {big}}}}}", f"{{host: {{node: vm_{region}, default_alternative: true}}}}"]
        relations += [f"{{call{call}: {{node: s{source.randrange(size)}, conditions: {value(source.choice(features))}}}}}" for call in range(source.randrange(4))]
        nodes.append((f"s{place}", [*keys, f"requirements: [{', '.join(relations)}]"]))
    return template(inputs, nodes, rest=constraints(rules))


def zones(size):
    """Services, none of which is in the zone of the next one, or of one before it."""
    source = random.Random(13)
    names = ["north", "east", "south", "west"]
    inputs = [(f"z{place}", f"type: string, constraints: [{{valid_values: [{', '.join(names)}]}}]") for place in range(size)]
    apart = [(place, place - 1) for place in range(1, size)] + [(place, source.randrange(max(0, place - 8), place)) for place in range(2, size, 2)]
    rules = [f"not: {{equal: [{value(f'z{one}')}, {value(f'z{other}')}]}}" for one, other in apart]
    hosts = lambda place: ", ".join(f"{{host: {{node: {name}, conditions: {{equal: [{value(f'z{place}')}, {name}]}}}}}}" for name in names)
    nodes = [(f"s{place}", ["anchor: true", f"requirements: [{hosts(place)}]"]) for place in range(size)] + [(name, ["anchor: true"]) for name in names]
    return template(inputs, nodes, "semantic-strict", constraints(rules))


def calls(size):
    """Services that are there where something calls them, as the third version has it; a tenth of them is optional."""
    source = random.Random(17)
    count = max(3, size // 10)
    def keys(place):
        own = ["managed: false"] + (["anchor: true", f"conditions: {value(f'b{place}')}"] if place < count else [])
        return own + ([requires(*(f"n{source.randrange(place + 1, size)}" for _ in range(3)))] if place + 1 < size else [])
    text = template(switches(count), [(f"n{place}", keys(place)) for place in range(size)])
    return text.replace("tosca_variability_1_0\n", "tosca_variability_1_0_rc_3\n").replace("    options: {mode: semantic-loose}\n", "")


def mesh(size):
    """A square of nodes that lead to their neighbours under inputs; those on one side are there where inputs say so."""
    width = math.isqrt(size)
    inputs = [(f"{kind}{place}", "type: boolean") for kind in "rk" for place in range(width)]
    def keys(row, column):
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        there = [(y, x) for y, x in around if 0 <= y < width and 0 <= x < width]
        own = ["anchor: true", f"conditions: {value(f'r{row}')}"] if column == 0 else []
        return own + [requires(*(f"{{node: n{y}_{x}, conditions: {value(f'k{(y + x) % width}')}}}" for y, x in there))]
    places = [(row, column) for row in range(width) for column in range(width)]
    return template(inputs, [(f"n{row}_{column}", keys(row, column)) for row, column in places])


def names(size):
    """Nodes for names that are put together of six parts, or of the first three."""
    source = random.Random(19)
    parts = [[f"{letter}{place}" for place in range(5)] for letter in "abcdef"]
    inputs = [(f"p{place}", f"type: string, constraints: [{{valid_values: [{', '.join(own)}]}}]") for place, own in enumerate(parts)]
    def keys(place):
        count = (6, 3)[place % 2]
        put = ', "-", '.join(value(f"p{part}") for part in range(count))
        return [f"conditions: {{equal: [{{concat: [{put}]}}, {'-'.join(source.choice(own) for own in parts[:count])}]}}"]
    return template(inputs, [(f"n{place}", keys(place)) for place in range(size)] + [("all", ["anchor: true"])], "semantic-strict")


def totals(size):
    """Integers that are added up one after the other; nodes look at the totals."""
    source = random.Random(23)
    inputs = [(f"i{place}", "type: integer, constraints: [{in_range: [0, 3]}]") for place in range(size)]
    total = lambda place: f"{{value_expression: s{place}}}" if place else value("i0")
    lines = [f"      s{place}: {{add: [{total(place - 1)}, {value(f'i{place}')}]}}" for place in range(1, size)]
    nodes = [(f"n{place}", [f"conditions: {{greater: [{total(place)}, {source.randrange(place, 2 * place + 1)}]}}"]) for place in range(size)]
    return template(inputs, nodes, "semantic-strict", "    expressions:\n" + "\n".join(lines))


def sidecars(size):
    """Services that are there where something calls them, each with a proxy and a log under inputs."""
    source = random.Random(29)
    count, features = max(2, size // 4), max(2, min(12, size // 15))
    stages = "type: string, constraints: [{valid_values: [dev, test, stage, prod]}]"
    is_prod = f"{{equal: [{value('stage')}, prod]}}"
    nodes = [("cluster", ["anchor: true"])]
    for place in range(count):
        called = f"{{node: s{source.randrange(count)}, conditions: {value(f'b{source.randrange(features)}')}}}"
        targets = ["cluster", f"s{source.randrange(count)}", called] + ([f"s{place + 1}"] if place + 1 < count else [])
        there = "anchor: true" if place == 0 else f"conditions: {value(f'b{place % features}')}" if place % 3 == 1 else "managed: false"
        nodes.append((f"s{place}", [there, requires(*targets)]))
        nodes.append((f"proxy{place}", [f"conditions: {{or: [{value('mtls')}, {is_prod}]}}", requires("cluster", f"s{place}")]))
        nodes.append((f"log{place}", [f"conditions: {{and: [{value('tracing')}, {{not: {is_prod}}}]}}", requires("cluster", f"s{place}")]))
    inputs = [("stage", stages), ("mtls", "type: boolean"), ("tracing", "type: boolean"), *switches(features)]
    text = template(inputs, nodes)
    return text.replace("semantic-loose}", "semantic-loose, expected_incoming_relation_check: false}")


def sizes(size):
    """Thirty alternatives of a property in each node, by an input of thirty values; neighbours read different inputs."""
    count = max(1, min(20, size // 10))
    values = [f"v{place}" for place in range(30)]
    inputs = [(f"e{place}", f"type: string, constraints: [{{valid_values: [{', '.join(values)}]}}]") for place in range(count)]
    is_value = lambda place, wanted: f"{{equal: [{value(f'e{place % count}')}, {wanted}]}}"
    def keys(place):
        alternatives = ", ".join(f"size: {{value: {own}, conditions: {is_value(place * 7, own)}}}" for own in values)
        there = f"conditions: {{not: {is_value(place, values[place % 30])}}}" if place else "anchor: true"
        return [there, f"properties: [{alternatives}]"] + ([requires(f"n{place + 1}")] if place + 1 < size else [])
    text = template(inputs, [(f"n{place}", keys(place)) for place in range(size)], "consistent-loose")
    return text.replace("consistent-loose}", "consistent-loose, expected_incoming_relation_check: false}")


FAMILIES = {family.__name__: family for family in (platform, ring, tree, dense, quota, kofn, cons3, chain, presets, shared, zones, calls, mesh, names, totals, sidecars, sizes)}
# Those that another generator does not have.
ONLY_HERE = ("shared", "zones", "calls", "mesh", "names", "totals", "sidecars", "sizes")


def run(command, limit, memory):
    """CPU seconds, peak MiB and status of one process; one over a limit is killed, and has none of them."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: bound(memory))
    killer = threading.Timer(limit, os.kill, (process.pid, signal.SIGKILL))
    killer.start()
    _, status, usage = os.wait4(process.pid, 0)
    killer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024, process.returncode


def bound(gib):
    """Takes memory away from the process that calls it."""
    resource.setrlimit(resource.RLIMIT_AS, (gib << 30, gib << 30))


def write(family, size, folder, generator):
    """The template of a family, and the same with another node, for differences."""
    text = subprocess.run([generator, family, str(size)], stdout=subprocess.PIPE, text=True, check=True).stdout if generator and family not in ONLY_HERE else FAMILIES[family](size)
    paths = [folder / f"{family}-{size}.yaml", folder / f"{family}-{size}-edited.yaml"]
    paths[0].write_text(text)
    paths[1].write_text(text.replace("  node_templates:\n", "  node_templates:\n    added: {type: tosca.nodes.Root, anchor: true}\n", 1))
    return paths


def exponent(points):
    """How fast cost grows between the two largest sizes; none where that cannot be told."""
    finished = [(size, cpu) for size, cpu in points if cpu is not None]
    if len(finished) < 2 or len(finished) < len(points):
        return None
    (small, before), (large, after) = finished[-2:]
    return math.log(after / before) / math.log(large / small) if after >= .1 and before > 0 else None


def measured(question, paths, options, folder):
    """What a question costs."""
    command = QUESTIONS[question]
    command = [str(PROGRAM), command[0], *([str(path) for path in paths[: 2 if question == "diff" else 1]]), *command[1:]]
    command = [part.replace("{folder}", str(folder)) for part in command]
    return run(command, options.limit, options.memory)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    generator = ROOT.parent / "shared" / "bench" / "families.py"
    parser.add_argument("--generator", type=Path, default=generator if generator.exists() else None, metavar="PROGRAM")
    parser.add_argument("--limit", type=float, default=30, metavar="SECONDS", help="longest run of one process")
    parser.add_argument("--memory", type=int, default=4, metavar="GIB", help="most memory of one process")
    parser.add_argument("--family", action="append", metavar="NAME", help="only this family")
    parser.add_argument("--question", action="append", choices=QUESTIONS, metavar="NAME", help="only this question")
    parser.add_argument("--largest", action="store_true", help="only the largest sizes")
    options = parser.parse_args()
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"families-{name}.csv"
    with tempfile.TemporaryDirectory() as temporary, results.open("w", newline="") as file:
        folder, table = Path(temporary), csv.writer(file)
        table.writerow(["machine", "commit", "family", "question", "size", "cpu_s", "wall_s", "peak_mib", "status", "exponent"])
        print(f"commit {name}, {machine()}")
        for family in options.family or (SIZES if options.generator else FAMILIES):
            sizes = SIZES[family][-1:] if options.largest else SIZES[family]
            files = {size: write(family, size, folder, options.generator) for size in sizes}
            for question in options.question or QUESTIONS:
                rows, points = [], []
                for size in sizes:
                    if points and points[-1][1] is None:
                        break
                    cpu, wall, peak, status = measured(question, files[size], options, folder)
                    points.append((size, cpu if status in (0, 1) else None))
                    rows.append((size, f"{cpu:.3f}", f"{wall:.3f}", f"{peak:.0f}", status))
                grows = exponent(points)
                grows = "" if grows is None else f"{grows:.1f}"
                for row in rows:
                    table.writerow([machine(), name, family, question, *row, grows])
                file.flush()
                if rows:
                    cells = "".join(f"{size:>6}:{cpu:>8}s{peak:>6}M{'' if status in (0, 1) else f' ({status})':6}" for size, cpu, _, peak, status in rows)
                    print(f"{family:9} {question:10}{cells} {grows:>5}", flush=True)
            for peer, command in PEERS.items():
                if shutil.which(command[0]):
                    compare(family, peer, command, files, options, table, name)
    print(f"written to {results.relative_to(ROOT)}")


def compare(family, peer, command, files, options, table, name):
    """Counts the exported clauses with another program."""
    for size, paths in files.items():
        clauses = paths[0].with_suffix(".cnf")
        with clauses.open("w") as file:
            subprocess.run([str(PROGRAM), "export", str(paths[0]), "--to", "dimacs"], stdout=file, stderr=subprocess.DEVNULL, timeout=options.limit)
        cpu, wall, peak, status = run([part.replace("{file}", str(clauses)) for part in command], options.limit, options.memory)
        table.writerow([machine(), name, family, peer, size, f"{cpu:.3f}", f"{wall:.3f}", f"{peak:.0f}", status, ""])
        print(f"{family:9} {peer:10}{size:>6}:{cpu:8.3f}s{peak:6.0f}M ({status})", flush=True)


if __name__ == "__main__":
    main()
