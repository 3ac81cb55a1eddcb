"""Objects by the letter: what their operations do.  Values are numbers, symbols (strings) and sequences (tuples)."""

from data import Broken, fit, quotient, remainder

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
