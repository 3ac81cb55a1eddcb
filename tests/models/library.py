"""Collections of PAT's libraries for the reference: a collection is one cell of a valuation, and its value a tuple.

A set is a sorted tuple, a table a sorted tuple of pairs; lists, queues and stacks are tuples in their order.  The names
and results are those of PAT's classes.
"""

MOST = 64  # elements


class Empty(Exception):
    """What the collection has no answer for."""


def at(value, i):
    if 0 <= i < len(value):
        return value[i]
    raise Empty("no such element")


def rounded_root(x):
    if x < 0:
        raise Empty("no square root")
    root = 0
    while (root + 1) ** 2 <= x:
        root += 1
    return root + (x - root * root > root)


def power(x, y):
    if y >= 0:
        return x ** y if abs(x) < 2 or y < 40 else 2 ** 40
    return {1: 1, -1: -1 if y % 2 else 1}[x] if abs(x) == 1 else at((), 0) if x == 0 else 0


WINS = ["0011100", "1010001", "0000111", "0110010", "0101001", "1100100", "1001010"]


def wins(i, v):
    if not (1 <= i <= 7 and 1 <= v <= 7):
        raise Empty("time stamps are 1 to 7")
    return int(WINS[i - 1][v - 1])


def dominate(v, w):
    return next((i for i in range(1, 8) if min(wins(i, v), wins(i, w))), -1)


NUMBERS = {"Max": max, "Min": min, "Abs": abs, "Sign": lambda x: (x > 0) - (x < 0), "Pow": power, "Sqrt": rounded_root,
           "mailorder": wins, "dominate": dominate}
ARRAYS = {"amax": max, "ArrayLength": len, "ArrayMax": max, "ArrayMin": min, "IsArrayEmpty": lambda cells: int(not cells)}

ASKS = {"Count": len, "Contains": lambda c, x: int(x in c), "Get": at, "First": lambda c: at(c, 0),
        "Last": lambda c: at(c, len(c) - 1), "Peek": lambda c: at(c, len(c) - 1),
        "GetData": lambda c: digits(c), "IsOverlapping": lambda c, o: int(bool(set(c) & set(o))), "IsDisjoint": lambda c, o: int(not set(c) & set(o)),
        "ContainsKey": lambda c, k: int(k in dict(c)),
        "GetValue": lambda c, k: dict(c)[k] if k in dict(c) else at((), 0)}


def without(c, i):
    return c[:i] + c[i + 1:]


def remove(c, x):
    return without(c, c.index(x)) if x in c else c


def taken(c, i):
    at(c, i if i >= 0 else len(c) - 1)
    return without(c, i % len(c))


def digits(c):
    """The last two bits of each element, as it were the digits of a decimal number."""
    bits = 0
    for x in c:
        bits = (bits | x) << 2 & 0xffffffff
    rest, made = (bits ^ 0x80000000) - 0x80000000 >> 2, 0
    for i in range(16):
        made += 10 ** i * (rest & 3)
        rest >>= 2
        if not rest:
            break
    return made


# (what it becomes, what is returned), by type and method
CHANGES = {
    ("Set", "Add"): lambda c, x: (tuple(sorted({*c, x})), int(x not in c)),
    ("Set", "Remove"): lambda c, x: (remove(c, x), int(x in c)),
    ("Set", "GetSubsetByIndex"): lambda c, bits: (tuple(x for i, x in enumerate(c) if bits > 0 and bits >> i & 1), 0),
    ("List", "Add"): lambda c, x: (c + (x,), 0),
    ("List", "Remove"): lambda c, x: (remove(c, x), 0),
    ("List", "RemoveAt"): lambda c, i: (at(c, i), (without(c, i), 0))[1],
    ("Queue", "Enqueue"): lambda c, x: (c + (x,), 0),
    ("Queue", "Dequeue"): lambda c: (taken(c, 0), 0),
    ("Queue", "Clear"): lambda c: ((), 0),
    ("Stack", "Push"): lambda c, x: (c + (x,), 0),
    ("Stack", "Pop"): lambda c: (taken(c, -1), at(c, len(c) - 1)),
    ("Stack", "Clear"): lambda c: ((), 0),
    ("HashTable", "Add"): lambda c, k, v: (c if k in dict(c) else tuple(sorted((*c, (k, v)))), 0),
}

MAKES = {"Union": lambda a, b: tuple(sorted({*a, *b})), "Intersect": lambda a, b: tuple(x for x in a if x in b),
         "Substract": lambda a, b: tuple(x for x in a if x not in b), "Concat": lambda a, b: a + b}


def changed(cells, place, method, *args):
    """Changes the collection in this cell, and gives the result."""
    kind, name = method
    value, result = CHANGES["List" if kind == "SerializableList" else kind, name](cells[place], *args)
    if len(value) > MOST:
        raise Empty("too many elements")
    cells[place] = value
    return result


def made(value):
    if len(value) > MOST:
        raise Empty("too many elements")
    return value
