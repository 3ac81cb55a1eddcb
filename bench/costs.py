"""Running commands, what they cost, and tables of it."""

import json
import os
import re
import subprocess
import time


class Failed(Exception):
    """A command did not do what it should."""


class Cost:
    """What a command used, and what it printed."""

    def __init__(self, line, output):
        words = line.split()
        fields = dict(zip(words[::2], words[1::2]))
        self.cpu, self.wall = float(fields["cpu"]), float(fields["wall"])
        self.memory, self.status = int(fields["memory"]), int(fields["status"])
        self.output = output


class Check(Cost):
    """What `lince check --verbose` used and said; with several histories, all together."""

    OK, VIOLATION = 0, 1

    def __init__(self, line, output, limit, expected):
        super().__init__(line, output)
        self.killed = self.status == 128 + 9
        if not self.killed and self.status not in (0, 1, 3):
            raise Failed("exit status %d" % self.status)
        if expected is not None and self.status == 1 - expected:
            raise Failed("WRONG VERDICT: it should be %s, but this is what lince said:\n%s" %
                         ("a violation" if expected else "ok", output))
        self.unknown = self.status == 3 or self.killed
        self.out_of_memory = "the memory limit was reached" in output
        self.limit = limit
        self.configurations = self.add_up("configurations visited")
        self.steps = self.add_up("steps of the specification that were computed")
        algorithms = re.findall(r"(\S+)  algorithm", output)
        self.algorithm = ",".join(sorted(set(algorithms))) or None
        self.deciding = self.duration("for the verdict")  # reading not included
        self.explaining = self.duration("for the explanation")

    def add_up(self, label):
        return sum(int(n.replace(",", "")) for n in re.findall(r"([\d,]+)  " + label, self.output))

    def duration(self, label):
        found = re.findall(r"([\d.]+) (ms|s)  " + label, self.output)
        return sum(float(number) * (1e-3 if unit == "ms" else 1) for number, unit in found)

    def unless_unknown(self, text):
        if not self.unknown:
            return text
        return "> 4 GB" if self.out_of_memory else "> %d s" % self.limit


class Tools:
    """The programs, and a place for the histories they make."""

    def __init__(self, build, folder, quick, limit):
        self.build, self.folder, self.quick, self.limit = build, folder, quick, limit
        self.names = {"lince": os.path.join(build, "lince")}
        for name in ("counting", "figure_6", "figure_7", "generate", "measure", "meet", "monitored", "random_histories", "read",
                     "recorded", "search", "steps", "strength"):
            self.names[name] = os.path.join(build, "bench", name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, command, output):
        """A command whose cost does not matter."""
        with open(output, "wb") as out:
            done = subprocess.run(self.real(command), stdout=out, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise Failed("%s: %s" % (" ".join(command), done.stderr.decode(errors="replace")))

    def real(self, command):
        return [self.names.get(command[0], command[0]), *command[1:]]

    def generate(self, *arguments):
        """The file that `generate ARGUMENT...` makes."""
        arguments = [str(a) for a in arguments]
        path = self.path("-".join(arguments).replace("--", "") + ".hist")
        if not os.path.exists(path):
            self.run(["generate", *arguments], path)
        return path

    def measured(self, command, times, limit):
        """The line of `measure`, and what the command printed.  Short commands are repeated, for the least of it."""
        output = self.path("output")
        kill = ["-k", str(limit)] if limit else []
        measure = [self.names["measure"], "-n", str(1 if self.quick else times), "-s", "1", *kill, "-o", output]
        done = subprocess.run([*measure, *self.real(command)], capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise Failed("%s: %s" % (" ".join(command), done.stderr))
        with open(output, encoding="utf-8") as printed:
            return done.stdout, printed.read()

    def cost(self, *command, times=10):
        cost = Cost(*self.measured(command, times, 0))
        if cost.status:
            raise Failed("%s: exit status %d" % (" ".join(command), cost.status))
        return cost

    def check(self, options, files, times=10, limit=None, expected=None):
        """`lince check`, ended by force well after its limit: what does not answer in time must not hold up the rest."""
        limit = limit or self.limit
        command = ["lince", "check", "-v", *options, *files]
        try:
            return Check(*self.measured(command, times, limit + 5), limit, expected)
        except Failed as failure:
            raise Failed("%s: %s" % (" ".join(command[:12]), failure)) from None

    def decide(self, options, path, expected, limit):
        """The run of up to five that took least for the verdict; CPU time is the least of them all."""
        started = time.monotonic()
        best = self.check(options, [path], 1, limit, expected)
        for _ in range(0 if self.quick else 4):
            if best.unknown or time.monotonic() - started > 3:
                break
            other = self.check(options, [path], 1, limit, expected)
            least = min(best.cpu, other.cpu)
            best = min(best, other, key=lambda c: c.deciding)
            best.cpu = least
        if not best.unknown and best.deciding < 0.01:
            best.deciding = self.exactly(options, path)
        return best

    def exactly(self, options, path):
        """Seconds for the verdict where those that people read are too coarse."""
        command = ["lince", "check", "--json", "--no-explanation", *options, path]
        runs = [json.loads(self.measured(command, 1, 0)[1]) for _ in range(1 if self.quick else 5)]
        return min(run["seconds"] for run in runs)

    def explained(self, options, path):
        """`lince check --json` of a violation: what it used, and what it said."""
        command = ["lince", "check", "--json", *options, path]
        cost = Cost(*self.measured(command, 10, 0))
        if cost.status != 1:
            raise Failed("%s: exit status %d" % (" ".join(command), cost.status))
        return cost, json.loads(cost.output)


def limits(tools):
    return ["--jobs", "1", "--timeout", str(tools.limit), "--max-memory", "4G"]


def start(tools):
    """What the command costs before it does anything."""
    return tools.cost("lince", "--version")


def net(value, base):
    return max(value - base, 0)


def seconds(s):
    unit, scale = ("µs", 1e6) if s < 1e-3 else ("ms", 1e3) if s < 0.1 else ("s", 1)
    return "%.2f %s" % (s * scale, unit) if s * scale < 10 else "%.0f %s" % (s * scale, unit)


def size(n):
    for unit in "B", "KB", "MB":
        if n < 1000:
            break
        n /= 1000
    else:
        unit = "GB"
    return "%.0f %s" % (n, unit) if n >= 10 or unit == "B" else "%.1f %s" % (n, unit)


def count(n):
    return format(n, ",")


def ratio(theirs, ours):
    r = theirs / ours
    return "%s ×" % count(round(r)) if r >= 10 else "%.1f ×" % r


def heading(title, *paragraphs):
    print("\n## %s\n" % title)
    for paragraph in paragraphs:
        print(paragraph + "\n")


def commands(*lines):
    """The commands behind the table that follows."""
    for line in lines:
        print("    " + line)
    print(flush=True)


class Table:
    """A Markdown table, printed row by row, so that one sees how far it is; widths come from the heads."""

    def __init__(self, *heads):
        self.widths = [max(len(head), 8) for head in heads]
        self.row(*heads)
        print("|" + "|".join("-" * (w + 1) + (":" if i else "-") for i, w in enumerate(self.widths)) + "|")

    def row(self, *cells):
        cells += (None,) * (len(self.widths) - len(cells))
        texts = ["—" if cell is None else str(cell) for cell in cells]
        padded = [t.rjust(w) if i else t.ljust(w) for i, (t, w) in enumerate(zip(texts, self.widths))]
        print("| " + " | ".join(padded) + " |", flush=True)
