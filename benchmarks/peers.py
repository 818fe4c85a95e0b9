#!/usr/bin/env python3
"""Questions about feature models other than counting, next to public tools that are installed, in one run: CPU seconds of whole
processes, and whether the answers agree.

    backbone    features of all and of no variant: `variscope elements --statuses`, clasp (cautious and brave consequences, two
                processes), flamapy (models in UVL); cadiback as recorded in recorded-counters.csv
    list        10,000 variants: `variscope list --by-search`, clasp
    count       of models in UVL: `variscope count`, flamapy

clasp is a package of Debian; flamapy is looked for on the PATH (`pip install flamapy`). Sizes of backbones and numbers of variants
are compared with manifest.csv where it knows them, else with ours; clasp counts hidden variables, too, so that only its times are shown
for models that have some.

Needs Linux, Python 3 and a release build. Writes benchmarks/results/peers-<commit>.csv.
"""

import argparse
import ast
import csv
import json
import re
import shutil
import sys
from pathlib import Path

from counts import read_rows, run
from processes import PROGRAM, ROOT, commit, machine

LISTED = 10_000


def ours(question, *options):
    return [str(PROGRAM), question, "{file}", *options]


def our_backbone(outputs):
    statuses = [element["status"] for element in json.loads(outputs[0])["elements"]]
    return statuses.count("core"), statuses.count("dead")


def clasp_backbone(outputs):
    """Cautious consequences are true in all models; what is no brave one is true in none."""
    cautious, brave = (int(re.search(r"^c Consequences +: (\d+)", output, re.MULTILINE)[1]) for output in outputs)
    variables = int(re.search(r"^c Variables +: (\d+)", outputs[0], re.MULTILINE)[1])
    return cautious, variables - brave


def flamapy_backbone(outputs):
    found = ast.literal_eval(outputs[0].strip().splitlines()[-1])
    return len(found["core"]), len(found["dead"])


def lines(outputs):
    return outputs[0].count("\n")


def clasp_models(outputs):
    return int(re.search(r"^c Models +: (\d+)", outputs[0], re.MULTILINE)[1])


def our_count(outputs):
    return int(json.loads(outputs[0])["variants"])


def flamapy_count(outputs):
    return int(outputs[0].strip().splitlines()[-1])


# By question and tool: the kind of models, the processes, and what their outputs say.
RUNS = [
    ("backbone", "variscope", ".cnf", [ours("elements", "--statuses", "--format", "json")], our_backbone),
    ("backbone", "clasp", ".cnf", [["clasp", "--stats", "--quiet=1,2,2", "--enum-mode=cautious", "{file}"], ["clasp", "--quiet=1,2,2", "--enum-mode=brave", "{file}"]], clasp_backbone),
    ("backbone", "variscope", ".uvl", [ours("elements", "--statuses", "--format", "json")], our_backbone),
    ("backbone", "flamapy", ".uvl", [["flamapy", "backbone", "{file}"]], flamapy_backbone),
    ("list", "variscope", ".cnf", [ours("list", "--by-search", "--limit", str(LISTED))], lines),
    ("list", "clasp", ".cnf", [["clasp", "--quiet=0,2,2", "--models", str(LISTED), "{file}"]], clasp_models),
    ("count", "variscope", ".uvl", [ours("count", "--format", "json")], our_count),
    ("count", "flamapy", ".uvl", [["flamapy", "configurations_number", "{file}"]], flamapy_count),
]


def verdict(question, suffix, known, answer, ours):
    """What the manifest says about an answer, or, where it says nothing, whether the answer is ours."""
    if answer is None:
        return "none"
    if question == "list":
        return ""
    expected = None
    # The manifest is about clauses, of which backbones count hidden variables; a model in UVL may be another revision.
    if suffix == ".cnf" and question == "backbone" and known and known["core"] and known["aux_vars_hidden"] in ("", "0"):
        expected = (int(known["core"]), int(known["dead"]))
    if suffix == ".uvl" and question == "count" and known and str(ours) in (known["count"], known["projected_count"]):
        expected = ours
    if expected is not None:
        return "right" if answer == expected else "WRONG"
    return "" if answer == ours else "other than ours"


def measure(processes, read, path, limit):
    """CPU seconds of all processes together and what they answer; no answer where one of them is stopped or fails."""
    outputs, total = [], 0.0
    for process in processes:
        output, cpu, _, _, status = run([str(path) if word == "{file}" else word for word in process], limit)
        total += cpu
        if status < 0:
            return total, None
        outputs.append(output)
    try:
        return total, read(outputs)
    except (IndexError, KeyError, SyntaxError, TypeError, ValueError):
        return total, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "bench" / "feature-models", metavar="DIR")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="longest run of one process")
    parser.add_argument("--only", default="", metavar="TEXT", help="measure only what has this in its name")
    options = parser.parse_args()
    if not PROGRAM.is_file():
        sys.exit(f"{PROGRAM} is missing: cargo build --release")
    known = read_rows(options.data / "manifest.csv", ["name"])
    recorded = read_rows(Path(__file__).with_name("recorded-counters.csv"), ["model", "tool"])
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"peers-{name}.csv"
    wrong = 0
    with results.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["machine", "commit", "model", "question", "tool", "measured", "cpu_s", "answer"])

        def row(model, question, tool, measured, cpu, said):
            table.writerow([machine(), name, model, question, tool, measured, cpu, said])
            file.flush()
            print(f"{model:24} {question:10} {tool:12} {cpu or '> 120':>8} {said}")

        for path in sorted(options.data.iterdir(), key=lambda path: path.stat().st_size):
            if options.only not in path.name:
                continue
            ours = None
            for question, tool, suffix, processes, read in RUNS:
                if suffix != path.suffix or tool != "variscope" and not shutil.which(tool):
                    continue
                entry = known.get((path.stem,))
                cpu, answer = measure(processes, read, path, options.limit)
                ours = answer if tool == "variscope" else ours
                has_hidden = entry and entry["aux_vars_hidden"] not in ("", "0")
                is_comparable = answer is None or not (tool == "clasp" and has_hidden)
                said = verdict(question, suffix, entry, answer, ours) if is_comparable else ""
                wrong += said == "WRONG" and tool == "variscope"
                row(path.name, question, tool, "here", f"{cpu:.3f}", said)
            if (path.stem, "cadiback") in recorded and path.suffix == ".cnf":
                row(path.name, "backbone", "cadiback", "recorded", recorded[path.stem, "cadiback"]["cpu_s"], "")
    print(f"written to {results.relative_to(ROOT)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
