#!/usr/bin/env python3
"""Deploys every variant of two of our own CSARs for real, and takes it down again; no cloud is needed.

    tests/engines/deploy.py [--only elastic-pipeline|notes]

`elastic-pipeline` is deployed by xOpera: Ansible over a local connection. `notes` is deployed by Unfurl: commands of the shell.
What a variant leaves is held against what it should: the pipeline's results, the notes and their copies, and nothing after it
is gone. Ends with 1 when any variant is not up, or not down again. Five minutes on two cores; needs `cargo build --release`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import cases
from engines import ENGINES, environment

ROOT = Path(__file__).resolve().parents[2]
CSARS = ROOT / "tests" / "csar"
VALUES = {"collector_token": "a token", "cloud_region": "eu-central", "rack": "a1"}


class Failed(Exception):
    """A variant is not what it should be."""


def run(program, *arguments, folder, **variables):
    """What a program prints."""
    path = f"{Path(program).parent}{os.pathsep}{os.environ['PATH']}"
    quiet = {"NO_COLOR": "1", "UNFURL_HOME": "", "UNFURL_NORUNTIME": "1", "UNFURL_LOGGING": "error", "PATH": path}
    known = {**os.environ, **quiet, "TMPDIR": str(folder), **variables}
    done = subprocess.run([program, *arguments], cwd=folder, env=known, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines() or ["nothing said"]
        raise Failed(f"{Path(program).name} {arguments[0]}: {said[-1]}")
    return done.stdout


def demand(is_so, what):
    if not is_so:
        raise Failed(what)


def files(folder):
    """The files that are left there."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def pipeline(home, folder, place, configuration):
    """A variant of the pipeline, by xOpera."""
    opera = home / "bin" / "opera"
    document = folder / "service-template.yaml"
    declared = [name for name in VALUES if re.search(rf"^ +{name}:\n +type:", document.read_text(), re.MULTILINE)]
    (folder / "inputs.yaml").write_text(json.dumps({name: VALUES[name] for name in declared}))
    known = {"folder": folder, "PIPELINE_ROOT": str(place)}
    try:
        run(opera, "deploy", "--inputs", "inputs.yaml", document.name, **known)
        demand("status: deployed" in run(opera, "info", **known), "it is not deployed")
        job = f"{configuration['mode']}_job"
        result = json.loads((place / job / "result.json").read_text())
        demand(result["sum"] == sum(second % 7 for second in range(120)), f"the job computed {result}")
        page = place / "dashboard" / "index.html"
        demand(str(result["sum"]) in page.read_text(), "the dashboard shows no results")
        demand(page.as_uri() in run(opera, "outputs", **known), "the address of the dashboard is no output")
    finally:
        run(opera, "undeploy", **known)
    demand(not any(place.iterdir()), f"what is left: {files(place)}")


def notes(home, folder, place, configuration):
    """A variant of the notes, by Unfurl."""
    unfurl = home / "bin" / "unfurl"
    (folder / "variant.yaml").write_text((folder / "service-template.yaml").read_text())
    in_cloud, has_copies = configuration["place"] == "cloud", configuration["backup"]
    chosen = "cloud" if in_cloud or has_copies else "laptop"
    known = CSARS / "notes"
    given = (known / "environments" / f"{chosen}.yaml").read_text()
    (folder / "environments").mkdir()
    (folder / "environments" / f"{chosen}.yaml").write_text(given.replace("/tmp/notes", str(place)))
    ensemble = (known / "ensemble.yaml").read_text().replace("environments/cloud", f"environments/{chosen}")
    (folder / "ensemble.yaml").write_text(ensemble)
    try:
        run(unfurl, "--home", "", "deploy", "--approve", "ensemble.yaml", folder=folder)
        wanted = ["cloud-notes/title" if in_cloud else "notes/title", *["copies/owner"] * has_copies]
        demand(files(place) == sorted(wanted), f"there is {files(place)}")
        title = re.search(r"title: (.*)", given).group(1)
        demand((place / wanted[0]).read_text().strip() == title, "the notes have another title")
        if has_copies:
            token = re.search(r'token: "(.*)"', given).group(1)
            demand((place / "copies/owner").read_text().strip() == token, "the copies are of another owner")
    finally:
        run(unfurl, "--home", "", "undeploy", "--approve", "ensemble.yaml", folder=folder)
    demand(files(place) == [], f"what is left: {files(place)}")


DEPLOYED = {"elastic-pipeline": ("xopera", pipeline), "notes": ("unfurl", notes)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variscope", type=Path, default=ROOT / "target" / "release" / "variscope")
    parser.add_argument("--home", type=Path, default=ROOT / "target" / "engines", help="where engines are installed")
    parser.add_argument("--only", choices=DEPLOYED)
    parser.add_argument("--limit", type=int, default=1000, help="so many variants of each at most")
    given = parser.parse_args()
    program, is_well = cases.Program(given.variscope.resolve()), True
    for csar in [given.only] if given.only else DEPLOYED:
        name, deploy = DEPLOYED[csar]
        home = environment(ENGINES[name], given.home.resolve())
        up = 0
        configurations = program.configurations(CSARS / csar, given.limit)
        for configuration in configurations:
            with tempfile.TemporaryDirectory() as work:
                work = Path(work).resolve()
                _, is_written, said = program.run(
                    "resolve", CSARS / csar, "--csar", work / "variant.zip", *cases.inputs(configuration)
                )
                demand(is_written, said)
                (work / "place").mkdir()
                with zipfile.ZipFile(work / "variant.zip") as packed:
                    packed.extractall(work / "variant")
                try:
                    deploy(home, work / "variant", work / "place", configuration)
                    up += 1
                except Failed as failure:
                    print(f"{csar} {configuration}: {failure}", flush=True)
        print(f"{csar:<18}{name:<10}{up} of {len(configurations)} variants deployed and undeployed", flush=True)
        is_well &= up == len(configurations)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
