#!/usr/bin/env python3
"""Asks engines about small templates, each with one thing that some of them refuse, and holds `check --for` against that.

    tests/engines/demands.py [--variscope PROGRAM]

`demands.json` has the templates, and who refuses the document that `resolve` writes of each. What an engine refuses, `check
--for` has to tell as an error, and what it tells as V523, the engine has to refuse. What `resolve --for` writes, the engine has to
take, and what the engine takes as it is, has to be written unless `check` tells an error. Unfurl is asked about ensembles that
include the documents: it deploys nothing else. Templates that name engines under `asked` are for those. Two minutes on two cores.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from engines import ENGINES, Asked

ROOT = Path(__file__).resolve().parents[2]
DEMANDS = Path(__file__).with_name("demands.json")
BESIDE = {
    "types.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  x.A:\n    derived_from: tosca.nodes.Root\n"
    "    properties: {p: {type: string, required: false}}\n",
    "x.sh": "true\n",
    "types.py": "import tosca\n",
}


ENSEMBLE = "apiVersion: unfurl/v1alpha1\nkind: Ensemble\nspec:\n  inputs: %s\n  service_template:\n    +include: %s\n"


def about(asked, name, document, inputs):
    """What an engine says of a document, Unfurl with these topology inputs."""
    if name != "unfurl":
        return asked.about(document)
    ensemble = document.with_name(f"ensemble-{document.name}")
    ensemble.write_text(ENSEMBLE % (json.dumps(inputs), document.name))
    return asked.about(ensemble)


def told(program, template, engine):
    """Whether `check --for` tells an error, and whether one is V523."""
    done = subprocess.run([program, "check", template, "--for", engine, "--format", "concise"], capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if " error[" in line]
    return bool(errors), any("[V523]" in line for line in errors)


def written(program, template, engine, document):
    """Whether `resolve --for` writes a document."""
    command = [program, "resolve", template, "--for", engine, "--output", document, "--quiet"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variscope", type=Path, default=ROOT / "target" / "release" / "variscope")
    parser.add_argument("--home", type=Path, default=ROOT / "target" / "engines", help="where engines are installed")
    given = parser.parse_args()
    program, demands, wrong = given.variscope.resolve(), json.loads(DEMANDS.read_text()), 0
    for name, engine in ENGINES.items():
        asked, refused, rewritten = Asked(engine, given.home.resolve()), 0, 0
        asking = {what: demand for what, demand in demands.items() if name in demand.get("asked", ENGINES)}
        for what, demand in asking.items():
            with tempfile.TemporaryDirectory() as work:
                folder = Path(work).resolve()
                for file, text in BESIDE.items():
                    (folder / file).write_text(text)
                template, document = folder / "template.yaml", folder / "document.yaml"
                template.write_text("\n".join(demand["document"]) + "\n")
                subprocess.run([program, "resolve", template, "--output", document, "--quiet"], capture_output=True, check=True)
                is_accepted, reason = about(asked, name, document, demand.get("inputs", {}))
                is_error, is_demand = told(program, template, name)
                own = folder / "own.yaml"
                is_written = written(program, template, name, own)
                is_taken, why = about(asked, name, own, demand.get("inputs", {})) if is_written else (True, "")
            refused += not is_accepted
            rewritten += is_written and is_taken and not is_accepted
            faults = []
            if is_accepted != (name not in demand["refused"]):
                faults.append(f"demands.json says otherwise: {reason or 'it is accepted'}")
            if not is_accepted and not is_error:
                faults.append(f"`check --for` does not tell it: {reason}")
            if is_accepted and is_demand:
                faults.append("`check --for` says V523, and it is accepted")
            if not is_taken:
                faults.append(f"what `resolve --for` writes is refused: {why}")
            if is_accepted and not is_written and not is_error:
                faults.append("`resolve --for` writes nothing, and it is accepted as it is")
            wrong += len(faults)
            for fault in faults:
                print(f"{what}, {name}: {fault}", flush=True)
        asked.close()
        print(f"{name}: {refused} of {len(asking)} refused, {rewritten} of them taken as `resolve --for` writes them", flush=True)
    print(f"{wrong} told otherwise than engines do")
    return 0 if wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
