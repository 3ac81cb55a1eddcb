#!/usr/bin/env python3
"""Makes a random model small on which lince and the reference differ: shrink.py LINCE SEED ASSERTION [OPTION...]

SEED and ASSERTION are those compare.py tells.  What is left is printed, with what both say about it.
"""

import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays as it is

import generate  # noqa: E402
from compare import EVERY, HEAD, MAKERS, SWITCHES, Model, judge, run  # noqa: E402
from data import Broken  # noqa: E402
from trees import nodes, parts  # noqa: E402
from verdicts import verdicts  # noqa: E402


def changes_of(options):
    """What these options may change besides the way to the answer."""
    given = " ".join(options)
    return {change for forms, changes, _ in SWITCHES for change in changes if forms[0] not in given}


def trouble(lince, options, text):
    """What is wrong with what lince says about the one assertion of a model; None: nothing, or it is no model."""
    try:
        answer = verdicts(text)[0]
    except (Broken, RecursionError, SyntaxError, KeyError, TypeError):
        return None
    if answer is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.lin")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        status, said, complaint = run(lince, options, path)
    if len(said) != 1:
        return "exit %d: %s" % (status, complaint.strip())
    return judge(answer, said[0], changes_of(options))


def candidates(tree):
    """Smaller forms of a node."""
    for part in parts(tree):
        yield part
        if tree[0] == "choice":
            yield [tree[0], *[other for other in parts(tree) if other is not part]]
    if tree[0] not in ("Stop", "Skip"):
        yield ["Skip"]
        yield ["Stop"]
    if tree[0] == "event":
        if tree[2]:
            yield [tree[0], tree[1], None, tree[3]]
        if tree[1] != "a":
            yield [tree[0], "a", *tree[2:]]
    if tree[0] == "tau" and tree[1]:
        yield [tree[0], None, tree[2]]
    if tree[0] in ("guard", "if", "ifa", "ifb") and tree[1] not in ("0", "1"):
        yield [tree[0], "1", *parts(tree)]
        yield [tree[0], "0", *parts(tree)]
    if tree[0] == "reference" and any(not arg.isdigit() for arg in tree[2]):
        yield [tree[0], tree[1], ["0"] * len(tree[2])]


def smaller(maker, wrong):
    """Tries one thing after the other until nothing helps."""
    changed = True
    while changed:
        changed = False
        for name in list(maker.definitions):
            kept = maker.definitions.pop(name)
            if wrong(maker.text()):
                changed = True
                continue
            maker.definitions[name] = kept
            for node in nodes(kept[1]):
                before = list(node)
                for form in candidates(before):
                    node[:] = form
                    if wrong(maker.text()):
                        changed = True
                        break
                    node[:] = before
        for i in reversed(range(len(maker.lines))):
            line = maker.lines.pop(i)
            if wrong(maker.text()):
                changed = True
            else:
                maker.lines.insert(i, line)


def main():
    lince, seed, assertion, options = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    if seed % EVERY in MAKERS:
        sys.exit(HEAD + Model(seed, "m_").text)  # these are small
    maker = generate.Maker(random.Random(seed), "m_")
    maker.make()
    maker.asserted = [maker.asserted[assertion - 1]]

    kind = (trouble(lince, options, HEAD + maker.text()) or "").split(" ")[0]
    if not kind:
        sys.exit("they agree on it")

    def wrong(text):
        """The same trouble, not any."""
        found = trouble(lince, options, HEAD + text)
        return found if found and found.startswith(kind) else None
    smaller(maker, wrong)
    print("// %s\n%s" % (wrong(maker.text()), maker.text()), end="")


if __name__ == "__main__":
    main()
