#!/usr/bin/env python3
"""Deploys ensembles of our own with Unfurl, and holds what their tasks find against what `variscope runtime` says.

    tests/engines/ensembles.py [--only NAME] [--variscope PROGRAM]

Each ensemble is a project with a node whose operation is a command of the shell. The command writes down its environment, and
what its inputs are; `variscope runtime` says both before. Ends with 1 when any two differ. Two minutes on two cores.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from engines import ENGINES, environment
from projects import HOME, PROJECTS

ROOT = Path(__file__).resolve().parents[2]

# What shells add to every environment, and what Unfurl adds to its own for Ansible.
OF_SHELLS = {"PWD", "OLDPWD", "SHLVL", "_", "LINES", "COLUMNS", "ANSIBLE_CONFIG"}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def deployed(home, folder, project, process):
    """The environment of the command, and its inputs, as Unfurl has them."""
    chosen = ["--use-environment", project.environment] if project.environment else []
    command = [home / "bin" / "unfurl", "--home", HOME if project.home else "", "deploy", "--approve", *chosen, project.ensemble]
    done = subprocess.run(command, cwd=folder, env=process, capture_output=True, text=True, check=False)
    found = folder / "found"
    if done.returncode != 0 or not (found / "inputs").exists():
        said = (done.stdout + done.stderr).strip().splitlines() or ["nothing said"]
        raise RuntimeError("Unfurl: " + " / ".join(said[-4:]))
    lines = (found / "environment").read_text().split("\0")
    variables = dict(line.split("=", 1) for line in lines if "=" in line)
    return variables, json.loads((found / "inputs").read_text())


def predicted(program, folder, project, process):
    """The same as `variscope runtime` says it; values that only a run knows are left out."""
    (folder / "process.env").write_text("".join(f"{name}={value}\n" for name, value in process.items()))
    chosen = ["--environment", project.environment] if project.environment else []
    command = [program, "runtime", project.ensemble, "--node", "app", "--operation", "configure", "--format", "json"]
    command += ["--process-env", "process.env", *chosen, *(["--unfurl-home", HOME] if project.home else [])]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError("variscope: " + done.stderr.strip())
    task = json.loads(done.stdout)["nodes"][0]["operations"][0]
    said = task["environment"]
    variables = {name: process[name] for name in said.get("inherited", [])} | said.get("set", {})
    inputs = task["job_variables"]["inputs"]["value"]
    return variables, {name: value for name, value in inputs.items() if name != "cmd"}


def differences(what, found, said):
    for name in sorted(found.keys() | said.keys()):
        if found.get(name) != said.get(name):
            yield f"{what} {name}: Unfurl has {found.get(name)!r}, variscope says {said.get(name)!r}"


def compare(program, home, project):
    """What differs for one ensemble."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work).resolve()
        write(folder, project.files())
        (folder / "found").mkdir()
        (folder / "home").mkdir()
        process = {
            "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder / "home"),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "UNFURL_HOME": HOME if project.home else "",
            "UNFURL_NORUNTIME": "1",
            "UNFURL_LOGGING": "error",
            "FOUND": str(folder / "found"),
            **project.process,
        }
        try:
            variables, inputs = deployed(home, folder, project, process)
            said = predicted(program, folder, project, process)
        except RuntimeError as failure:
            return [str(failure)]
        variables = {name: value for name, value in variables.items() if name not in OF_SHELLS}
        expected = {name: value for name, value in said[0].items() if name not in OF_SHELLS}
        return [*differences("variable", variables, expected), *differences("input", inputs, said[1])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variscope", type=Path, default=ROOT / "target" / "release" / "variscope")
    parser.add_argument("--home", type=Path, default=ROOT / "target" / "engines", help="where engines are installed")
    parser.add_argument("--only", help="the ensemble of this name")
    given = parser.parse_args()
    home = environment(ENGINES["unfurl"], given.home.resolve())
    chosen = [project for project in PROJECTS if given.only in (None, project.name)]
    equal = 0
    for project in chosen:
        found = compare(given.variscope.resolve(), home, project)
        equal += not found
        print(f"{project.name:<38}{'as said' if not found else 'DIFFERS'}", flush=True)
        for line in found:
            print(f"    {line}", flush=True)
    print(f"{equal} of {len(chosen)} ensembles: environment and inputs of the task are as said")
    return 0 if equal == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
