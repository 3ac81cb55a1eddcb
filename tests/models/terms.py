"""Processes as terms: what is still to be done.

Those that only wait for their first step are (node, values of the names bound in it); operators that stay while their
parts move are tuples that begin with their kind.  A process that has terminated is DONE, so that it can be told from
one that is stuck.
"""

from data import Broken, Layout
from syntax import Node, parse

DONE, STOP, SKIP = ("done",), ("stop",), ("skip",)
UNFOLDINGS = 200  # of definitions without a step in between


class Terms:
    """All processes of a model."""

    def __init__(self, text):
        self.model = parse(text)
        self.layout = Layout(self.model)
        self.layout.received = set()
        for _, body in self.model.definitions.values():
            self.gather_received(body)
        self.failed = None  # what went wrong in the state looked at last
        self.depth = 0
        self.unfolded = {}
        for params, body in self.model.definitions.values():
            self.prepare(body)

    def gather_received(self, node):
        """All names of inputs: a variable of such a name may be hidden."""
        if node.kind == "receive":
            self.layout.received |= {tree for form, tree in node.args if form == "name"}
        for part in node.of:
            self.gather_received(part)

    # ---- once for each node ----

    def prepare(self, node):
        """Finds the bound names of each node and makes functions of its expressions."""
        for part in node.of:
            self.prepare(part)
        layout, kind = self.layout, node.kind
        names = set()
        for part in node.of:
            names |= set(part.free)
        trees = [getattr(node, "condition", None), getattr(node, "subscript", None)]
        trees += [c for c in getattr(node, "conditions", [])]
        if kind in ("event", "send", "reference"):
            trees += node.args
        if kind == "hide":
            trees += [arg for _, args in node.events for arg in args]
        block = getattr(node, "block", None)
        if block:
            names |= layout.statement_names(block)
        if kind == "receive":
            names |= layout.names(node.guard) if node.guard else set()
            # They stay free: if the process is given a value for one of them by then, it is compared.
            node.patterns = [tree for form, tree in node.args if form == "name"]
            names |= set(node.patterns)
            trees += [tree for form, tree in node.args if form == "equal"]
        for index, values in reversed(getattr(node, "indices", [])):
            names.discard(index)
            trees += [values[1], values[2]] if values[0] == "range" else values[1]
        for tree in trees:
            names |= layout.names(tree) if tree else set()
        node.free = free = tuple(sorted(names))
        node.memory = {}
        if kind in ("event", "send", "reference"):
            node.values = layout.functions(node.args, free)
            node.lazy = any(layout.uses_data(tree) for tree in node.args)
        if getattr(node, "condition", None):
            node.test = layout.function(node.condition, free)
        if kind == "case":
            node.tests = [c and layout.function(c, free) for c in node.conditions]
        if kind == "receive":
            node.fits = [form == "equal" and layout.function(tree, free) for form, tree in node.args]
            node.admits = node.guard and layout.function(node.guard, free)
        if block:
            node.run = layout.action(block, free)
        if kind in ("send", "receive"):
            node.where = layout.function(node.subscript, free) if node.subscript else None

    # ---- terms ----

    def term(self, node, bound):
        """The node as a term; `bound` has the values of its names.  Those that an input in it is to receive have none."""
        kind = node.kind
        if kind == "Stop":
            return STOP
        if kind == "Skip":
            return SKIP
        if kind == "sequence":
            # What comes later is not unfolded before it is its turn: it may be the process itself.
            return ("sequence", self.term(node.of[0], bound), node.of[1], tuple([bound.get(n) for n in node.of[1].free]))
        if kind in ("interleave", "external", "parallel"):
            parts = self.parts(node, bound)
            if kind != "parallel":
                return (kind, tuple(self.term(part, names) for part, names in parts))
            alphabets = tuple(self.alphabet(part, names) for part, names in parts)
            return (kind, tuple(self.term(part, names) for part, names in parts), alphabets)
        if kind == "interrupt":
            return ("interrupt", self.term(node.of[0], bound), self.term(node.of[1], bound))
        if kind == "hide":
            hidden = tuple(sorted((name, tuple(self.layout.function(arg, node.free)(
                (), (), [bound.get(n) for n in node.free]) for arg in args)) for name, args in node.events))
            return ("hide", self.term(node.of[0], bound), hidden)
        if kind == "atomic":
            return ("atomic", self.term(node.of[0], bound))
        values = tuple([bound.get(name) for name in node.free])
        if kind == "reference" and not node.lazy:
            return self.unfold(node, node.values((), (), values))
        return (node, values)

    def unfold(self, node, args):
        key = node.name, args
        if key not in self.unfolded:
            if self.depth > UNFOLDINGS:
                raise Broken("recursion without end")
            self.depth += 1
            params, body = self.model.definitions[node.name]
            if len(params) != len(args):
                raise KeyError("arguments of " + node.name)
            made = self.term(body, dict(zip(params, args)))
            self.depth -= 1
            self.unfolded[key] = made
        return self.unfolded[key]

    def parts(self, node, bound):
        """The operands, written out if they are indexed: [(node, bound names)]"""
        indices = getattr(node, "indices", None)
        if not indices:
            return [(part, bound) for part in node.of]
        made = [dict(bound)]
        for name, values in indices:
            wider = []
            for names in made:
                for value in self.index_values(values, names):
                    wider.append(dict(names, **({name: value} if name else {})))
            made = wider
        return [(node.of[0], names) for names in made]

    def index_values(self, values, bound):
        names = tuple(bound)
        numbers = [self.layout.function(tree, names)((), (), tuple(bound.values()))
                   for tree in (values[1:] if values[0] == "range" else values[1])]
        return range(numbers[0], numbers[1] + 1) if values[0] == "range" else numbers

    def after(self, node, values):
        """What follows a prefix that binds nothing."""
        if values not in node.memory:
            node.memory[values] = self.term(node.of[0], dict(zip(node.free, values)))
        return node.memory[values]

    # ---- alphabets: events as (name, arguments), None for an argument that can be anything ----

    def alphabet(self, node, bound):
        found, met = set(), set()
        self.gather(node, bound, found, met)
        return frozenset(found)

    def known(self, tree, bound):
        if self.layout.uses_data(tree) or any(bound.get(name) is None for name in self.layout.names(tree)):
            return None
        names = tuple(bound)
        return self.layout.function(tree, names)((), (), tuple(bound.values()))

    def gather(self, node, bound, found, met):
        kind = node.kind
        if kind == "event" and not node.block:
            found.add((node.name, tuple(self.known(arg, bound) for arg in node.args)))
        if kind == "receive":
            bound = dict({name: None for name in node.patterns}, **bound)
        if kind == "hide":
            inside = set()
            self.gather(node.of[0], bound, inside, set(met))  # outside it is met anew, and not hidden
            hidden = [(name, tuple(self.known(arg, bound) for arg in args)) for name, args in node.events]
            found |= {event for event in inside if not any(
                event[0] == name and (not args or args == event[1]) for name, args in hidden)}
            return
        if kind == "reference":
            self.gather_reference(node, bound, found, met)
            return
        for part, names in self.parts(node, bound):
            self.gather(part, names, found, met)

    def gather_reference(self, node, bound, found, met):
        args = tuple(self.known(arg, bound) for arg in node.args)
        if sum(1 for name, _ in met if name == node.name) > UNFOLDINGS:
            args = (None,) * len(args)
        if (node.name, args) in met:
            return
        met.add((node.name, args))
        params, body = self.model.definitions[node.name]
        inner = dict(zip(params, args))
        if node.name not in self.model.alphabets:
            self.gather(body, inner, found, met)
            return
        for indices, (name, trees) in self.model.alphabets[node.name]:
            for _, names in self.parts(Node("set", None, indices=indices), inner):
                found.add((name, tuple(self.known(tree, names) for tree in trees)))
