"""Data of models: expressions and statement blocks become functions of Python, with the errors that a model can have.

A valuation is a tuple of numbers, all cells of all variables, and a tuple of buffers, one for each channel.  Functions
take both and the values of the names that are bound where they stand.
"""

import itertools

import library

LOW, HIGH, ROUNDS = -2**31, 2**31 - 1, 1000000


class Broken(Exception):
    """The model does what no model may do."""


def fit(value):
    if LOW <= value <= HIGH:
        return value
    raise Broken("overflow")


def quotient(a, b):
    if b == 0:
        raise Broken("division by zero")
    return fit(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))


def remainder(a, b):
    """Never negative."""
    return a % abs(b) if b else quotient(a, b)


def place(i, extent):
    if 0 <= i < extent:
        return i
    raise Broken("index out of range")


def ranged(value, low, high):
    if low <= value <= high:
        return value
    raise Broken("out of its range")


def peek(buffer):
    if not buffer:
        raise Broken("nothing to peek at")
    return buffer[0][0]


def shift(a, b):
    if not 0 <= b < 32:
        raise Broken("shifted too far")
    return b


def endless():
    raise Broken("a loop without end")


BINARY = {"+": "fit(%s + %s)", "-": "fit(%s - %s)", "*": "fit(%s * %s)", "/": "quotient(%s, %s)", "%": "remainder(%s, %s)",
          "<<": "(lambda a, b: fit(a << shift(a, b)))(%s, %s)", ">>": "(lambda a, b: a >> shift(a, b))(%s, %s)",
          "&": "(%s & %s)", "|": "(%s | %s)", "xor": "(bool(%s) ^ bool(%s))",
          "&&": "(1 if %s and %s else 0)", "||": "(1 if %s or %s else 0)"}
FREE = {"name", "index"}
def answer(function, *args):
    try:
        return fit(int(function(*args)))
    except library.Empty as empty:
        raise Broken(str(empty)) from None


def changed(*args):
    try:
        return library.changed(*args)
    except library.Empty as empty:
        raise Broken(str(empty)) from None


def made(value):
    try:
        return library.made(value)
    except library.Empty as empty:
        raise Broken(str(empty)) from None


def assigned(cells, first, values):
    cells[first:first + len(values)] = values


HOUSE = {f.__name__: f for f in (fit, quotient, remainder, place, ranged, peek, shift, endless, answer, changed, made,
                                 assigned)}
HOUSE["library"] = library


