#!/usr/bin/env python3
"""Random models on which `lince model` must agree with the reference, whatever it leaves out: compare.py LINCE, in TAP.

    --count N        models (default 1000)
    --seed N         where to begin
    --keep FOLDER    where models go on which they differ
    --jobs N         processes (default: all cores)
    --figures        a line of figures instead of TAP

Many models are one file, which is checked by one process for each combination of switches: with everything on, with
everything off, and with some that are drawn.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the source tree stays as it is

import generate  # noqa: E402
import random_objects  # noqa: E402
from data import Broken  # noqa: E402
from properties import ERROR, OK, VIOLATION  # noqa: E402
from verdicts import verdicts  # noqa: E402

# Everything that changes how an answer is found and not what it is.  A row is a switch: the ways it can be given, the
# first of them leaves out most; and what it may change after all: "length" of counterexamples, number of "states".
SWITCHES = [
    (["--no-antichain", ""], []),
    (["--no-order-reduction", ""], ["length", "states"]),
    (["--no-visible-reduction", ""], ["length", "states"]),
    (["--no-symmetry", ""], ["states"]),
    (["--no-counting", ""], ["states"]),
    (["--no-live-reset", ""], ["states"]),
    (["--native never", "--native always"], []),
    (["--jobs 1", "--jobs 2"], []),
]
PER_FILE, DRAWN = 20, 3
LIMIT, OFTEN = 300, 12  # states the reference looks at; every OFTEN-th model may have ten times as many
OBJECTS_EVERY = 6  # so often a model is the implementation of an object
HEAD = "#define EMPTY -1;\n"


def known_switches(lince):
    """Those that this lince has."""
    def known(form):
        return subprocess.run([lince, "model", *form.split(), "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False).returncode == 0
    return [row for row in SWITCHES if all(known(form) for form in row[0])]


def combinations(switches, draw):
    """[(options, what they may change)]"""
    def chosen(ways):
        options, changes = [], set()
        for (forms, may_change), way in zip(switches, ways):
            options += forms[way].split()
            changes |= set(may_change) if way else set()
        return options, changes
    # Native code is worth trying, but not each time: compiling takes longer than these models do.
    last = [len(forms) - 1 if forms[0] != "--native never" else 0 for forms, _ in switches]
    made = [chosen([0] * len(switches)), chosen(last)]
    for _ in range(DRAWN):
        made.append(chosen([draw.randrange(len(forms)) if forms[0] != "--native never" else 0 for forms, _ in switches]))
    return made


class Model:
    """A random model and what the reference says about each assertion."""

    def __init__(self, seed, prefix):
        self.seed = seed
        maker = random_objects if seed % OBJECTS_EVERY == OBJECTS_EVERY - 1 else generate
        self.text = maker.model(seed, prefix)
        self.answers = verdicts(HEAD + self.text, LIMIT * 10 if seed % OFTEN == 0 else LIMIT)


def models(first, count):
    """The next models that the reference can judge: not too large, and not without end; and the seed after them."""
    found, seed = [], first
    while len(found) < count:
        try:
            made = Model(seed, "m%d_" % len(found))
            small = all(a and a.states is not None and a.states < 4 for a in made.answers)
            if None not in made.answers and not (small and seed % 8):
                found.append(made)
        except (Broken, RecursionError):
            pass
        seed += 1
    return found


def judge(answer, said, changes):
    """What is wrong with what lince said, or None."""
    verdict = ERROR if said.get("error") else said.get("verdict")
    if answer.reason == "formula" and answer.failure is not None:
        return None  # only what can break the formula is looked at
    if verdict == ERROR:
        return None if answer.failure is not None or answer.specification_fails else "error: %s" % said["error"]
    if verdict != answer.verdict:
        if answer.specification_fails:
            return None
        return "%s instead of %s" % (verdict, answer)
    searched_all = answer.verdict == OK and answer.length is None or answer.reason == "not reached"
    if answer.failure is not None and searched_all:
        return "%s, but the model fails" % verdict
    # Terms and locations are not the same thing, but without reductions there are enough of both.
    if answer.failure is None and searched_all and answer.graph and "states" not in changes and \
            said["states"] != answer.states and said["states"] < answer.graph.least():
        return "%s states, it takes %d" % (said["states"], answer.graph.least())
    path = said.get("violation") or said.get("witness")
    if answer.length is not None and "length" not in changes and isinstance(path, dict) and path.get("steps") != answer.length:
        return "%s steps instead of %d" % (path.get("steps"), answer.length)
    return None


def run(lince, options, path):
    """Exit status, what it said about each assertion, and what it complained about."""
    done = subprocess.run([lince, "model", "--json", *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=60, check=False)
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return done.returncode, said, done.stderr


def expected_status(said):
    if any(s.get("error") for s in said):
        return 2
    found = {s["verdict"] for s in said}
    return 1 if VIOLATION in found else 3 if "unknown" in found else 0


def batch(job):
    """One file: [(seed, assertion, options, what is wrong)], and figures."""
    lince, switches, first = job
    made = models(first, PER_FILE)
    started = time.monotonic()
    figures = collections.Counter(models=len(made))
    for model in made:
        for answer in model.answers:
            figures["fails" if answer.failure is not None else answer.verdict] += 1
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "models.lin")
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEAD + "".join(model.text for model in made))
        flat = [(model, i, answer) for model in made for i, answer in enumerate(model.answers)]
        for options, changes in combinations(switches, random.Random(first)):
            try:
                status, said, complaint = run(lince, options, path)
            except (subprocess.TimeoutExpired, ValueError) as trouble:
                wrong.append((made[0].seed, None, options, str(trouble)[:300]))
                continue
            if len(said) != len(flat) or status != expected_status(said):
                wrong.append((first, None, options, "exit %d, %d of %d answers: %s" % (
                    status, len(said), len(flat), complaint[:300])))
            for (model, i, answer), one in zip(flat, said):
                figures["answers"] += 1
                trouble = judge(answer, one, changes)
                if trouble:
                    wrong.append((model.seed, i, options, trouble))
    figures["seconds"] = time.monotonic() - started
    return first, wrong, figures


def text_of(seed, assertion):
    """The model of a seed with one of its assertions."""
    lines = (HEAD + Model(seed, "m_").text).splitlines()
    numbers = [n for n, line in enumerate(lines) if line.startswith("#assert")]
    return "".join(line + "\n" for n, line in enumerate(lines) if assertion is None or n not in numbers or
                   n == numbers[assertion])


def report(wrong, keep):
    """The first few that differ, a file for each."""
    once = {}
    for row in wrong:
        once.setdefault(row[:2], row)
    for seed, assertion, options, trouble in list(once.values())[:10]:
        print("#   seed %d, assertion %s, %s: %s" % (seed, "-" if assertion is None else assertion + 1, " ".join(options), trouble))
        if keep and assertion is not None:
            os.makedirs(keep, exist_ok=True)
            with open(os.path.join(keep, "%d-%d.lin" % (seed, assertion + 1)), "w", encoding="utf-8") as file:
                file.write("// %s: %s\n%s" % (" ".join(options), trouble, text_of(seed, assertion)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lince")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    switches = known_switches(options.lince)
    # Seeds of a batch are apart, because some models are left out.
    jobs = [(options.lince, switches, options.seed + 1000 * n) for n in range((options.count + PER_FILE - 1) // PER_FILE)]
    figures, wrong = collections.Counter(), []
    started = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        for first, troubles, some in pool.imap(batch, jobs):
            figures.update(some)
            wrong += troubles
            if not options.figures:
                print("%s %d - seeds from %d" % ("not ok" if troubles else "ok", first // 1000 - options.seed // 1000 + 1, first))
                report(troubles, options.keep)
    figures["wrong"], figures["wall"] = len(wrong), time.monotonic() - started
    if options.figures:
        print(json.dumps(figures))
    else:
        print("# %s; switches: %s" % (", ".join("%s %d" % f for f in figures.items()), " ".join(s[0][0] for s in switches)))
        print("1..%d" % len(jobs))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
