"""The linearizable specification of an object: calls, hidden effects, returns.

A process of the specification is idle, has called ("called", operation, arguments), or is done ("done", operation,
results).
"""

import itertools

from data import Broken
from objects import Object
from properties import OK, graph_of, refines


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
        answer.reason = "points"
        return answer
    return plain


def linearizes_at(system, assertion, limit, points):
    spec = Linearizable(system.model, assertion["object"], points)
    graph = graph_of(system, assertion["process"], limit, lambda label: spec.meaning(label) is not None)
    answer = refines(graph, spec)
    answer.graph, answer.spec = graph, spec
    return answer
