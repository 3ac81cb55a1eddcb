"""Limits of time that hold on a machine that is busy with other things."""

import os


def busy():
    """How many want each processor, of late or now; at least 1."""
    with open("/proc/loadavg", encoding="utf-8") as file:
        words = file.read().split()
    return max(1.0, max(float(words[0]), float(words[3].split("/")[0])) / os.cpu_count())


def soon(seconds):
    """What takes a small part of this many seconds takes no longer than that, whatever else goes on: to be asked when it
    is over."""
    return seconds * 2 * busy()


def patiently(limits, run, good):
    """The result of run(limit) with the first of these limits that gives a good one: time may pass without any work."""
    for limit in limits:
        result = run(limit)
        if good(result):
            break
    return result
