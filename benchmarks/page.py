#!/usr/bin/env python3
"""Writes the tables of the page of figures, docs/src/numbers.md, anew from the newest results of each kind.

    benchmarks/processes.py    resolve against the recorded reference, and questions about all variants
    benchmarks/counts.py       counts of feature models next to public counters
    benchmarks/peers.py        other questions about feature models next to public tools
    benchmarks/families.py     every question on generated families
    benchmarks/page.py         the page

A table stands between `<!-- table NAME -->` and `<!-- end -->`; what stands around it is written by hand. With --check nothing is
written, and the status is 1 where the page is not what the results say.
"""

import argparse
import csv
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "src" / "numbers.md"

# Templates of the table of `resolve`: their names in the results, what they are, and where the reference has no figure, why.
RESOLVED = [
    ("scaling/seed-1000", "1.3 MB", None),
    ("scaling/seed-10000", "14 MB", None),
    ("hard/prune-1000", "a thousand pruned components", None),
    ("hard/pairs-60-min-cov", "a smallest cover", None),
    ("hard/pairs-500-max", "500 cycles, as many nodes as possible", "more than 39 s"),
    ("hard/php-10", "ten pigeonholes: no variant", "did not finish"),
]
# Templates of the table of questions.
ASKED = [
    ("open-2000-40", "2000 nodes under 40 Boolean inputs, 2^40 variants (generated)"),
    ("seed-1000", "`scaling/seed-1000`, 1000 nodes"),
    ("example/industry-triple", "an application of 156 nodes that optimisation places on hosts, 3072 variants"),
]
ASKED_QUESTIONS = ["count", "elements", "check"]
MODELS = ["automotive01", "financial01", "erp_system", "automotive02v1", "buildroot-lvat", "freetz-lvat"]
COUNTERS = ["variscope", "d4", "sharpSAT-TD", "ganak"]
PEERS = [
    *(("backbone", model, ["variscope", "clasp", "cadiback", "-"]) for model in ["automotive01.cnf", "financial01.cnf", "buildroot-lvat.cnf", "freetz-lvat.cnf", "automotive02v1.cnf"]),
    *(("list", model, ["variscope", "clasp", "-", "-"]) for model in ["automotive01.cnf", "uclinux-lvat.cnf"]),
    *(("backbone", model, ["variscope", "-", "-", "flamapy"]) for model in ["tankwar.uvl", "uclinux-dist-kn.uvl"]),
    *(("count", model, ["variscope", "-", "-", "flamapy"]) for model in ["tankwar.uvl", "uclinux-dist-kn.uvl"]),
]
FAMILY_QUESTIONS = ["count", "elements", "list-1", "check", "pairwise", "diff", "report"]


def newest(pattern):
    """The rows of the newest result whose name matches, by the date of its commit."""
    def date(path):
        log = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct", "--", str(path)], capture_output=True, text=True)
        return int(log.stdout.strip() or 2**62)

    paths = [path for path in RESULTS.glob("*.csv") if re.fullmatch(pattern, path.name)]
    if not paths:
        sys.exit(f"no result is called {pattern}")
    with max(paths, key=date).open() as file:
        return list(csv.DictReader(file))


def measured_on(rows):
    """The line below a table: where and with which commit it was measured."""
    row = rows[0]
    return f"\n\nMeasured on: {row['machine']}; commit {row['commit']}."


def seconds(text):
    """A time with two digits."""
    number = float(text)
    return f"{number:.0f} s" if number >= 10 else f"{number:.{1 if number >= 1 else 2 if number >= .095 else 3}f} s"


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines).replace("| --- |", "|---|").replace(" --- |", "---|")


def resolve():
    results = newest(r"[0-9a-f]{7,}\.csv")
    rows = {row["template"]: row for row in results}

    def line(name, words, missing):
        row = rows[name]
        peak = f", {float(row['peak_mib']):.0f} MiB" if row["reference_peak_mib"] and float(row["peak_mib"]) > 25 else ""
        reference = missing or seconds(row["reference_cpu_s"]) + (f", {row['reference_peak_mib']} MiB" if peak else "")
        return [f"`{name}`, {words}", seconds(row["cpu_s"]) + peak, reference]

    return table(["template", "variscope", "reference"], [line(*entry) for entry in RESOLVED]) + measured_on(results)


def questions():
    results = newest(r"[0-9a-f]{7,}\.csv")
    rows = {row["template"]: row for row in results}
    cells = lambda name: [seconds(rows[f"{question}/{name}"]["cpu_s"]) for question in ASKED_QUESTIONS]
    return table(["template", *(f"`{question}`" for question in ASKED_QUESTIONS)], [[words, *cells(name)] for name, words in ASKED]) + measured_on(results)


def counts():
    results = newest(r"counts-[0-9a-f]+\.csv")
    rows = {(row["model"], row["tool"].lower()): row for row in results}
    heads = [tool if any(row["tool"] == tool.lower() and row["measured"] == "here" for row in results) else f"{tool} (recorded)" for tool in COUNTERS]

    def cell(model, tool):
        row = rows.get((model, tool.lower()))
        if row is None:
            return "not run"
        if not row["cpu_s"]:
            return "more than 120 s"  # recorded so, see recorded-counters.csv
        return seconds(row["cpu_s"]) if row["status"] in ("", "0") else f"more than {float(row['cpu_s']):.0f} s"

    return table(["model", *heads], [[model, *(cell(model, tool) for tool in COUNTERS)] for model in MODELS]) + measured_on(results)


def peers():
    rows = newest(r"peers-[0-9a-f]+\.csv")
    found = {(row["model"], row["question"], row["tool"]): row for row in rows}

    def cell(model, question, tool):
        row = found.get((model, question, tool))
        if row is None:
            return "" if tool == "-" else "not run"
        if not row["cpu_s"] or row["answer"] == "none":
            return "no answer"
        return seconds(row["cpu_s"]) + (" (wrong)" if row["answer"] == "WRONG" else " (another number)" if row["answer"] == "other than ours" else "")

    lines = [[f"{question}, {model.removesuffix('.cnf')}", *(cell(model, question, tool) for tool in tools)] for question, model, tools in PEERS]
    return table(["question, model", "variscope", "clasp", "cadiback (recorded)", "flamapy"], lines) + measured_on(rows)


def families():
    rows = newest(r"families-[0-9a-f]+\.csv")
    sizes = {row["family"]: max(int(other["size"]) for other in rows if other["family"] == row["family"]) for row in rows}
    found = {(row["family"], row["question"], int(row["size"])): row for row in rows}

    def cell(family, question):
        row = found.get((family, question, sizes[family]))
        if row is None:
            return ""
        grows = f" ({row['exponent']})" if row["exponent"] else ""
        return seconds(row["cpu_s"]) + grows if row["status"] in ("0", "1") else "-"

    lines = [[f"`{family} {size}`", *(cell(family, question) for question in FAMILY_QUESTIONS)] for family, size in sizes.items()]
    return table(["family", *(f"`{question}`" for question in FAMILY_QUESTIONS)], lines) + measured_on(rows)


TABLES = {"resolve": resolve, "questions": questions, "counts": counts, "peers": peers, "families": families}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare only")
    options = parser.parse_args()
    before = PAGE.read_text()
    block = re.compile(r"<!-- table (\w+) -->\n.*?<!-- end -->", re.DOTALL)
    after = block.sub(lambda found: f"<!-- table {found[1]} -->\n\n{TABLES[found[1]]()}\n\n<!-- end -->", before)
    if options.check and after != before:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not what the results say: run benchmarks/page.py")
    PAGE.write_text(after)


if __name__ == "__main__":
    main()
