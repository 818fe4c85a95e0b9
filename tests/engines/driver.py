"""Asks one engine about many templates; run by the Python of the engine's own environment.

Comes in, a line of JSON each: the arguments of the engine's command line, and the folder to run it in. Goes out, a line of
JSON each: whether the engine accepts, and the last thing it says. The engine is loaded once, and asked in a process of its own
each time, as on the command line.
"""

import contextlib
import io
import json
import os
import re
import signal
import sys
import traceback

SECONDS = 30


def program(engine):
    """The function behind the engine's command."""
    if engine == "xopera":
        from opera.cli import main
    elif engine == "tosca-parser":
        from toscaparser.shell import main
    elif engine == "unfurl":
        from unfurl.__main__ import main
    else:
        raise SystemExit(f"unknown engine {engine}")
    return main


def ask(main, request):
    """Runs the engine here and now, and tells what came of it."""
    said, status = io.StringIO(), 0
    os.chdir(request["folder"])
    sys.argv = request["arguments"]
    signal.alarm(SECONDS)
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = main()
        except SystemExit as stop:
            status = stop.code
        except BaseException:  # noqa: B902: whatever an engine raises is its answer
            traceback.print_exc()
            status = 1
    is_accepted = status in (None, 0, False)
    return {"accepted": is_accepted, "reason": "" if is_accepted else reason(said.getvalue() or str(status))}


def reason(said):
    """The line that says why, without what differs from place to place."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception|error)\b.*:|Missing", line)]
    line = (errors or lines or ["no reason"])[-1]
    line = re.sub(r"\x1b\[[0-9;]*m", "", line)
    line = re.sub(r'"?[^\s"\':]*/[^\s"\':]*"?', "PATH", line)
    return re.sub(r"\b[\w-]+\.(ya?ml|tosca)(:\d+)*", "FILE", line)[:300]


def apart(main, request):
    """Runs the engine in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        answer = ask(main, request)
        with os.fdopen(writer, "w") as pipe:
            pipe.write(json.dumps(answer))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"accepted": False, "reason": f"no answer within {SECONDS} s"}


def serve():
    main = program(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(apart(main, json.loads(line))), flush=True)


if __name__ == "__main__":
    serve()
