"""Runs `lince test` on files of generated programs and compares the verdicts with the truth."""

import json
import os
import subprocess
from collections import Counter
from dataclasses import dataclass, field

from language import PRELUDES, SUFFIX

COMPLETE = {"default", "dpor", "states", "exhaustive"}  # strategies that try all there is
REDUCING = {"default", "dpor", "states", "bounded"}  # those that find it within the executions that they have
SEARCHING = COMPLETE | {"bounded"}  # those that find every mistake made here
PATIENCE = 900  # seconds of the clock, for a whole file: only a run that hangs takes so long
UNDECIDED = "undecided"


@dataclass
class Way:
    """How `lince test` is called."""

    strategy: str = "default"
    compiler: str = "gcc"
    flags: list = field(default_factory=list)
    executions: int = 20000  # of one test: what takes more is not decided

    def options(self):
        options = ["--strategy", self.strategy] if self.strategy != "default" else []
        if self.strategy == "bounded":
            options += ["--preemptions", "2"]
        most = {"pct": 300, "random": 300, "stress": 10}.get(self.strategy, self.executions)
        return options + ["--max-executions", str(most)]

    def words(self):
        return " ".join([self.strategy, self.compiler, *self.flags])


class File:
    """Programs of one language that are compiled together; all of them have a golden object, or none."""

    def __init__(self, folder, name, programs):
        self.programs = {p.test(): p for p in programs}
        self.language = programs[0].language
        self.path = os.path.join(folder, name + SUFFIX[self.language])
        self.golden = os.path.join(folder, name + "_golden.c") if programs[0].golden else None
        with open(self.path, "w", encoding="utf-8") as out:
            out.write(PRELUDES[self.language])
            for program in programs:
                out.write("\n/* %s */\n%s" % (program.title().replace("*/", "* /"), program.text))
        if self.golden:
            with open(self.golden, "w", encoding="utf-8") as out:
                out.write("#include <lince/test.h>\n" + "\n".join(p.golden for p in programs))

    def flags(self, way):
        return (["-std=c++17"] if self.language == "c++" else []) + way.flags


class Runner:
    def __init__(self, lince, cache):
        self.lince, self.undecided = lince, Counter()  # by class: strategy, truth, object, guard
        self.environment = dict(os.environ, XDG_CACHE_HOME=cache)

    def run(self, file, way, *more):
        """What came out, and the command."""
        command = [self.lince, "test", "--memory", "sc", "--first-failure", "--json", "--jobs", "1", *way.options(), *more, file.path]
        command += ["--golden", file.golden] if file.golden else []
        if file.golden and way.strategy in REDUCING:  # sequential histories count too: there are thousands of some objects
            command += ["--max-executions", str(max(way.executions, 20000))]
        command += ["--", *file.flags(way)] if file.flags(way) else []
        environment = dict(self.environment)
        if way.compiler == "clang":
            environment.update(CC="clang", CXX="clang++")
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)
        return done, command

    def faults(self, file, way, filters=()):
        """(program, what is wrong, command) for everything that is not as it should be."""
        done, command = self.run(file, way, *filters)
        try:
            answers = {a["test"]: a for a in map(json.loads, done.stdout.splitlines())}
        except (ValueError, KeyError):
            answers = {}
        wanted = {n: p for n, p in file.programs.items() if not filters or n in filters}
        if not answers:
            yield None, "exit status %d: %s" % (done.returncode, done.stderr.strip()), command
            return
        for name, program in wanted.items():
            if name not in answers:
                yield program, "no verdict: %s" % done.stderr.strip(), command
                continue
            answer = answers[name]
            fault = judge(program, way, answer)
            if fault == UNDECIDED:
                self.undecided["%s, %s: %s" % (way.strategy, program.truth(), program.kind)] += 1
            elif fault:
                yield program, "%s [%s]" % (fault, way.words()), command + ["--filter", name]
            elif answer["verdict"] == "violation" and way.strategy != "stress":
                fault = self.replay(file, way, answer)
                if fault:
                    yield program, "%s [%s]" % (fault, way.words()), command + ["--filter", name]
        status = most_serious(a["verdict"] for a in answers.values())
        if done.returncode not in (2, status):  # 2: a test is not deterministic, which is one of the faults above
            yield None, "exit status %d, not %d" % (done.returncode, status), command

    def replay(self, file, way, answer):
        """What differs when a violation is run again."""
        way = Way("default", way.compiler, way.flags, way.executions)
        done, _ = self.run(file, way, "--replay", answer["trace"])
        try:
            again = json.loads(done.stdout)
        except ValueError:
            return "replay: exit status %d: %s" % (done.returncode, done.stderr.strip())
        if done.returncode != 1 or again["verdict"] != "violation":
            return "replay: exit status %d, %s" % (done.returncode, again["verdict"])
        if kind_of(again) != kind_of(answer):
            return "replay: %s, not %s" % (kind_of(again), kind_of(answer))
        return None


def most_serious(verdicts):
    found = set(verdicts)
    return 1 if "violation" in found else 3 if "unknown" in found else 0


def kind_of(answer):
    return answer["failure"]["kind"] if answer["failure"] else answer["verdict"]


def judge(program, way, answer):
    """What is wrong with a verdict."""
    found = kind_of(answer)
    details = (answer["failure"] or {}).get("message") or (answer["violation"] or {}).get("reason") or answer["unknown_reason"]
    if found == "ok":
        if program.mistake and way.strategy in SEARCHING:
            return "ok, not %s" % program.truth()
        if program.mistake and program.written and program.mistake.sequential:
            return "ok, not %s, which one thread shows" % program.truth()
        if not program.mistake and way.strategy in COMPLETE and answer["coverage"] != "exhaustive":
            return "coverage is %s" % answer["coverage"]
        return None
    if found == "unknown" and "execution" in answer["unknown_reason"]:
        # The limit hides a missed bug: a strategy that searches has to find each mistake before it reaches the limit.
        return "undecided, not %s: %s" % (program.truth(), details) if (
            program.mistake and way.strategy in REDUCING) else UNDECIDED
    if not program.mistake or found not in program.truth().split():
        return "%s, not %s: %s" % (found, program.truth(), details)
    return None
