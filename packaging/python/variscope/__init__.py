"""variscope from Python: each function asks the program and gives its answer as a dataclass.

    >>> import variscope
    >>> variscope.count("shop.yaml").variants           # doctest: +SKIP
    4

Everything is decided by the program; this module only runs it and reads the JSON that it prints. Functions take
`presets`, `inputs` (values by name), and, where they are about all variants, `assume` (elements that have to be there,
or not), `closed`, `timeout` in seconds and further `options` as they are typed. An answer that was stopped says so by
`exact`.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any, Iterator, Mapping, Optional, Sequence

from . import answers
from ._decode import decode
from ._program import PathLike, VariscopeError, command, find, given, run
from .answers import Check, Count, Elements, Explain, Finding, Inputs, ListedVariant, Optimize, Presets, Sample

__all__ = [
    "Check",
    "Count",
    "Elements",
    "Explain",
    "Finding",
    "Inputs",
    "ListedVariant",
    "Optimize",
    "Presets",
    "Sample",
    "VariscopeError",
    "answers",
    "check",
    "count",
    "elements",
    "explain",
    "find",
    "inputs",
    "list",
    "optimize",
    "presets",
    "resolve",
    "sample",
    "version",
]

_JSON = "--format=json"


def _ask(kind: type, question: str, path: PathLike, arguments: Sequence[str]) -> Any:
    return decode(kind, json.loads(run(question, [os.fspath(path), *arguments, _JSON])))


def check(
    *paths: PathLike,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Check:
    """What is wrong or superfluous in some or all variants of templates."""
    arguments = given(presets, inputs, None, closed, timeout, options)
    printed = run("check", [*map(os.fspath, paths), *arguments, _JSON], accepted=(0, 1, 3, 4))
    return decode(Check, json.loads(printed))


def count(
    path: PathLike,
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Count:
    """How many variants there are, and how many configurations give them."""
    return _ask(Count, "count", path, given(presets, inputs, assume, closed, timeout, options))


def elements(
    path: PathLike,
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Elements:
    """Which elements are always, never or sometimes there, and when."""
    return _ask(Elements, "elements", path, given(presets, inputs, assume, closed, timeout, options))


def list(  # noqa: A001  (what the command is called)
    path: PathLike,
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    limit: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Iterator[ListedVariant]:
    """The variants one by one, as the program finds them; whoever stops early stops the program."""
    arguments = given(presets, inputs, assume, closed, timeout, options)
    arguments += [f"--limit={limit}"] if limit is not None else []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        program = subprocess.Popen(
            command("list", [os.fspath(path), *arguments, _JSON]),
            stdout=subprocess.PIPE,
            stderr=said,
            encoding="utf-8",
        )
        assert program.stdout is not None
        try:
            for line in program.stdout:
                # A variant is a line of its own, indented by four.
                if line.startswith('    {"'):
                    yield decode(ListedVariant, json.loads(line.rstrip().rstrip(",")))
            if program.wait() not in (0, 4):
                said.seek(0)
                raise VariscopeError(said.read().strip(), program.returncode)
        finally:
            program.stdout.close()
            if program.poll() is None:
                program.terminate()
                program.wait()


def resolve(
    path: PathLike,
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    options: Sequence[str] = (),
) -> str:
    """The plain TOSCA template of one variant, as text."""
    return run("resolve", [os.fspath(path), *given(presets, inputs, options=options)], accepted=(0,))


def explain(
    path: PathLike,
    what: Optional[str] = None,
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Explain:
    """Why an element is always or never there, or why there is no valid variant."""
    about = [what] if what is not None else []
    return _ask(Explain, "explain", path, [*about, *given(presets, inputs, assume, closed, timeout, options)])


def sample(
    path: PathLike,
    *,
    uniform: Optional[int] = None,
    strength: Optional[int] = None,
    seed: int = 0,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Sample:
    """Variants at random, or so that they show all combinations of `strength` elements."""
    arguments = given(presets, inputs, assume, closed, timeout, options)
    arguments += [f"--uniform={uniform}"] if uniform is not None else []
    arguments += [f"-t={strength}"] if strength is not None else []
    return _ask(Sample, "sample", path, [*arguments, f"--seed={seed}"])


def optimize(
    path: PathLike,
    goal: str = "min",
    of: str = "nodes",
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Optimize:
    """A variant with the least (`min`) or greatest (`max`) sum of something."""
    arguments = given(presets, inputs, assume, closed, timeout, options)
    return _ask(Optimize, "optimize", path, [*arguments, f"--{goal}={of}"])


def presets(path: PathLike) -> Presets:
    """The presets of a template."""
    return _ask(Presets, "presets", path, [])


def inputs(path: PathLike) -> Inputs:
    """The variability inputs of a template, with what is declared of them."""
    return _ask(Inputs, "inputs", path, [])


def version() -> str:
    """The version of the program."""
    return run("--version", [], accepted=(0,)).split()[1]
