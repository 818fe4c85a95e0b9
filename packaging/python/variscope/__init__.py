"""variscope from Python: each function asks the program and gives its answer as a dataclass.

    >>> import variscope
    >>> variscope.count("shop.yaml").variants           # doctest: +SKIP
    4

Everything is decided by the program; this module only runs it and reads the JSON that it prints. Functions take
`presets`, `inputs` (values by name), and, where they are about all variants, `assume` (elements that have to be there,
or not), `closed`, `timeout` in seconds and further `options` as they are typed. An answer that was stopped says so by
`exact` and `complete`; `list` raises `Stopped` behind the last variant that was found.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from typing import Any, Generator, Iterator, Mapping, Optional, Sequence, Union

from . import answers
from ._decode import decode, parse
from ._program import PathLike, Stopped, VariscopeError, command, find, given, run
from .answers import (
    Check,
    Condition,
    Count,
    Elements,
    Explain,
    Finding,
    Inputs,
    List,
    ListedVariant,
    Optimize,
    Presets,
    Sample,
)

__all__ = [
    "Check",
    "Condition",
    "Count",
    "Elements",
    "Explain",
    "Finding",
    "Inputs",
    "List",
    "ListedVariant",
    "Optimize",
    "Presets",
    "Sample",
    "Stopped",
    "Variants",
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


def _answer(printed: str) -> Any:
    """A document as what its schema says."""
    if not printed:
        raise VariscopeError("the program wrote no document to stdout", 0)
    document = parse(printed)
    schema = document.get("schema") if isinstance(document, dict) else None
    kind = answers.BY_SCHEMA.get(schema)
    if kind is None:
        raise VariscopeError(f"{schema}: the program and this module are of different versions", 2)
    return decode(kind, document)


def _about(arguments: Sequence[str], *names: PathLike) -> Sequence[str]:
    """Options, and behind them what the question is about, which is never taken for an option."""
    return [*arguments, "--", *map(os.fspath, names)]


def _ask(question: str, arguments: Sequence[str], *names: PathLike) -> Any:
    return _answer(run(question, _about([*arguments, _JSON], *names)))


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
    printed = run("check", _about([*arguments, _JSON], *paths), accepted=(0, 1, 3, 4))
    return _answer(printed)


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
    return _ask("count", given(presets, inputs, assume, closed, timeout, options), path)


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
    return _ask("elements", given(presets, inputs, assume, closed, timeout, options), path)


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
) -> Variants:
    """The variants one by one, as the program finds them; a loop that ends early stops the program.

    Behind the last variant that was found, `Stopped` is raised where the program was stopped before it knew that there are
    no others; `limit` stops nothing.
    """
    arguments = given(presets, inputs, assume, closed, timeout, options)
    arguments += [f"--limit={limit}"] if limit is not None else []
    return Variants(_about([*arguments, _JSON], path))


class Variants(Iterator[ListedVariant]):
    """Variants of a template, one by one."""

    #: What the program says behind the last of them: `exact`, `caveats`, with what `resume` goes on. Its `variants` are empty.
    answer: Optional[List] = None

    def __init__(self, arguments: Sequence[str]):
        self._variants = self._found(arguments)

    def __iter__(self) -> Variants:
        return self

    def __next__(self) -> ListedVariant:
        return next(self._variants)

    def close(self) -> None:
        """Stops the program."""
        self._variants.close()

    def _found(self, arguments: Sequence[str]) -> Generator[ListedVariant, None, None]:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
            program = subprocess.Popen(
                command("list", arguments),
                stdout=subprocess.PIPE,
                stderr=said,
                encoding="utf-8",
            )
            assert program.stdout is not None
            frame = []
            try:
                for line in program.stdout:
                    # A variant is a line of its own, indented by four.
                    if line.startswith('    {"'):
                        yield decode(ListedVariant, parse(line.rstrip().rstrip(",")))
                    else:
                        frame.append(line)
                status = program.wait()
                said.seek(0)
                if status not in (0, 4) or not frame:
                    raise VariscopeError(said.read().strip(), status)
                self.answer = _answer("".join(frame))
                if status == 4 and not self.answer.complete:
                    raise Stopped(said.read().strip() or "stopped before the last variant", status)
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
    return run("resolve", _about(given(presets, inputs, options=options), path), accepted=(0,))


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
) -> Union[Explain, Condition, Check]:
    """Why an element is always or never there, or why there is no valid variant; of a condition, when it holds
    (`Condition`); of the code of a finding, the findings with it (`Check`)."""
    about = [what] if what is not None else []
    return _ask("explain", given(presets, inputs, assume, closed, timeout, options), path, *about)


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
    return _ask("sample", [*arguments, f"--seed={seed}"], path)


def optimize(
    path: PathLike,
    goal: str = "min",
    of: Optional[str] = None,
    *,
    presets: Sequence[str] = (),
    inputs: Optional[Mapping[str, Any]] = None,
    assume: Optional[Mapping[str, bool]] = None,
    closed: bool = False,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
) -> Optimize:
    """A variant with the least (`min`) or greatest (`max`) sum of something: without a word of elements, or of the features of
    a feature model."""
    arguments = given(presets, inputs, assume, closed, timeout, options)
    return _ask("optimize", [*arguments, f"--{goal}" if of is None else f"--{goal}={of}"], path)


def presets(path: PathLike) -> Presets:
    """The presets of a template."""
    return _ask("presets", [], path)


def inputs(path: PathLike) -> Inputs:
    """The variability inputs of a template, with what is declared of them."""
    return _ask("inputs", [], path)


def version() -> str:
    """The version of the program."""
    return run("--version", [], accepted=(0,)).split()[1]
