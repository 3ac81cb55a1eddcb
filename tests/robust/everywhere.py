"""One run of each command whose answer is known, for changing what is around it."""

from robust import *  # noqa: F403

write("good.hist", GOOD)
write("wrong.hist", WRONG)
COMMANDS = {
    "check": (["check", "wrong.hist"], 1), "test": (["test", COUNTER, "--", "-DBROKEN"], 1),
    "model": (["model", "--native", "always", WRONG_MODEL], 1), "monitor": (["monitor", "--once", "wrong.hist"], 1),
    "show": (["show", "good.hist"], 0), "formula": (["formula", "queue", "2", "--check", "wrong.hist"], 1),
    "emit": (["emit", "--monitor", "queue"], 0), "specs": (["specs", MODEL], 0),
    "stress": (["test", "--strategy", "stress", "--timeout", "1", "--scenario", "increment() | get()", COUNTER], 0),
}
NOBODY = 20000 + os.getpid() % 40000  # nobody else: a limit on processes counts those of all runs of a user


def as_nobody():
    """Permissions do not hold back root."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def changed(**changes):
    environment = dict(ENVIRONMENT)
    for name, value in changes.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    return environment


def same(what, names=COMMANDS, fewer=(), **more):
    """Each command answers as ever; those in `fewer` may also give up, in words of their own."""
    bad = []
    for name in names:
        arguments, status = COMMANDS[name]
        run = Run(*arguments, **more)
        quits = name in fewer and (run.status == 2 and "lince: " in run.err or run.status == 3)
        if run.status != status and not quits or "Sanitizer" in run.err:
            bad.append(run)
    point(not bad, what, *bad)
