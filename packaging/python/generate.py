#!/usr/bin/env python3
"""Writes variscope/answers.py: a dataclass for each object in the JSON Schemas of the program's answers.

Run `packaging/python/generate.py` with the program on the path (or named by VARISCOPE) after an answer has changed; with
`--check` nothing is written, and what differs is an error.
"""

import json
import keyword
import os
import re
import subprocess
import sys
from pathlib import Path

PROGRAM = os.environ.get("VARISCOPE", "variscope")
TARGET = Path(__file__).resolve().parent / "variscope" / "answers.py"
HEAD = '''"""What the program answers, as its JSON Schemas say it. Written by generate.py.

Numbers of variants are of any size, so they are `int`, although the documents have texts; sums are `Decimal`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Optional

'''


def printed(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def names():
    """The names of all answers, which the program tells where one is asked for that is not there."""
    told = printed("schema", "--answer", "?").stderr
    listed = told.split("[possible values: ")[1].split("]")[0]
    return listed.replace("\n", " ").split(", ")


def constants(schema):
    options = schema.get("oneOf", [])
    values = [option["const"] for option in options if "const" in option]
    return values if values and len(values) == len(options) else None


class Types:
    """All objects by name, and how each schema is called in Python."""

    def __init__(self):
        self.named = {}
        self.roots = {}
        for answer in names():
            schema = json.loads(printed("schema", "--answer", answer).stdout)
            for name, body in schema.pop("$defs", {}).items():
                if self.named.setdefault(name, body) != body:
                    sys.exit(f"two answers have different objects called {name}")
            self.roots[schema["title"]] = schema

    def of(self, schema):
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[1]
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "anyOf" in schema:
            options = [option for option in schema["anyOf"] if option.get("type") != "null"]
            if len(options) == 1:
                return f"Optional[{self.of(options[0])}]"
            return "Any"
        if schema.get("format") == "decimal":
            schema = {**schema, "type": [option.replace("string", "decimal") for option in schema["type"]], "format": None}
        kind = schema.get("type")
        if isinstance(kind, list):
            kinds = [option for option in kind if option != "null"]
            inner = self.of({**schema, "type": kinds[0]}) if len(kinds) == 1 else "Any"
            return f"Optional[{inner}]" if "null" in kind else inner
        if kind == "array":
            return f"list[{self.of(schema.get('items', {}))}]"
        plain = {"decimal": "Decimal", "string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "dict[str, Any]"}
        return plain.get(kind, "Any")

    def definition(self, name, schema):
        """The lines that define a name: a class, or what it stands for."""
        about = " ".join(schema.get("description", "").split())
        if "properties" in schema:
            return self.record(name, schema, about)
        if name == "Number":
            return ["# A number of any size.", "Number = int"]
        values = constants(schema)
        if values is not None:
            return [f"# {about}", f"{name} = Literal[{', '.join(repr(value) for value in values)}]"]
        return [f"# {about}", f"{name} = {self.of(schema)}"]

    def record(self, name, schema, about):
        lines = ["@dataclass(frozen=True)", f"class {name}:", f'    """{about}"""', ""]
        required = schema.get("required", [])
        members = sorted(schema["properties"].items(), key=lambda member: member[0] not in required)
        for member, body in members:
            if member == "schema":
                continue
            words = " ".join(body.get("description", "").split())
            if words:
                lines.append(f"    #: {words}")
            kind = self.of(body)
            if member in required:
                lines.append(f"    {python_name(member)}: {kind}")
            elif kind.startswith("list["):
                lines.append(f"    {python_name(member)}: {kind} = field(default_factory=list)")
            else:
                kind = kind if kind.startswith("Optional[") else f"Optional[{kind}]"
                lines.append(f"    {python_name(member)}: {kind} = None")
        return lines

    def text(self):
        plain = [name for name, body in self.named.items() if "properties" not in body]
        records = [name for name in self.named if name not in plain]
        blocks = [self.definition(name, self.named[name]) for name in sorted(plain, key=lambda name: name != "Number")]
        text = HEAD + "\n".join("\n".join(block) for block in blocks) + "\n"
        for name in records:
            text += "\n\n" + "\n".join(self.definition(name, self.named[name])) + "\n"
        for name, body in self.roots.items():
            text += "\n\n" + "\n".join(self.definition(name, body)) + "\n"
        known = [f"    {body['properties']['schema']['const']!r}: {name},\n" for name, body in self.roots.items()]
        return text + "\n\n#: What stands in a document as its `schema`.\nBY_SCHEMA = {\n" + "".join(known) + "}\n"


def python_name(member):
    return member + "_" if keyword.iskeyword(member) else re.sub(r"\W", "_", member)


def main():
    text = Types().text()
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET.name} is not what the program's schemas say: run generate.py")
    else:
        TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
