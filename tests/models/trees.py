"""Processes as the generator makes them: trees that can be printed, changed a little, and rewritten by laws.

A tree is a list: its kind, what else it has, and its parts behind that.
"""

LEVEL = {"interleave": 0, "parallel": 1, "choice": 2, "internal": 3, "external": 4, "interrupt": 5, "hide": 6,
         "sequence": 7, "event": 8, "tau": 8, "send": 8, "receive": 8, "guard": 8}
SIGN = {"interleave": "|||", "parallel": "||", "choice": "[]", "internal": "<>", "external": "[*]",
        "interrupt": "interrupt", "sequence": ";"}
# Where the parts of each kind begin.
PARTS = {"Stop": 1, "Skip": 1, "event": 3, "tau": 2, "send": 2, "receive": 2, "guard": 2, "if": 2, "ifa": 2, "ifb": 2,
         "case": 2, "atomic": 1, "hide": 2, "indexed": 3, "reference": 3, "assert": 2}
PLAIN = ["a", "b", "e.0", "e.1"]


def parts(tree):
    return tree[PARTS.get(tree[0], 1):]


def copy(tree, name=lambda n: n):
    """A copy with definitions named anew."""
    made = [copy(part, name) if isinstance(part, list) and part and isinstance(part[0], str) and
            i >= PARTS.get(tree[0], 1) else part for i, part in enumerate(tree)]
    if made[0] == "reference":
        made[1] = name(made[1])
    return made


def show(tree, careful=False):
    """As text, with no parentheses but those it needs; or `careful`, with all that can be."""
    kind, below = tree[0], parts(tree)

    def at_least(level, part):
        text = show(part, careful)
        return text if LEVEL.get(part[0], 9) >= (9 if careful else level) else "(%s)" % text
    if kind in ("Stop", "Skip"):
        return kind
    if kind in ("event", "tau"):
        head, block = (tree[1], tree[2]) if kind == "event" else ("tau", tree[1])
        return "%s%s -> %s" % (head, "{%s}" % block if block else "", at_least(8, below[0]))
    if kind in ("send", "receive"):
        return "%s -> %s" % (tree[1], at_least(8, below[0]))
    if kind == "guard":
        return "[%s] %s" % (tree[1], at_least(8, below[0]))
    if kind in ("if", "ifa", "ifb"):
        text = "%s (%s) { %s }" % (kind, tree[1], show(below[0], careful))
        return text + (" else { %s }" % show(below[1], careful) if len(below) > 1 else "")
    if kind == "assert":
        return "assert(%s)" % tree[1]
    if kind == "case":
        return "case { %s }" % "  ".join("%s : %s" % (c, show(p, careful)) for c, p in zip(tree[1], below))
    if kind == "atomic":
        return "atomic { %s }" % show(below[0], careful)
    if kind == "hide":
        return "%s \\ {%s}" % (at_least(7, below[0]), ", ".join(tree[1]))
    if kind == "indexed":
        return "(%s%s@%s)" % (SIGN[tree[1]], tree[2], at_least(9, below[0]))
    if kind == "reference":
        return "%s(%s)" % (tree[1], ", ".join(tree[2]))
    return (" %s " % SIGN[kind]).join(at_least(LEVEL[kind] + 1, part) for part in below)


def nodes(tree, found=None):
    """All lists that can be replaced in place."""
    found = [] if found is None else found
    found.append(tree)
    for part in parts(tree):
        nodes(part, found)
    return found


def size(tree):
    return len(nodes(tree))


def at_once(tree):
    """The definitions that are referred to before a step is taken."""
    kind, below = tree[0], parts(tree)
    if kind == "reference":
        return {tree[1]}
    if kind in ("event", "tau", "send", "receive", "if", "ifb", "case", "internal") or \
            kind == "indexed" and tree[1] == "internal":
        return set()
    return set().union(*[at_once(part) for part in (below[:1] if kind == "sequence" else below)])


def endless(definitions):
    """Does one of {name: (parameters, tree)} call itself without a step in between?"""
    calls = {name: at_once(tree) for name, (_, tree) in definitions.items()}
    for _ in calls:
        calls = {name: set().union(called, *[calls[other] for other in called]) for name, called in calls.items()}
    return any(name in called for name, called in calls.items())


