"""The meaning of processes by the letter: what steps a term can take under a valuation, and what is left of it then.

A term is what is still to be done.  Those that only wait for their first step are (node, values of the names bound in
it); operators that stay while their parts move are tuples that begin with their kind.  A process that has terminated is
DONE, so that it can be told from one that is stuck.

A step is (sort, label, term, valuation, atomic):

    PLAIN      an event without a block: `||` looks at it
    OTHER      any other whole step; the label None is tau
    TICK       termination
    SEND       half a step on a channel without a buffer: the label is (channel's number and name, message)
    RECEIVE    the other half: the label is (channel's number and name, None), the term a function of the message and
               the valuation that gives the term and the valuation afterwards, or None if the message does not fit
"""

import itertools

from data import Broken, Layout
from syntax import Node, parse

PLAIN, OTHER, TICK, SEND, RECEIVE = range(5)
TAU, TERMINATE = None, ("terminate",)
DONE, STOP = ("done",), ("stop",)
UNFOLDINGS = 200  # of definitions without a step in between


class System:
    """All processes of a model."""

    def __init__(self, text):
        self.model = parse(text)
        self.layout = Layout(self.model)
        self.failed = None  # what went wrong in the state looked at last
        self.depth = 0
        self.unfolded = {}
        for params, body in self.model.definitions.values():
            self.prepare(body)
        self.free_of_definitions = None

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
            node.binds = [tree for form, tree in node.args if form == "bind"]
            names -= set(node.binds)
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
            node.wider = free + tuple(name for name in dict.fromkeys(node.binds) if name not in free)
            node.fits = [form == "equal" and layout.function(tree, free) for form, tree in node.args]
            node.admits = node.guard and layout.function(node.guard, node.wider)
        if block:
            node.run = layout.action(block, node.wider if kind == "receive" else free)
        if kind in ("send", "receive"):
            node.where = layout.function(node.subscript, free) if node.subscript else None

    # ---- terms ----

    def term(self, node, bound):
        """The node as a term; `bound` has the values of its names."""
        kind = node.kind
        if kind == "Stop":
            return STOP
        if kind == "sequence":
            return ("sequence", self.term(node.of[0], bound), self.term(node.of[1], bound))
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
                (), (), [bound[n] for n in node.free]) for arg in args)) for name, args in node.events))
            return ("hide", self.term(node.of[0], bound), hidden)
        if kind == "atomic":
            return ("atomic", self.term(node.of[0], bound))
        values = tuple([bound[name] for name in node.free])
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
            bound = dict(bound, **{name: None for name in node.binds})
        if kind == "hide":
            inside = set()
            self.gather(node.of[0], bound, inside, met)
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

    # ---- steps ----

    def next(self, state):
        """The whole steps of a state (term, valuation) as [(label, state)]; `failed` says what went wrong."""
        self.failed = None
        steps = [s for s in self.steps(*state) if s[0] < SEND]
        if any(s[4] for s in steps):
            steps = [s for s in steps if s[4]]
        return [(s[1], (s[2], s[3])) for s in steps]

    def steps(self, term, valuation):
        node = term[0]
        if isinstance(node, str):
            return getattr(self, "steps_" + node)(term, valuation)
        try:
            return getattr(self, "node_" + node.kind)(node, term[1], valuation)
        except Broken as broken:
            self.failed = str(broken)
            return []

    def steps_stop(self, term, valuation):
        return []

    steps_done = steps_stop

    def node_Skip(self, node, values, valuation):
        return [(TICK, TERMINATE, DONE, valuation, False)]

    def ran(self, node, values, valuation):
        return (node.run(*valuation, values), valuation[1]) if node.block else valuation

    def node_event(self, node, values, valuation):
        label = (node.name, *node.values(*valuation, values))
        return [(OTHER if node.block else PLAIN, label, self.after(node, values), self.ran(node, values, valuation), False)]

    def node_tau(self, node, values, valuation):
        return [(OTHER, TAU, self.after(node, values), self.ran(node, values, valuation), False)]

    def channel(self, node, values, valuation):
        """Its number, its name and its capacity."""
        first, extent, capacity = self.layout.channels[node.channel]
        if node.where is None:
            return first, node.channel, capacity
        at = node.where(*valuation, values)
        if not 0 <= at < extent:
            raise Broken("index out of range")
        return first + at, "%s[%d]" % (node.channel, at), capacity

    def node_send(self, node, values, valuation):
        number, name, capacity = self.channel(node, values, valuation)
        message = node.values(*valuation, values)
        cells, buffers = valuation
        if capacity == 0:
            return [(SEND, (number, name, message), self.after(node, values), self.ran(node, values, valuation), False)]
        if len(buffers[number]) >= capacity:
            return []
        buffers = buffers[:number] + (buffers[number] + (message,),) + buffers[number + 1:]
        return [(OTHER, (name + "!", *message), self.after(node, values),
                 (self.ran(node, values, valuation)[0], buffers), False)]

    def node_receive(self, node, values, valuation):
        number, name, capacity = self.channel(node, values, valuation)
        cells, buffers = valuation
        if capacity == 0:
            return [(RECEIVE, (number, name, None), lambda message, v: self.received(node, values, message, v), None,
                     False)]
        if not buffers[number]:
            return []
        message = buffers[number][0]
        left = buffers[:number] + (buffers[number][1:],) + buffers[number + 1:]
        got = self.received(node, values, message, valuation, left)
        return [(OTHER, (name + "?", *message), *got, False)] if got else []

    def received(self, node, values, message, valuation, left=None):
        """The term and the valuation after a message, or None if it does not fit; `left` are the buffers afterwards."""
        if len(message) != len(node.args):
            raise KeyError("messages of " + node.channel)
        for fits, value in zip(node.fits, message):
            if fits and fits(*valuation, values) != value:
                return None
        bound = dict(zip(node.free, values))
        bound.update((tree, value) for (form, tree), value in zip(node.args, message) if form == "bind")
        wider = tuple([bound[name] for name in node.wider])
        if node.admits and not node.admits(*valuation, wider):
            return None
        cells = node.run(*valuation, wider) if node.block else valuation[0]
        return self.term(node.of[0], bound), (cells, valuation[1] if left is None else left)

    def part(self, node, i, values):
        key = i, values
        if key not in node.memory:
            node.memory[key] = self.term(node.of[i], dict(zip(node.free, values)))
        return node.memory[key]

    def node_guard(self, node, values, valuation):
        return self.steps(self.part(node, 0, values), valuation) if node.test(*valuation, values) else []

    def node_if(self, node, values, valuation):
        which = 0 if node.test(*valuation, values) else 1
        return [(OTHER, TAU, self.part(node, which, values), valuation, False)]

    def node_ifa(self, node, values, valuation):
        return self.steps(self.part(node, 0 if node.test(*valuation, values) else 1, values), valuation)

    def node_ifb(self, node, values, valuation):
        if not node.test(*valuation, values):
            return []
        return [(OTHER, TAU, self.part(node, 0, values), valuation, False)]

    def node_case(self, node, values, valuation):
        for i, test in enumerate(node.tests):
            if test is None or test(*valuation, values):
                return [(OTHER, TAU, self.part(node, i, values), valuation, False)]
        return []

    def all_parts(self, node, values):
        if values not in node.memory:
            node.memory[values] = [self.term(*part) for part in self.parts(node, dict(zip(node.free, values)))]
        return node.memory[values]

    def node_choice(self, node, values, valuation):
        return [s for part in self.all_parts(node, values) for s in self.steps(part, valuation)]

    def node_internal(self, node, values, valuation):
        return [(OTHER, TAU, part, valuation, False) for part in self.all_parts(node, values)]

    def node_reference(self, node, values, valuation):
        try:
            return self.steps(self.unfold(node, node.values(*valuation, values)), valuation)
        except RecursionError:
            raise Broken("recursion without end") from None

    def within(self, step, wrap):
        """The step in a context that stays: `wrap` puts what is left of the part back into it."""
        sort, label, term, valuation, atomic = step
        if sort != RECEIVE:
            return (sort, label, wrap(term), valuation, atomic)

        def receive(message, v):
            got = term(message, v)
            return got and (wrap(got[0]), got[1])
        return (sort, label, receive, valuation, atomic)

    def steps_sequence(self, term, valuation):
        _, first, then = term
        return [(OTHER, TAU, then, s[3], s[4]) if s[0] == TICK else self.within(s, lambda t: ("sequence", t, then))
                for s in self.steps(first, valuation)]

    def steps_hide(self, term, valuation):
        _, inside, hidden = term
        made = []
        for s in self.steps(inside, valuation):
            if s[0] == TICK:
                made.append(s)
                continue
            s = self.within(s, lambda t: ("hide", t, hidden))
            if s[0] in (PLAIN, OTHER) and s[1] and any(
                    s[1][0] == name and (not args or args == s[1][1:]) for name, args in hidden):
                s = (OTHER, TAU, *s[2:])
            made.append(s)
        return made

    def steps_atomic(self, term, valuation):
        return [(*(s if s[0] == TICK else self.within(s, lambda t: ("atomic", t)))[:4], True)
                for s in self.steps(term[1], valuation)]

    def steps_interrupt(self, term, valuation):
        _, first, other = term
        return [s if s[0] == TICK else self.within(s, lambda t: ("interrupt", t, other))
                for s in self.steps(first, valuation)] + self.steps(other, valuation)

    def steps_external(self, term, valuation):
        made, parts = [], term[1]
        for i, part in enumerate(parts):
            for s in self.steps(part, valuation):
                if s[0] == OTHER and s[1] is TAU:
                    made.append(self.within(s, lambda t: ("external", parts[:i] + (t,) + parts[i + 1:])))
                else:
                    made.append(s)
        return made

    def steps_interleave(self, term, valuation):
        return self.together(term, valuation, None)

    def steps_parallel(self, term, valuation):
        return self.together(term, valuation, term[2])

    def together(self, term, valuation, alphabets):
        parts, rest = term[1], term[2:]
        offers = [self.steps(part, valuation) for part in parts]
        made = []

        def replaced(changes):
            return (term[0], tuple([changes.get(k, part) for k, part in enumerate(parts)]), *rest)
        for i, steps in enumerate(offers):
            for s in steps:
                if s[0] == TICK:
                    continue
                if s[0] == PLAIN and alphabets:
                    made += self.agreed(i, s, offers, alphabets, replaced)
                    continue
                made.append(self.within(s, lambda t, i=i: replaced({i: t})))
                if s[0] == SEND:
                    made += self.meetings(i, s, offers, replaced)
        ticks = [[s for s in steps if s[0] == TICK] for steps in offers]
        if all(ticks):
            for chosen in itertools.product(*ticks):
                made.append((TICK, TERMINATE, DONE, valuation, any(s[4] for s in chosen)))
        return made

    def agreed(self, i, step, offers, alphabets, replaced):
        """All who have the event in their alphabets, led by the first of them."""
        label = step[1]
        needed = [k for k, events in enumerate(alphabets) if k == i or within_alphabet(label, events)]
        others = [k for k in needed if k != i]
        if others and i != needed[0] and all(within_alphabet(label, alphabets[k]) for k in needed):
            return []
        willing = [[s for s in offers[k] if s[0] == PLAIN and s[1] == label] for k in others]
        made = []
        for chosen in itertools.product(*willing):
            changes = {k: s[2] for k, s in zip(others, chosen)}
            changes[i] = step[2]
            made.append((PLAIN, label, replaced(changes), step[3], step[4] or any(s[4] for s in chosen)))
        return made

    def meetings(self, i, sent, offers, replaced):
        """Who in another part takes the message."""
        number, name, message = sent[1]
        made = []
        for k, steps in enumerate(offers):
            for s in steps if k != i else ():
                if s[0] != RECEIVE or s[1][0] != number:
                    continue
                try:
                    got = s[2](message, sent[3])
                except Broken as broken:
                    self.failed = str(broken)
                    continue
                if got:
                    made.append((OTHER, (name, *message), replaced({i: sent[2], k: got[0]}), got[1], sent[4] or s[4]))
        return made

    # ---- the face ----

    def start(self, node):
        """The first state of a process."""
        self.prepare(node)
        return (self.term(node, {}), self.layout.initial_valuation)

    def condition(self, tree):
        """A condition as a function of states."""
        function = self.layout.function(tree, ())
        return lambda state: bool(function(*state[1], ()))


def within_alphabet(label, events):
    return any(name == label[0] and len(args) == len(label) - 1 and all(
        a is None or a == b for a, b in zip(args, label[1:])) for name, args in events)
