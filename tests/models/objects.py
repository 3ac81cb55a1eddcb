"""Objects by the letter: what their operations do, and the linearizable specification: calls, hidden effects, returns.

Values are numbers, symbols (strings) and sequences (tuples).  A process of the specification is idle, has called
("called", operation, arguments), or is done ("done", operation, results).
"""

import itertools

from data import Broken, fit, quotient, remainder
from properties import OK, VIOLATION, Answer, graph_of, refines

SYMBOLS = {"nil", "true", "false"}
ORDER = {int: 0, str: 1, tuple: 2}


def true(value):
    return value not in (0, "false")


def sort_key(value):
    return ORDER[type(value)], value


def removed(sequence, value):
    if value not in sequence:
        return sequence
    at = sequence.index(value)
    return sequence[:at] + sequence[at + 1:]


def inserted(sequence, value):
    return tuple(sorted(sequence + (value,), key=sort_key))


def some(sequence):
    if not sequence:
        raise Broken("an empty sequence")
    return sequence


CALLS = {"length": len, "first": lambda q: some(q)[0], "last": lambda q: some(q)[-1], "butfirst": lambda q: some(q)[1:],
         "butlast": lambda q: some(q)[:-1], "append": lambda q, v: q + (v,), "prepend": lambda q, v: (v,) + q,
         "contains": lambda q, v: int(v in q), "remove": removed, "insert": inserted}
