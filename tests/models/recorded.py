#!/usr/bin/env python3
"""The verdicts of lince model against those that PAT recorded.

usage: recorded.py LINCE [--table] [--timeout SECONDS] [--only TEXT]

LINCE_PAT names a checkout of the public repository ZuoXinyue/PAT-Agent, which is not part of Lince; without it
the test is skipped. A model `N.csp` there has the output of PAT beside it, `pat_output_N.txt`. A model counts once,
however many copies there are, and only if all recorded outputs of its assertions agree. --table prints a line for each
assertion: model, assertion, PAT's verdict and states, verdict and states of Lince.
"""

import argparse
import json
import os
import re
import subprocess
import sys

RECORD = re.compile(
    r"The Assertion \((?P<assertion>.*?)\) is (?P<verdict>VALID|NOT valid|NEITHER PROVED NOR DISPROVED)"
    r"(?P<rest>.*?)(?=^=====|\Z)", re.DOTALL | re.MULTILINE)
MEANING = {"VALID": "ok", "NOT valid": "violation"}


def squeeze(text):
    return re.sub(r"\s+|\(\)", "", text).rstrip(";")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().lstrip("\ufeff")


def records_of(path):
    """[(assertion, verdict or None, states)] of an output of PAT."""
    found = []
    for match in RECORD.finditer(read(path)):
        states = re.search(r"Visited States:(\d+)", match["rest"])
        found.append((match["assertion"], MEANING.get(match["verdict"]), int(states[1]) if states else None))
    return found


def models_of(checkout):
    """{text of a model: (path, records)}; records is None where recorded outputs contradict each other."""
    models = {}
    for folder, _, files in sorted(os.walk(checkout)):
        for name in sorted(files):
            output = os.path.join(folder, "pat_output_%s.txt" % name[:-4])
            if not name.endswith(".csp") or not os.path.exists(output):
                continue
            text, records = read(os.path.join(folder, name)), records_of(output)
            key = squeeze(text)
            verdicts = [(squeeze(a), v) for a, v, _ in records]
            old = models.get(key)
            if old and old[1] and [(squeeze(a), v) for a, v, _ in old[1]] != verdicts:
                models[key] = (old[0], None)
            elif not old and records:
                models[key] = (os.path.join(folder, name), records)
    return sorted(models.values(), key=lambda model: model[0])


def run(lince, path, assertions, timeout):
    command = [lince, "model", "--json", "--timeout", str(timeout), "--max-memory", "4G", "--jobs", "1", path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                              timeout=60 + (timeout + 2) * (assertions + 1))
    except subprocess.TimeoutExpired:
        return None, "killed"
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {squeeze(answer["text"]): answer for answer in answers if "text" in answer}, done.stderr


def main():
    options = argparse.ArgumentParser()
    options.add_argument("lince")
    options.add_argument("--table", action="store_true")
    options.add_argument("--timeout", type=int, default=10)
    options.add_argument("--only", default="")
    options = options.parse_args()
    checkout = os.environ.get("LINCE_PAT")
    if not checkout:
        print("1..0 # SKIP LINCE_PAT names no checkout of PAT-Agent")
        return 0
    count = {"models": 0, "contradictory": 0, "read": 0, "agree": 0, "differ": 0, "late": 0, "pat_failed": 0}
    unread, differ, late = [], [], []
    for path, records in models_of(checkout):
        if options.only not in path:
            continue
        count["models"] += 1
        if records is None:
            count["contradictory"] += 1
            continue
        answers, errors = run(options.lince, path, len(records), options.timeout)
        if answers is None or not answers:
            unread.append((path, errors.strip().split("\n")[0]))
            continue
        count["read"] += 1
        for assertion, verdict, states in records:
            answer = answers.get(squeeze(assertion))
            got = answer["verdict"] if answer else "none"
            if options.table:
                print("\t".join(str(cell) for cell in (os.path.relpath(path, checkout), assertion, verdict, states, got,
                                                       answer.get("states") if answer else None)), flush=True)
            if verdict is None:
                count["pat_failed"] += 1
            elif got == verdict:
                count["agree"] += 1
            elif got in ("ok", "violation"):
                count["differ"] += 1
                differ.append((path, assertion, verdict, got))
            else:
                count["late"] += 1
                late.append((path, assertion, verdict, got + " " + str((answer or {}).get("unknown_reason"))))
    for path, error in unread:
        print("# not read: %s: %s" % (os.path.relpath(path, checkout), error))
    for path, assertion, verdict, got in differ + late:
        print("# %s: %s: PAT %s, lince %s" % (os.path.relpath(path, checkout), assertion, verdict, got))
    print("# " + ", ".join("%s %d" % pair for pair in count.items()))
    print("1..1\n%s 1 - no recorded verdict differs" % ("not ok" if differ else "ok"))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
