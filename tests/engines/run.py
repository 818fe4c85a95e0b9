#!/usr/bin/env python3
"""Runs variants through real TOSCA engines, and tells which are refused because of variscope.

    tests/engines/run.py                                  our own CSARs, which need `cargo build --release`
    tests/engines/run.py --conformance DIR --corpus DIR   also suites and plain templates of others

The engines are installed from PyPI into `target/engines`. A document is refused *as its original* when the engine refuses
the original too, and for the same reason. Ends with 1 when anything is refused because of variscope.
"""

import argparse
import itertools
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import cases
from engines import ENGINES, Asked

ROOT = Path(__file__).resolve().parents[2]
ACCEPTED, AS_ORIGINAL, OURS = "accepted", "as original", "ours"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variscope", type=Path, default=ROOT / "target" / "release" / "variscope")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="only these engines")
    parser.add_argument("--home", type=Path, default=ROOT / "target" / "engines", help="where engines are installed")
    parser.add_argument("--csars", type=Path, default=ROOT / "tests" / "csar")
    parser.add_argument("--conformance", type=Path, help="a folder of conformance suites")
    parser.add_argument("--corpus", type=Path, help="a folder of plain TOSCA templates")
    parser.add_argument("--limit", type=int, default=60, help="so many variants of an example at most")
    parser.add_argument("--sample", type=int, help="about so many cases of the conformance suites, evenly among all")
    return parser.parse_args()


def sampled(everything, most):
    """All cases, but of the conformance suites every so many only."""
    suites = [case for case in everything if case.group == "conformance"]
    step = max(1, len(suites) // most) if most else 1
    kept = {id(case) for case in suites[::step]}
    return [case for case in everything if case.group != "conformance" or id(case) in kept]


def judge(engine, case, known):
    """What the engine says about a case."""
    is_accepted, reason = engine.about(case.document)
    if is_accepted:
        return ACCEPTED, ""
    for original in case.originals:
        if original not in known:
            known[original] = engine.about(original)
    excuses = {shape(known[original][1]) for original in case.originals if not known[original][0]}
    return (AS_ORIGINAL if shape(reason) in excuses else OURS), reason


def shape(reason):
    """A reason without names: which of several equal faults comes first differs between variants."""
    return re.sub(r"""\[[^\[\]]*\]|(["']).*?\1|\S*/\S*""", "NAME", reason)


def main():
    given = arguments()
    names = given.engine or list(ENGINES)
    program = cases.Program(given.variscope.resolve())
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # Engines leave logs behind.
        os.environ["TMPDIR"] = folder
        parts = [cases.csars(program, given.csars, work / "csars", tuple(names))]
        if given.conformance:
            suites = given.conformance.resolve()
            parts.append(cases.conformance(program, suites, work / "conformance", tuple(names)))
            parts.append(cases.examples(program, suites, work / "examples", tuple(names), given.limit))
        if given.corpus:
            parts.append(cases.corpus(program, given.corpus.resolve(), work / "corpus", tuple(names), 2))
        everything = sampled(list(itertools.chain(*parts)), given.sample)
        found = Counter()
        for name in names:
            engine, known = Asked(ENGINES[name], given.home.resolve()), {}
            for case in everything:
                if name in case.engines:
                    verdict, reason = judge(engine, case, known)
                    found[case.group, name, verdict] += 1
                    if verdict == OURS:
                        print(f"{name} refuses {case.group} {case.name}: {reason}", flush=True)
            engine.close()
    table(found, names)
    return 1 if any(verdict == OURS for _, _, verdict in found) else 0


def table(found, names):
    print(f"{'':<14}{'engine':<14}{ACCEPTED:>12}{AS_ORIGINAL:>14}{OURS:>8}")
    for group in dict.fromkeys(group for group, _, _ in found):
        for name in names:
            counts = [found[group, name, verdict] for verdict in (ACCEPTED, AS_ORIGINAL, OURS)]
            if any(counts):
                print(f"{group:<14}{name:<14}{counts[0]:>12}{counts[1]:>14}{counts[2]:>8}")


if __name__ == "__main__":
    sys.exit(main())
