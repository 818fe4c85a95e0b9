"""Sums the amounts of events within each window of time: `stream.py EVENTS RESULT WINDOW`, a window in seconds."""

import json
import sys
from collections import Counter

events, result, window = sys.argv[1:]
seconds = int(window.split()[0])
sums = Counter()
with open(events, encoding="utf-8") as lines:
    for line in lines:
        second, amount = map(int, line.split(","))
        sums[second // seconds] += amount
with open(result, "w", encoding="utf-8") as file:
    json.dump({"window": window, "windows": len(sums), "sum": sum(sums.values())}, file)
