"""The engines: how each is installed from PyPI, and how it is asked about a template."""

import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Engine:
    """An engine and its command line."""

    name: str
    requirements: tuple
    # What building these from source must not use: PyYAML 5 is older than Cython 3.
    constraints: str
    command: str
    arguments: tuple


ENGINES = {
    engine.name: engine
    for engine in (
        Engine("xopera", ("opera==0.7.0", "setuptools<81"), "cython<3\n", "opera", ("validate", "FILE")),
        Engine("tosca-parser", ("tosca-parser==2.15",), "", "tosca-parser", ("--template-file=FILE",)),
        Engine("unfurl", ("unfurl==1.2.0",), "", "unfurl", ("--home", "", "validate", "FILE")),
    )
}


def environment(engine, home):
    """The folder of the engine's virtual environment, made when it is not there yet."""
    folder = home / engine.name
    if (folder / "complete").exists():
        return folder
    print(f"installing {engine.name}: {' '.join(engine.requirements)}", file=sys.stderr)
    venv.create(folder, with_pip=True, clear=True)
    constraints = folder / "constraints.txt"
    constraints.write_text(engine.constraints)
    subprocess.run(
        [folder / "bin" / "python", "-m", "pip", "install", "--quiet", *engine.requirements],
        env={**os.environ, "PIP_CONSTRAINT": str(constraints)},
        check=True,
    )
    (folder / "complete").touch()
    return folder


class Asked:
    """An engine that runs and is asked about one template after the other."""

    def __init__(self, engine, home):
        self.engine = engine
        python = environment(engine, home) / "bin" / "python"
        quiet = {**os.environ, "UNFURL_HOME": "", "UNFURL_NORUNTIME": "1", "PYTHONWARNINGS": "ignore", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [python, HERE / "driver.py", engine.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=quiet,
            text=True,
        )

    def about(self, template):
        """Whether it accepts a template, and if not, why: `(True, "")` or `(False, reason)`."""
        arguments = [argument.replace("FILE", template.name) for argument in self.engine.arguments]
        request = {"folder": str(template.parent), "arguments": [self.engine.command, *arguments]}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["accepted"], answer["reason"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
