#!/usr/bin/env python3
"""Random models on which `lince model` must agree with the reference, whatever it leaves out: compare.py LINCE, in TAP.

    --count N        models (default 1000)
    --seed N         where to begin
    --differed       instead of random ones those on which they have differed once
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
import random_alphabets  # noqa: E402
import random_boxes  # noqa: E402
import random_growth  # noqa: E402
import random_library  # noqa: E402
import random_objects  # noqa: E402
import random_values  # noqa: E402
from data import Broken  # noqa: E402
from properties import ERROR, VIOLATION  # noqa: E402
from replay import replay  # noqa: E402
from verdicts import verdicts  # noqa: E402

# Everything that changes how an answer is found and not what it is.  A row is a switch: the ways it can be given, the
# first of them leaves out most; what it may change after all: "length" of counterexamples, number of "states"; and in
# how many files another way than the first is tried: one of so many.
SWITCHES = [
    (["--no-antichain", ""], [], 1),
    (["--no-order-reduction", ""], ["length", "states"], 1),
    (["--no-visible-reduction", ""], ["length", "states"], 1),
    (["--no-symmetry", ""], ["states"], 1),
    (["--no-value-symmetry", ""], ["states"], 1),
    (["--no-counting", ""], ["states"], 1),
    (["--no-live-reset", ""], ["states"], 1),
    (["--grow", ""], [], 1),
    (["--native never", "--native always"], [], 700),  # a compiler takes longer than these models do
    (["--jobs 1", "--jobs 2"], [], 1),
]
PER_FILE, DRAWN = 20, 3
# What lince says of models it does not take: parts that meet others and only begin to exist with their first step,
# terms that could grow for ever if a branch were taken, and alphabets with a number that only the run gives.
REFUSED = ["let a step come first", "nested too deeply", "known only while the model runs"]
LIMIT, OFTEN = 300, 12  # states the reference looks at; every OFTEN-th model may have ten times as many
APART = 1000  # seeds between files
# Of so many models these are implementations of objects, have control that grows, pass values on, use PAT's
# libraries, or meet at values; all others are of everything.
EVERY, MAKERS = 12, {0: random_values, 2: random_alphabets, 3: random_growth, 5: random_objects, 6: random_values,
                    8: random_library, 9: random_library, 11: random_boxes}
HEAD = "#define EMPTY -1;\n"


def known_switches(lince):
    """Those that this lince has."""
    def known(form):
        return subprocess.run([lince, "model", *form.split(), "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False).returncode == 0
    return [row for row in SWITCHES if all(known(form) for form in row[0])]


def combinations(switches, number):
    """[(options, what they may change)] for a file with this number"""
    draw = random.Random(number)
    usual = [number % every == 0 for _, _, every in switches]

    def chosen(way):
        options, changes = [], set()
        for (forms, may_change, _), other in zip(switches, usual):
            form = way(len(forms)) if other else 0
            options += forms[form].split()
            changes |= set(may_change) if form else set()
        return options, changes
    made = [chosen(lambda count: 0), chosen(lambda count: count - 1)]
    return made + [chosen(draw.randrange) for _ in range(DRAWN)]


class Model:
    """A random model and what the reference says about each assertion."""

    def __init__(self, seed, prefix):
        self.seed = seed
        self.text = MAKERS.get(seed % EVERY, generate).model(seed, prefix)
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


def can_fail(answer):
    """Somewhere, perhaps behind what a shortest search looks at."""
    spec = getattr(answer.spec, "graph", None)
    return bool(answer.graph.failing or spec and spec.failing)


def judge(answer, said, changes):
    """What is wrong with what lince said, or None."""
    verdict = ERROR if said.get("error") else said.get("verdict")
    if answer.reason == "formula" and answer.failure is not None:
        return None  # only what can break the formula is looked at
    if verdict == ERROR:
        if any(text in said["error"]["message"] for text in REFUSED) or answer.failure is not None or \
                answer.specification_fails or "length" in changes and can_fail(answer):
            return None
        return "error: %s" % said["error"]
    if verdict != answer.verdict:
        return None if answer.specification_fails else "%s instead of %s" % (verdict, answer)
    if answer.best is not None and answer.failure is not None and not changes:
        return "the best is told, but the model fails"
    if answer.best is not None and answer.failure is None and said["best"] != answer.best:
        return "%s instead of %d is the best" % (said["best"], answer.best)
    told = said["violation"] or said["witness"]
    if told:
        wrong = replay(answer, told, not said["violation"])
        if wrong:
            return wrong
        if answer.length is not None and "length" not in changes and told["steps"] != answer.length:
            return "%s steps instead of %d" % (told["steps"], answer.length)
        return None
    if answer.failure is not None:
        return "%s, but the model fails" % verdict
    # Terms and locations are not the same thing, but without reductions there are enough of both.  Behind a divergence
    # of the specification nobody looks.
    if answer.states is not None and "states" not in changes and said["states"] < answer.states and \
            said["criterion"] not in ("refines<FD>", "linearizable") and said["states"] < answer.graph.least():
        return "%s states, it takes %d" % (said["states"], answer.graph.least())
    return None


def run(lince, options, path):
    """Exit status, what it said about each assertion, and what it complained about."""
    done = subprocess.run([lince, "model", "--json", *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=500, check=False,
                          env=dict(os.environ, XDG_CACHE_HOME=os.path.dirname(path)))
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return done.returncode, said, done.stderr


def expected_status(said):
    if any(s.get("error") for s in said):
        return 2
    found = {s["verdict"] for s in said}
    return 1 if VIOLATION in found else 3 if "unknown" in found else 0


def check(lince, text, rows, drawn):
    """What is wrong with one file under all combinations: [(row's name, assertion, options, what)].  `rows` are the
    names of the models, the numbers of their assertions and the reference's answers, as they stand in the text."""
    wrong, answers = [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "models.lin")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        for options, changes in drawn:
            try:
                status, said, complaint = run(lince, options, path)
            except (subprocess.TimeoutExpired, ValueError) as trouble:
                wrong.append((rows[0][0], None, options, str(trouble)[:300]))
                continue
            if len(said) != len(rows) or status != expected_status(said):
                wrong.append((rows[0][0], None, options, "exit %d, %d of %d answers: %s" % (
                    status, len(said), len(rows), " ".join(complaint[:300].split()))))
            for (name, i, answer), one in zip(rows, said):
                answers += 1
                trouble = judge(answer, one, changes)
                if trouble:
                    wrong.append((name, i, options, trouble))
    return wrong, answers


def batch(job):
    """One file: [(seed, assertion, options, what is wrong)], and figures."""
    lince, switches, first = job
    started = time.monotonic()
    made = models(first, PER_FILE)
    figures = collections.Counter(models=len(made), reference=time.monotonic() - started)
    rows = [(model.seed, i, answer) for model in made for i, answer in enumerate(model.answers)]
    for _, _, answer in rows:
        figures["fails" if answer.failure is not None else answer.verdict] += 1
    started = time.monotonic()
    wrong, figures["answers"] = check(lince, HEAD + "".join(model.text for model in made), rows,
                                      combinations(switches, first // APART))
    figures["lince"] = time.monotonic() - started
    return first, wrong, figures


def known(lince, switches):
    """Models on which they have differed once."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "differed")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        rows = [(name, i, answer) for i, answer in enumerate(verdicts(text))]
        yield name, check(lince, text, rows, combinations(switches, 0))[0]


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
        print("#   %s, assertion %s, %s: %s" % (seed, "-" if assertion is None else assertion + 1, " ".join(options), trouble))
        if keep and assertion is not None and isinstance(seed, int):
            os.makedirs(keep, exist_ok=True)
            with open(os.path.join(keep, "%d-%d.lin" % (seed, assertion + 1)), "w", encoding="utf-8") as file:
                file.write("// %s: %s\n%s" % (" ".join(options), trouble, text_of(seed, assertion)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lince")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--differed", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    switches = known_switches(options.lince)
    figures, wrong = collections.Counter(), []
    started, count = time.monotonic(), 0

    def point(name, troubles):
        nonlocal count, wrong
        count += 1
        wrong += troubles
        if not options.figures:
            print("%s %d - %s" % ("not ok" if troubles else "ok", count, name), flush=True)
            report(troubles, options.keep)
    for name, troubles in known(options.lince, switches) if options.differed else []:
        point(name, troubles)
    # Seeds of a batch are apart, because some models are left out.
    files = 0 if options.differed else (options.count + PER_FILE - 1) // PER_FILE
    jobs = [(options.lince, switches, options.seed + APART * n) for n in range(files)]
    with multiprocessing.Pool(options.jobs) as pool:
        for first, troubles, some in pool.imap(batch, jobs):
            figures.update(some)
            point("seeds from %d" % first, troubles)
    figures["wrong"], figures["wall"] = len(wrong), time.monotonic() - started
    if options.figures:
        print(json.dumps(figures))
    else:
        print("# %s; switches: %s" % (", ".join("%s %d" % f for f in figures.items()), " ".join(s[0][0] for s in switches)))
        print("1..%d" % count)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
