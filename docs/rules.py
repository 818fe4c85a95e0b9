#!/usr/bin/env python3
"""A preprocessor of mdbook: adds the page of each code, of those in docs/src/rules, behind the chapter "Rules".

The pages are what `variscope rule --all --format json` prints, from the program that VARISCOPE names, or the one on the path.
"""

import json
import os
import subprocess
import sys


def pages():
    program = os.environ.get("VARISCOPE", "variscope")
    printed = subprocess.run(
        [program, "rule", "--all", "--format", "json"], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(printed)["rules"]


def chapter(rule, parent):
    code = rule["code"]
    path = f"rules/{code.lower()}.md"
    return {
        "Chapter": {
            "name": f"{code}: {rule['title']}",
            "content": rule["page"],
            "number": None,
            "sub_items": [],
            "path": path,
            "source_path": path,
            "parent_names": [parent],
        }
    }


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "supports":
        sys.exit(0)
    _, book = json.load(sys.stdin)
    sections = book["items"] if "items" in book else book["sections"]
    for section in sections:
        if isinstance(section, dict) and section.get("Chapter", {}).get("path") == "rules.md":
            found = section["Chapter"]
            found["sub_items"] = [chapter(rule, found["name"]) for rule in pages()]
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
