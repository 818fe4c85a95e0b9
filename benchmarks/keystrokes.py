#!/usr/bin/env python3
"""What typing costs in the language server: how long answers take and how much is computed for a key.

For every template: it is opened, then its conditions are typed at. A value of a condition is replaced and put back, key by key, first
in a hurry (every KEY seconds, after each of them hover, completion and outline are asked for), then alone (one key, and everything
that follows from it is waited for). Prints, and writes to benchmarks/results/keystrokes-<commit>.csv:

  open_s, open_cpu_s    from opening to the last diagnostics, and what it costs until nothing is done any more
  hover_ms, complete_ms, outline_ms   the slowest answers while keys are typed in a hurry
  hurry_cpu_s           CPU for a key in a hurry
  first_s, last_s       from a key alone to the first and the last diagnostics of that text
  key_cpu_s             CPU for a key alone, with everything that follows
  peak_mib, times_text  the most memory, and how many times the text that is

Templates are files, or FAMILY:SIZE for the generator of the benchmark data. Needs Linux, Python 3 and a release build.
"""

import argparse
import csv
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

from processes import PROGRAM, ROOT, commit, machine

GENERATOR = ROOT.parent / "shared" / "bench" / "families.py"
TICKS = os.sysconf("SC_CLK_TCK")
# Nothing is done any more when so many seconds cost nothing: the server waits before an analysis for as long as reading took.
IDLE = 8
# A place to type at: a condition of a node, with the name of an input.
CONDITION = re.compile(r"conditions: .*\{variability_input: (\w+)\}")


class Editor:
    """An editor with one document."""

    def __init__(self, program, path, text):
        self.process = subprocess.Popen([str(program), "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.messages = queue.Queue()
        self.told = []
        self.version = 0
        self.number = 0
        self.uri = path.resolve().as_uri()
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"capabilities": {}})
        self.tell("initialized", {})
        self.tell("textDocument/didOpen", {"textDocument": {"uri": self.uri, "languageId": "yaml", "version": 0, "text": text}})

    def read(self):
        """Takes what the server says, with the time."""
        output = self.process.stdout
        while header := output.readline():
            length = int(header.split(b":")[1])
            while output.readline().strip():
                pass
            body = output.read(length)
            now = time.monotonic()
            if b'"textDocument/publishDiagnostics"' in body[:200] or b'"textDocument/publishDiagnostics"' in body[-200:]:
                version = re.search(rb'"version":(\d+)', body[-300:]) or re.search(rb'"version":(\d+)', body)
                self.told.append((now, int(version.group(1)) if version else None, length))
            else:
                self.messages.put((now, json.loads(body)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """The answer, and the milliseconds that it took."""
        self.number += 1
        start = time.monotonic()
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            now, message = self.messages.get(timeout=600)
            if message.get("id") == self.number and "method" not in message:
                return message, (now - start) * 1000

    def ask_at(self, method, line, character):
        place = {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}
        return self.ask(method, place)

    def type(self, line, start, end, text):
        """Replaces characters of a line."""
        self.version += 1
        places = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        document = {"uri": self.uri, "version": self.version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": places, "text": text}]})
        return time.monotonic()

    def cpu(self):
        """CPU seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def settle(self):
        """Waits until nothing is done any more."""
        last, since = self.cpu(), time.monotonic()
        while time.monotonic() - since < IDLE:
            time.sleep(0.05)
            now = self.cpu()
            if now > last:
                last, since = now, time.monotonic()
        return last

    def peak(self):
        """MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.wait(60)


def measure(program, path, text, keys, pause):
    """The figures of one template."""
    lines = text.split("\n")
    found = [(number, match) for number, line in enumerate(lines) if (match := CONDITION.search(line))]
    start = time.monotonic()
    editor = Editor(program, path, text)
    while not editor.told:
        time.sleep(0.01)
    # As people who read before they type.
    opened = editor.settle()
    figures = {"mb": len(text) / 1e6, "open_s": editor.told[-1][0] - start, "open_cpu_s": opened}

    slowest = {"hover": 0.0, "completion": 0.0, "documentSymbol": 0.0}
    for key in range(keys):
        line, match = found[len(found) * (1 + key % 7) // 8]
        editor.type(line, match.end(1), match.end(1), "x")
        typed = time.monotonic()
        answers = [
            ("hover", editor.ask_at("textDocument/hover", found[key + 1][0], found[key + 1][1].start(1) + 1)),
            ("completion", editor.ask_at("textDocument/completion", line, match.end(1) + 1)),
            ("documentSymbol", editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": editor.uri}})),
        ]
        for method, (answer, took) in answers:
            slowest[method] = max(slowest[method], took)
            if method != "documentSymbol" and not answer.get("result"):
                sys.exit(f"{method} has no answer: {answer}")
        time.sleep(max(0.0, typed + pause - time.monotonic()))
        editor.type(line, match.end(1), match.end(1) + 1, "")
        time.sleep(pause)
    hurried = editor.cpu()
    names = {"hover_ms": "hover", "complete_ms": "completion", "outline_ms": "documentSymbol"}
    figures |= {name: slowest[method] for name, method in names.items()}
    figures["hurry_cpu_s"] = (hurried - opened) / (2 * keys)

    before = editor.settle()
    line, match = found[len(found) // 2]
    other = next(other.group(1) for _, other in found if other.group(1) != match.group(1))
    typed = editor.type(line, match.start(1), match.end(1), other)
    after = editor.settle()
    told = [when - typed for when, version, _ in editor.told if version == editor.version]
    figures |= {"first_s": told[0] if told else -1, "last_s": told[-1] if told else -1, "key_cpu_s": after - before}
    figures |= {"peak_mib": editor.peak(), "times_text": editor.peak() * (1 << 20) / len(text)}
    editor.end()
    return figures


def read(name):
    """Path and text of a template."""
    if ":" not in name:
        return Path(name), Path(name).read_text()
    family, size = name.split(":")
    text = subprocess.run([sys.executable, str(GENERATOR), family, size], capture_output=True, text=True, check=True).stdout
    return Path(f"{family}-{size}.yaml"), text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("templates", nargs="*", default=["platform:1700", "platform:18300"])
    parser.add_argument("--program", type=Path, default=PROGRAM)
    parser.add_argument("--keys", type=int, default=7, metavar="N", help="keys that are typed in a hurry, and taken back")
    parser.add_argument("--pause", type=float, default=0.15, metavar="SECONDS", help="between two of these")
    options = parser.parse_args()
    if not options.program.is_file():
        sys.exit(f"{options.program} is missing: cargo build --release")
    name = commit()
    results = ROOT / "benchmarks" / "results" / f"keystrokes-{name}.csv"
    with results.open("w", newline="") as file:
        table = csv.writer(file)
        for number, template in enumerate(options.templates):
            figures = measure(options.program, *read(template), options.keys, options.pause)
            if number == 0:
                table.writerow(["machine", "commit", "template", *figures])
                print(f"{'template':18}", *(f"{column:>11}" for column in figures))
            table.writerow([machine(), name, template, *(f"{value:.3f}" for value in figures.values())])
            print(f"{template:18}", *(f"{value:11.3f}" for value in figures.values()), flush=True)


if __name__ == "__main__":
    main()