ARITHMETIC = {"+": lambda a, b: fit(a + b), "-": lambda a, b: fit(a - b), "*": lambda a, b: fit(a * b), "/": quotient,
              "%": remainder, "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b), ">": lambda a, b: int(a > b),
              ">=": lambda a, b: int(a >= b), "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)}


class Object:
    def __init__(self, model, name):
        self.model, self.name = model, name
        self.fields, self.operations, together = model.objects[name]
        self.names = list(self.fields)
        self.memory = {}
        # What takes effect together: [(operations, parameters of each, body)]
        self.groups = [([head[0] for head in heads], [head[1] for head in heads], body) for heads, body in together]
        self.groups += [([operation], [params], body) for operation, (params, body) in self.operations.items() if body]
        self.results = {operation: self.most(operation) for operation in self.operations}

    def most(self, operation):
        """How many results an operation has."""
        counts = [0]
        for operations, _, body in self.groups:
            for who, results in returns(body):
                if operation in operations and (len(operations) == 1 or who == operation or (
                        who.isdigit() and operations[int(who) - 1] == operation)):
                    counts.append(len(results))
        return max(counts)

    def initial(self):
        state = []
        for extents, bounds, value in self.fields.values():
            if value is not None:
                made = self.value(value, {}, {})
                state.append((made,) * extents[0] if extents and not isinstance(made, tuple) else made)
            elif bounds == "seq":
                state.append(())
            else:
                low = bounds[0] if bounds and not bounds[0] <= 0 <= bounds[1] else 0
                state.append((low,) * extents[0] if extents else low)
        return tuple(state)

    def effects(self, state, group, arguments):
        """[(state, results of each participant)] of operations that take effect together."""
        key = state, group, arguments
        if key not in self.memory:
            operations, params, body = self.groups[group]
            local = {name: value for names, values in zip(params, arguments) for name, value in zip(names, values)}
            fields = dict(zip(self.names, state))
            found = []
            for after, _, said in self.run([body], fields, local, {}):
                results = [()] * len(operations)
                for who, values in said.items():
                    at = 0 if who is None else int(who) - 1 if who.isdigit() else operations.index(who)
                    results[at] = values
                outcome = tuple(after[name] for name in self.names), tuple(results)
                if outcome not in found:
                    found.append(outcome)
            self.memory[key] = found
        return self.memory[key]

    # ---- statements: all outcomes as (fields, locals, what was returned) ----

    def run(self, statements, fields, local, said):
        if not statements:
            yield fields, local, said
            return
        first, rest = statements[0], statements[1:]
        kind = first[0]
        if kind == "block":
            outer = set(local)
            for f, l, s in self.run(first[1], fields, local, said):
                if None in s:  # an operation by itself has returned
                    yield f, l, s
                else:
                    yield from self.run(rest, f, {name: l[name] for name in outer}, s)
            return
        if kind == "return":
            done = dict(said)
            done[first[1]] = tuple(self.value(e, fields, local) for e in first[2])
            if first[1] is None:
                yield fields, local, done
            else:
                yield from self.run(rest, fields, local, done)
            return
        if kind == "if":
            branch = first[2] if true(self.value(first[1], fields, local)) else first[3]
            yield from self.run([branch if branch[0] == "block" else ("block", [branch])] + rest, fields, local, said)
        elif kind == "while":
            again = [first[2], first] if true(self.value(first[1], fields, local)) else []
            yield from self.run(again + rest, fields, local, said)
        elif kind == "require":
            if true(self.value(first[1], fields, local)):
                yield from self.run(rest, fields, local, said)
        elif kind == "any":
            for value in self.candidates(first[2], fields, local):
                yield from self.run(rest, fields, dict(local, **{first[1]: value}), said)
        elif kind == "local":
            value = self.value(first[3], fields, local) if first[2] is None else (0,) * first[2]
            yield from self.run(rest, fields, dict(local, **{first[1]: value}), said)
        else:
            fields, local = self.assigned(first[1], self.value(first[2], fields, local), fields, local)
            yield from self.run(rest, fields, local, said)

    def candidates(self, tree, fields, local):
        if tree[0] == "range":
            return range(self.value(tree[1], fields, local), self.value(tree[2], fields, local) + 1)
        return dict.fromkeys(self.value(tree, fields, local))

    def assigned(self, target, value, fields, local):
        name = target[1]
        if target[0] == "index":
            whole, at = (local if name in local else fields)[name], self.value(target[2][0], fields, local)
            if not 0 <= at < len(whole):
                raise Broken("index out of range")
            value = whole[:at] + (value,) + whole[at + 1:]
        elif name in fields and isinstance(self.fields[name][1], tuple):
            low, high = self.fields[name][1]
            if not low <= value <= high:
                raise Broken("out of its range")
        if name in local:
            return fields, dict(local, **{name: value})
        return dict(fields, **{name: value}), local

    def value(self, tree, fields, local):
        kind = tree[0]
        if kind == "num":
            return tree[1]
        if kind == "name":
            name = tree[1]
            for where in (local, fields):
                if name in where:
                    return where[name]
            if name not in SYMBOLS and name in self.model.constants:
                return self.model.constants[name]
            return name
        if kind == "index":
            sequence, at = self.value(("name", tree[1]), fields, local), self.value(tree[2][0], fields, local)
            if not 0 <= at < len(sequence):
                raise Broken("index out of range")
            return sequence[at]
        if kind == "un":
            value = self.value(tree[2], fields, local)
            return fit(-value) if tree[1] == "-" else int(not true(value))
        if kind == "cond":
            return self.value(tree[2 if true(self.value(tree[1], fields, local)) else 3], fields, local)
        if kind == "list":
            return tuple(self.value(e, fields, local) for e in tree[1])
        if kind == "call":
            return CALLS[tree[1]](*[self.value(e, fields, local) for e in tree[2]])
        a = self.value(tree[2], fields, local)
        if tree[1] in ("&&", "||"):
            if true(a) == (tree[1] == "||"):
                return int(true(a))
            return int(true(self.value(tree[3], fields, local)))
        return ARITHMETIC[tree[1]](a, self.value(tree[3], fields, local))


def returns(tree):
    """All (participant, results) of a body."""
    if isinstance(tree, list):
        for part in tree:
            yield from returns(part)
    elif isinstance(tree, tuple) and tree:
        if tree[0] == "return":
            yield tree[1], tree[2]
        else:
            for part in tree:
                yield from returns(part)


class Linearizable:
    """The specification of section 3.2 of "Model Checking Linearizability via Refinement".  A state is the object's and
    the processes that are not idle, as a set of (process, what it does)."""

    def __init__(self, model, name, points=None):
        self.object, self.model = Object(model, name), model
        self.points = dict(points) if points is not None else None
        self.closures, self.moves, self.failed = {}, {}, False

    def meaning(self, label):
        """("inv" | "lin" | "res", process, operation, numbers) of a label, or None: it is none of the object's."""
        name, numbers = label[0], label[1:]
        if self.points is not None and name in self.points:
            operation = self.points[name]
            expected = len(self.object.operations[operation][0]) + self.object.results[operation]
            return ("lin", *self.split(operation, numbers, expected))
        operation, _, suffix = name.rpartition("_")
        if operation not in self.object.operations or suffix not in ("inv", "res"):
            return None
        params = len(self.object.operations[operation][0])
        return (suffix, *self.split(operation, numbers, params if suffix == "inv" else self.object.results[operation]))

    def split(self, operation, numbers, expected):
        if len(numbers) == expected:
            return operation, operation, numbers
        if len(numbers) != expected + 1:
            raise KeyError("numbers of " + operation)
        return numbers[0], operation, numbers[1:]

    def number(self, value):
        if value in ("true", "false"):
            return int(value == "true")
        return self.model.constants.get(value, value) if isinstance(value, str) else value

    def linearized(self, state):
        """What one effect can make of a state: [(who took part, operations and arguments, results, state)]"""
        inner, processes = state
        called = [(who, what) for who, what in processes if what[0] == "called"]
        for group, (operations, _, _) in enumerate(self.object.groups):
            for chosen in itertools.permutations(called, len(operations)):
                if any(what[1] != operation for (_, what), operation in zip(chosen, operations)):
                    continue
                try:
                    outcomes = self.object.effects(inner, group, tuple(what[2] for _, what in chosen))
                except Broken:
                    self.failed = True
                    continue
                for after, results in outcomes:
                    numbers = [tuple(self.number(v) for v in values) for values in results]
                    done = {(who, ("done", what[1], r)) for (who, what), r in zip(chosen, numbers)}
                    yield chosen, numbers, (after, (processes - set(chosen)) | done)

    def closure(self, state):
        if self.points is not None:
            return {state}
        if state not in self.closures:
            found, todo = {state}, [state]
            while todo:
                for _, _, after in self.linearized(todo.pop()):
                    if after not in found:
                        found.add(after)
                        todo.append(after)
            self.closures[state] = found
        return self.closures[state]

    def start(self):
        return frozenset(self.closure((self.object.initial(), frozenset())))

    def after(self, states, label):
        if (states, label) not in self.moves:
            kind, who, operation, numbers = self.meaning(label)
            found = set()
            for state in states:
                for to in self.one(state, kind, who, operation, numbers):
                    found |= self.closure(to)
            self.moves[states, label] = frozenset(found)
        return self.moves[states, label]

    def one(self, state, kind, who, operation, numbers):
        inner, processes = state
        if kind == "inv":
            if all(p != who for p, _ in processes):
                yield inner, processes | {(who, ("called", operation, numbers))}
        elif kind == "res":
            if (who, ("done", operation, numbers)) in processes:
                yield inner, processes - {(who, ("done", operation, numbers))}
        else:
            for chosen, results, after in self.linearized(state):
                if len(chosen) == 1 and chosen[0][0] == who and chosen[0][1][1] == operation and \
                        chosen[0][1][2] + results[0] == numbers:
                    yield after

    def fails(self, states):
        return self.failed


def linearizes(system, assertion, limit):
    """With points: those first; if they do not hold, what counts is whether it does without."""
    answer = linearizes_at(system, assertion, limit, assertion["points"])
    if answer.verdict == OK or assertion["points"] is None:
        return answer
    plain = linearizes_at(system, assertion, limit, None)
    if plain.verdict == OK:
        return Answer(VIOLATION, answer.length, answer.failure, answer.states, "points")
    return plain


def linearizes_at(system, assertion, limit, points):
    spec = Linearizable(system.model, assertion["object"], points)
    graph = graph_of(system, assertion["process"], limit, lambda label: spec.meaning(label) is not None)
    return refines(graph, spec)