def piles_up(tree, loops, alone=True):
    """Does it go on with one of these definitions while something is left behind, so that there is ever more of it?"""
    kind, below = tree[0], parts(tree)
    if kind == "reference":
        return not alone and tree[1] in loops
    if kind in ("hide", "atomic", "interleave", "parallel"):
        return any(piles_up(part, loops, False) for part in below)
    if kind == "sequence":
        return piles_up(below[0], loops, False) or piles_up(below[1], loops, alone)
    if kind == "interrupt":
        return piles_up(below[0], loops, False) or piles_up(below[1], loops, alone and below[1][0] == "event")
    if kind == "external" or kind == "indexed" and tree[1] == "external":
        return any(piles_up(part, loops, alone and part[0] == "event") for part in below)
    return any(piles_up(part, loops, alone) for part in below)


def somewhere(random, tree):
    """A place in the tree, rather one near the root: that is where it is seen."""
    while parts(tree) and random.random() < 0.7:
        tree = random.choice(parts(tree))
    return tree


def mutate(random, tree):
    """Changes one thing, in place.  It may change nothing that can be seen."""
    spot = somewhere(random, tree)
    kind, below = spot[0], parts(spot)
    whole = list(spot)
    ways = [lambda: ["internal", whole, ["Stop"]], lambda: ["tau", None, whole]]
    if kind == "event":
        ways = [lambda: [kind, random.choice(PLAIN), spot[2], *below], lambda: below[0],
                lambda: ["choice", whole, ["event", random.choice(PLAIN), None, ["Stop"]]],
                lambda: ["event", random.choice(PLAIN), None, whole], lambda: [kind, spot[1], None, *below]]
    elif kind in ("Stop", "Skip"):
        ways = [lambda: ["Skip" if kind == "Stop" else "Stop"], lambda: ["event", random.choice(PLAIN), None, whole]]
    elif kind in ("choice", "internal", "external"):
        ways = [lambda: [random.choice(["choice", "internal", "external"]), *below], lambda: [kind, *below[1:]]
                if len(below) > 2 else random.choice(below)]
    elif kind == "guard":
        ways = [lambda: below[0], lambda: [kind, "!(%s)" % spot[1], below[0]]]
    elif kind in ("if", "ifa"):
        ways = [lambda: [kind, "!(%s)" % spot[1], *below], lambda: ["ifa" if kind == "if" else "if", spot[1], *below],
                lambda: ["internal", *below]]
    elif kind == "tau":
        ways = [lambda: below[0] if below[0][0] != "reference" else whole, lambda: ["tau", None, below[0]]]
    elif kind in ("hide", "atomic"):
        ways = [lambda: below[0]]
    elif kind in ("interleave", "parallel"):
        ways = [lambda: [kind, *below[1:], below[0]]]
    elif kind == "sequence":
        ways = [lambda: [kind, below[0], ["sequence", ["Skip"], below[1]]], lambda: below[1]]
    spot[:] = random.choice(ways)()


def rewrite(random, tree):
    """Changes the form by a law, in place; what the process does stays the same, up to hidden steps that decide
    nothing."""
    candidates = [spot for spot in nodes(tree) if spot[0] != "case"]
    spot = random.choice(candidates)
    whole = list(spot)
    ways = [lambda: ["choice", whole, ["Stop"]], lambda: ["choice", whole, copy(whole)], lambda: ["guard", "1", whole],
            lambda: ["ifa", "1", whole, ["Stop"]]]
    if all(part[0] != "reference" for part in nodes(spot)):  # these would pile up if it repeats
        ways += [lambda: ["hide", ["nobody"], whole], lambda: ["interrupt", whole, ["Stop"]],
                 lambda: ["external", ["Stop"], whole], lambda: ["interleave", whole, ["Skip"]]]
    if spot[0] in ("choice", "external", "interleave") and len(spot) > 2:
        ways.append(lambda: [spot[0], *reversed(spot[1:])])
    if spot[0] == "event":
        ways.append(lambda: ["sequence", [*whole[:3], ["Skip"]], whole[3]])
    spot[:] = random.choice(ways)()