class Layout:
    """Where the cells of variables are, and the channels."""

    def __init__(self, model):
        self.model, self.variables, self.channels = model, {}, {}
        self.house = dict(HOUSE, INSIDE=lambda name: self.inside(name))  # `inside` belongs to the state that is looked at
        self.received = set()  # names of inputs, some of which may be those of variables
        cells, buffers = [], []
        for name, (extents, bounds, value) in model.variables.items():
            initial = self.initial(extents, bounds, value)
            if value is not None and value[0] == "list" and not extents:
                extents = [len(initial)]
            self.variables[name] = (len(cells), extents, bounds)
            cells += initial
        for name, (extent, capacity) in model.channels.items():
            self.channels[name] = (len(buffers), extent, capacity)
            buffers += [()] * (extent or 1)
        self.initial_valuation = (tuple(cells), tuple(buffers))

    def initial(self, extents, bounds, value):
        count = 1
        for extent in extents:
            count *= extent
        if value == ("empty",):
            return [()]
        if value is None:
            return [bounds[0] if bounds and not bounds[0] <= 0 <= bounds[1] else 0] * count
        if value[0] != "list":
            return [self.number(value)] * count
        listed = []
        for item in value[1]:
            times = self.number(item[2]) if item[0] == "times" else 1
            listed += [self.number(item[1] if item[0] == "times" else item)] * times
        return listed

    def number(self, tree):
        return self.function(tree, ())((), (), ())

    # ---- what is used ----

    def names(self, tree):
        """The names in an expression that are bound, or may be: neither constants nor variables that no input hides."""
        found = set()
        self.collect(tree, found, set())
        return {name for name in found if (name not in self.variables or name in self.received) and
                name not in self.model.constants}

    def uses_data(self, tree):
        found, asks = set(), set()
        self.collect(tree, found, asks)
        return bool(asks) or any(name in self.variables for name in found)

    def collect(self, tree, found, asks):
        if isinstance(tree, list):
            for part in tree:
                self.collect(part, found, asks)
        elif isinstance(tree, tuple) and tree:
            if tree[0] in FREE:
                if tree[1] in self.model.macros:
                    self.collect(self.model.macros[tree[1]], found, asks)
                else:
                    found.add(tree[1])
                for part in tree[2:]:
                    self.collect(part, found, asks)
            elif tree[0] == "method":
                asks.add(tree[1])
                self.collect([arg for arg in tree[3] if arg[0] != "name" or arg[1] not in self.model.collections], found, asks)
            elif tree[0] == "function":
                self.collect(tree[2], found, asks)
            elif tree[0] == "inside":
                asks.add(tree[1])
            elif tree[0] == "chan":
                asks.add(tree[2])
                self.collect(tree[3], found, asks)
            else:
                for part in tree:
                    self.collect(part, found, asks)

    def statement_names(self, tree, local=frozenset()):
        """The bound names a block uses, its own variables left out."""
        kind = tree[0]
        if kind == "block":
            found = set()
            for statement in tree[1]:
                found |= self.statement_names(statement, local)
                if statement[0] == "local":
                    local = local | {statement[1]}
            return found
        if kind == "if" or kind == "while":
            found = self.names(tree[1]) - local
            for part in tree[2:]:
                found |= self.statement_names(part, local)
            return found
        if kind == "local":
            return self.names(tree[3]) - local
        if kind == "do":
            return self.names(tree[1]) - local
        if kind == "make":
            return set()
        return (self.names(tree[1]) | self.names(tree[2])) - local

    # ---- functions ----

    def function(self, tree, bound):
        """Of (cells, buffers, values of the bound names)."""
        return eval("lambda G, C, E: " + self.text(tree, self.scope(bound)), self.house)

    def functions(self, trees, bound):
        """All of them as a tuple."""
        scope = self.scope(bound)
        return eval("lambda G, C, E: (%s)" % "".join(self.text(tree, scope) + ", " for tree in trees), self.house)

    def scope(self, bound):
        return {name: (self.hiding(name, "E[%d]" % i), None) for i, name in enumerate(bound)}

    def hiding(self, name, value):
        """A received value, or the variable of its name as long as nothing was received."""
        if name not in self.variables or self.variables[name][1]:
            return value
        return "(G[%d] if %s is None else %s)" % (self.variables[name][0], value, value)

    def text(self, tree, scope):
        kind = tree[0]
        if kind == "num":
            return str(tree[1])
        if kind == "name" or kind == "index":
            return self.named(tree, scope)
        if kind == "un":
            inside = self.text(tree[2], scope)
            return "fit(-%s)" % inside if tree[1] == "-" else "(0 if %s else 1)" % inside
        if kind == "bin":
            form = BINARY.get(tree[1], "(1 if %%s %s %%s else 0)" % tree[1])
            return form % (self.text(tree[2], scope), self.text(tree[3], scope))
        if kind == "cond":
            return "(%s if %s else %s)" % (self.text(tree[2], scope), self.text(tree[1], scope),
                                           self.text(tree[3], scope))
        if kind == "method":
            return self.method(tree, scope)
        if kind == "function":
            if tree[1] in library.ARRAYS:
                return "answer(library.ARRAYS[%r], %s)" % (tree[1], self.whole(tree[2][0][1], scope))
            return "answer(library.NUMBERS[%r], %s)" % (tree[1], ", ".join(self.text(arg, scope) for arg in tree[2]))
        if kind == "inside":
            return "INSIDE(%r)" % tree[1]
        first, extent, capacity = self.channels[tree[2]]
        buffer = "C[%d]" % first if tree[3] is None else "C[%d + place(%s, %d)]" % (
            first, self.text(tree[3], scope), extent)
        return {"cfull": "(1 if len(%s) >= %d else 0)" % (buffer, capacity), "cempty": "(0 if %s else 1)" % buffer,
                "ccount": "len(%s)" % buffer, "csize": str(capacity), "cpeek": "peek(%s)" % buffer}[tree[1]]

    def collection(self, name):
        return "G[%d]" % self.variables[name][0]

    def method(self, tree, scope):
        _, name, method, args = tree
        kind = self.model.collections[name]
        given = [self.collection(arg[1]) if arg[0] == "name" and arg[1] in self.model.collections else
                 self.text(arg, scope) for arg in args]
        if (("List" if kind == "SerializableList" else kind), method) in library.CHANGES:
            return "changed(%s)" % ", ".join(["G", str(self.variables[name][0]), repr((kind, method)), *given])
        if method in library.MAKES:
            return "made(library.MAKES[%r](%s))" % (method, ", ".join(given))
        return "answer(%s)" % ", ".join(["library.ASKS[%r]" % method, self.collection(name), *given])

    def whole(self, name, scope):
        """An array as a tuple."""
        if name in scope and (name not in self.variables or self.variables[name][1]):
            return scope[name][0]
        first, extents, _ = self.variables[name]
        return "tuple(G[%d:%d])" % (first, first + self.size(name))

    def size(self, name):
        count = 1
        for extent in self.variables[name][1]:
            count *= extent
        return count

    def is_array(self, tree, scope):
        return tree[0] == "name" and tree[1] not in scope and tree[1] in self.variables and self.variables[tree[1]][1]

    def named(self, tree, scope):
        name, subscripts = tree[1], tree[2] if tree[0] == "index" else []
        if name in scope:
            text, extent = scope[name]
            if subscripts and extent is None:  # an array that was received
                return "%s[place(%s, len(%s))]" % (text, self.text(subscripts[0], scope), text)
            return text if not subscripts else "%s[place(%s, %d)]" % (text, self.text(subscripts[0], scope), extent)
        if name in self.model.constants:
            return "(%d)" % self.model.constants[name]
        if name in self.model.macros:
            return self.text(self.model.macros[name], scope)
        if name not in self.variables:
            raise KeyError("nobody knows " + name)
        if not subscripts and self.variables[name][1]:
            return self.whole(name, scope)
        return "G[%s]" % self.cell(name, subscripts, scope)

    def cell(self, name, subscripts, scope):
        first, extents, _ = self.variables[name]
        if len(subscripts) != len(extents):
            raise KeyError("subscripts of " + name)
        at = "0"
        for subscript, extent in zip(subscripts, extents):
            at = "(%s * %d + place(%s, %d))" % (at, extent, self.text(subscript, scope), extent)
        return "%d + %s" % (first, at)

    def action(self, block, bound):
        """What a block makes of the cells."""
        lines = ["def action(G, C, E):", " G = list(G)"]
        # A block is executed on a copy of all data, and the field of a list that is copied is 0.
        lines += [" G[%d] = 0" % self.variables[name + "$Field"][0] for name in self.model.collections
                  if name + "$Field" in self.variables]
        self.lines(block, self.scope(bound), lines, 1, itertools.count())
        space = dict(self.house)
        exec("\n".join(lines + [" return tuple(G)"]), space)
        return space["action"]

    def lines(self, tree, scope, lines, depth, fresh):
        indent, kind = " " * depth, tree[0]
        if kind == "block":
            scope = dict(scope)
            for statement in tree[1]:
                self.lines(statement, scope, lines, depth, fresh)
            lines.append(indent + "pass")
        elif kind == "if":
            lines.append(indent + "if %s:" % self.text(tree[1], scope))
            self.lines(tree[2], scope, lines, depth + 1, fresh)
            lines.append(indent + "else:")
            self.lines(tree[3], scope, lines, depth + 1, fresh)
            lines.append(indent + " pass")
        elif kind == "while":
            rounds = "n%d" % next(fresh)
            lines.append(indent + "%s = 0" % rounds)
            lines.append(indent + "while %s:" % self.text(tree[1], scope))
            lines.append(indent + " %s += 1" % rounds)
            lines.append(indent + " if %s > %d: endless()" % (rounds, ROUNDS))
            self.lines(tree[2], scope, lines, depth + 1, fresh)
        elif kind == "local":
            mine = "v%d" % next(fresh)
            value = self.text(tree[3], scope) if tree[2] is None else "[0] * %d" % tree[2]
            lines.append(indent + "%s = %s" % (mine, value))
            scope[tree[1]] = (mine, tree[2])
        elif kind == "do":
            lines.append(indent + self.text(tree[1], scope))
        elif kind == "make":
            self.make(tree[1], tree[2], scope, lines, indent)
        elif self.is_array(tree[1], scope) and not (tree[1][0] == "index"):
            lines.append(indent + "assigned(G, %d, %s)" % (self.variables[tree[1][1]][0], self.text(tree[2], scope)))
        else:
            lines.append(indent + self.assignment(tree[1], self.text(tree[2], scope), scope))

    def make(self, name, tree, scope, lines, indent):
        if tree[0] == "new":
            value = "made(%s)" % (self.whole(tree[1][0], scope) if tree[1] else "()")
        else:
            value = self.collection(tree[1]) if tree[0] == "name" else self.text(tree, scope)
        lines.append(indent + "%s = %s" % (self.collection(name), value))
        if name + "$Field" in self.variables:
            lines.append(indent + "G[%d] = 0" % self.variables[name + "$Field"][0])

    def assignment(self, target, value, scope):
        name, subscripts = target[1], target[2] if target[0] == "index" else []
        if name in scope and scope[name][0].isidentifier():  # a variable of the block
            return "%s = %s" % (self.named(target, scope), value)
        bounds = self.variables[name][2]
        if bounds:
            value = "ranged(%s, %d, %d)" % (value, *bounds)
        return "G[%s] = %s" % (self.cell(name, subscripts, scope), value)
