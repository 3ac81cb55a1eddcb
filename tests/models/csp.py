"""The meaning of processes by the letter: what steps a term can take under a valuation, and what is left of it then.

A step is (sort, label, term, valuation, atomic):

    PLAIN      an event without a block: `||` looks at it
    OTHER      any other whole step; the label None is tau
    TICK       termination
    SEND       half a step on a channel without a buffer: the label is (channel's number and name, message)
    RECEIVE    the other half: the label is (channel's number and name, None), the term a function of the message and
               the valuation that gives the term and the valuation afterwards, or None if the message does not fit
"""

import itertools

from data import Broken
from terms import DONE, SKIP, Terms

PLAIN, OTHER, TICK, SEND, RECEIVE = range(5)
TAU, TERMINATE = None, ("terminate",)


class System(Terms):
    def next(self, state):
        """The whole steps of a state (term, valuation) as [(label, state)]; `failed` says what went wrong."""
        self.failed = None
        self.layout.inside = lambda name: self.count(name, state[0])
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

    def steps_skip(self, term, valuation):
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
        return [(OTHER, (name + "!", *flat(message)), self.after(node, values),
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
        return [(OTHER, (name + "?", *flat(message)), *got, False)] if got else []

    def received(self, node, values, message, valuation, left=None):
        """The term and the valuation after a message, or None if it does not fit; `left` are the buffers afterwards."""
        if len(message) != len(node.args):
            return None
        # As PAT does it: values are put in the place of names, and a name that is left over takes what was sent.
        bound, new = dict(zip(node.free, values)), {}
        for (form, tree), fits, value in zip(node.args, node.fits, message):
            wanted = fits(*valuation, values) if fits else bound[tree]
            if wanted is None and tree in new:
                raise KeyError("received twice: " + tree)
            if wanted is None:
                new[tree] = value
            elif wanted != value:
                return None
        bound.update(new)
        wider = tuple([bound[name] for name in node.free])
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

    def node_assert(self, node, values, valuation):
        if not node.test(*valuation, values):
            raise Broken("the assertion does not hold")
        return [(TICK, TERMINATE, DONE, valuation, False)]

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
        return [(OTHER, TAU, SKIP, valuation, False)]

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
        _, first, node, values = term
        return [(OTHER, TAU, self.later(node, values), s[3], s[4]) if s[0] == TICK else
                self.within(s, lambda t: ("sequence", t, node, values)) for s in self.steps(first, valuation)]

    def later(self, node, values):
        if ("later", values) not in node.memory:
            node.memory["later", values] = self.term(node, dict(zip(node.free, values)))
        return node.memory["later", values]

    def steps_hide(self, term, valuation):
        _, inside, hidden = term
        made = []
        for s in self.steps(inside, valuation):
            if s[0] == TICK:
                made.append(s)
                continue
            s = self.within(s, lambda t: t if t[0] == "hide" and t[2] == hidden else ("hide", t, hidden))
            if s[0] in (PLAIN, OTHER) and s[1] and any(
                    s[1][0] == name and (not args or args == s[1][1:]) for name, args in hidden):
                s = (OTHER, TAU, *s[2:])
            made.append(s)
        return made

    def steps_atomic(self, term, valuation):
        # Atomic twice is atomic, else one that calls itself inside would never come back.
        return [(*(s if s[0] == TICK else self.within(s, lambda t: t if t[0] == "atomic" else ("atomic", t)))[:4], True)
                for s in self.steps(term[1], valuation)]

    def steps_interrupt(self, term, valuation):
        _, first, other = term
        made = [s if s[0] == TICK else self.within(s, lambda t: ("interrupt", t, other))
                for s in self.steps(first, valuation)]
        # What the interrupting process does unseen is not the interruption yet.
        for s in self.steps(other, valuation):
            silent = s[0] == OTHER and s[1] is TAU
            made.append(self.within(s, lambda t: ("interrupt", first, t)) if silent else s)
        return made

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
                # What a process does outside its own alphabet it does alone: IndexParallel.cs of PAT.
                if s[0] == PLAIN and alphabets and within_alphabet(s[1], alphabets[i]):
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
        needed = [k for k, events in enumerate(alphabets) if within_alphabet(label, events)]
        if i != needed[0]:
            return []
        others = needed[1:]
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
                    made.append((OTHER, (name, *flat(message)), replaced({i: sent[2], k: got[0]}), got[1], sent[4] or s[4]))
        return made

    # ---- the face ----

    def start(self, node):
        """The first state of a process."""
        self.prepare(node)
        return (self.term(node, {}), self.layout.initial_valuation)

    def value(self, tree):
        """An expression as a function of states."""
        function = self.layout.function(tree, ())

        def value(state):
            self.layout.inside = lambda name: self.count(name, state[0])
            return int(function(*state[1], ()))
        return value

    def count(self, name, term):
        """How many processes stand where this one begins."""
        if term[0] in ("interleave", "parallel"):
            return sum(self.count(name, part) for part in term[1])
        if term[0] in ("sequence", "hide", "atomic"):
            return self.count(name, term[1])
        first = self.model.definitions[name][1]
        while first.kind in ("sequence", "hide", "atomic"):
            first = first.of[0]
        return int(term[0] is first)

    def condition(self, tree):
        value = self.value(tree)
        return lambda state: value(state) != 0


def flat(message):
    """The numbers of a message, those of arrays one by one."""
    return tuple(n for value in message for n in (value if isinstance(value, tuple) else (value,)))


def within_alphabet(label, events):
    return any(name == label[0] and len(args) == len(label) - 1 and all(
        a is None or a == b for a, b in zip(args, label[1:])) for name, args in events)
