"""JSON into the dataclasses of `answers`."""

from __future__ import annotations

import dataclasses
import json
import typing
from decimal import Decimal
from functools import lru_cache
from typing import Any, Type, TypeVar

from . import answers
from ._program import VariscopeError

T = TypeVar("T")


@lru_cache(maxsize=None)
def _hints(kind: type) -> dict:
    return typing.get_type_hints(kind, vars(answers))


#: Python refuses to read more digits at once.
_DIGITS = 4000


def number(text: str) -> int:
    """An `int` of any size."""
    if len(text) <= _DIGITS:
        return int(text)
    if text.startswith("-"):
        return -number(text[1:])
    half = len(text) // 2
    return number(text[:-half]) * 10**half + number(text[-half:])


def parse(text: str) -> Any:
    """JSON with numbers of any size."""
    try:
        return json.loads(text, parse_int=number)
    except ValueError as error:
        raise VariscopeError(f"the program wrote something else than JSON: {error}", 0) from error


def decode(kind: Type[T], value: Any) -> T:
    """`value` as a `kind`; members that the class does not know are left out."""
    return _decode(kind, value)


def _decode(kind: Any, value: Any) -> Any:
    if value is None or kind is Any:
        return value
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        return _decode(inner[0], value)
    if origin is list:
        return [_decode(inner[0], entry) for entry in value]
    if dataclasses.is_dataclass(kind):
        hints = _hints(kind)
        members = {field.name: field.name.rstrip("_") for field in dataclasses.fields(kind)}
        given = {name: _decode(hints[name], value[key]) for name, key in members.items() if key in value}
        return kind(**given)
    if kind is int and isinstance(value, str):
        return number(value)
    return Decimal(value) if kind is Decimal else value
