"""Sums the amounts of all events, once a night: `batch.py EVENTS RESULT SCHEDULE`."""

import json
import sys

events, result, schedule = sys.argv[1:]
with open(events, encoding="utf-8") as lines:
    amounts = [int(line.split(",")[1]) for line in lines]
with open(result, "w", encoding="utf-8") as file:
    json.dump({"schedule": schedule, "events": len(amounts), "sum": sum(amounts)}, file)
