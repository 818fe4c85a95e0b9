"""Finds the program and runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Union

PathLike = Union[str, "os.PathLike[str]"]


class VariscopeError(Exception):
    """The program could not answer.

    `status` is its exit status: 2 when the arguments are invalid, 3 when the template or the configuration is broken, 4 when
    it was stopped before it knew anything.
    """

    def __init__(self, message: str, status: int):
        super().__init__(message)
        self.status = status


class Stopped(VariscopeError):
    """The variants that came are not all, because something stopped the program."""


def find() -> str:
    """Where the program is: what VARISCOPE names, what came with this module, what is on the path."""
    named = os.environ.get("VARISCOPE")
    if named:
        return named
    name = "variscope.exe" if os.name == "nt" else "variscope"
    schemes = ["", *(scheme for scheme in sysconfig.get_scheme_names() if scheme.endswith("user"))]
    for scheme in schemes:
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        if (Path(folder) / name).is_file():
            return str(Path(folder) / name)
    found = shutil.which("variscope")
    if found is None:
        raise FileNotFoundError("the program variscope is not installed")
    return found


def given(
    presets: Sequence[str],
    inputs: Optional[Mapping[str, Any]],
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Iterable[str] = (),
) -> List[str]:
    """Arguments that most questions take; a single preset or option may stand without a list."""
    arguments = [f"--preset={name}" for name in ([presets] if isinstance(presets, str) else presets)]
    # JSON is YAML.
    arguments += [f"--input={_written(name)}={json.dumps(value)}" for name, value in (inputs or {}).items()]
    arguments += [f"--assume={name}={'present' if there else 'absent'}" for name, there in (assume or {}).items()]
    arguments += ["--closed"] * closed
    arguments += [f"--timeout={timeout}s"] if timeout is not None else []
    return arguments + ([options] if isinstance(options, str) else list(options))


def _written(name: str) -> str:
    """The name of an input as an argument has it: between quotes where it would end early, or lose spaces."""
    is_plain = "=" not in name and name == name.strip() and not name.startswith('"')
    return name if is_plain else json.dumps(name)


def command(question: str, arguments: Iterable[str]) -> List[str]:
    return [find(), question, *arguments]


def run(question: str, arguments: Iterable[str], accepted: Iterable[int] = (0, 1, 4)) -> str:
    """What the program prints; a `VariscopeError` with what it says where its status is another one, or that is nothing."""
    done = subprocess.run(command(question, arguments), capture_output=True, encoding="utf-8")
    if done.returncode not in accepted or done.returncode != 0 and not done.stdout:
        raise VariscopeError(done.stderr.strip() or done.stdout.strip(), done.returncode)
    return done.stdout
