"""Properties of processes, decided on the explicit graph as they are defined.

Nothing here is clever: graphs are built in full, specifications are normalized by subsets, and searches go breadth
first, so that the counterexamples they find are shortest.
"""

from csp import TAU
from terms import DONE

OK, VIOLATION, ERROR = "ok", "violation", "error"
PAIRS, SUBSETS = 10000, 100000  # pairs that are looked at, and states in all subsets together


class TooLarge(Exception):
    """More states than the reference looks at."""


class Graph:
    """All states that can be reached from `start`: numbers, 0 the first, in the order of their distance."""

    def __init__(self, next_steps, start, limit, failure=lambda: None):
        self.states, self.edges, self.failures = [start], [], []
        self.depth, number = [0], {start: 0}
        for at, state in enumerate(self.states):  # grows while it is gone through
            out, met = [], set()
            for label, target in next_steps(state):
                to = number.get(target)
                if to is None:
                    to = number[target] = len(self.states)
                    if to >= limit:
                        raise TooLarge
                    self.states.append(target)
                    self.depth.append(self.depth[at] + 1)
                if (label, to) not in met:
                    met.add((label, to))
                    out.append((label, to))
            self.edges.append(out)
            if failure():
                self.failures.append(at)
        self.failing = frozenset(self.failures)
        self.closures = {}

    def closure(self, s):
        """What can be reached by taus."""
        if s not in self.closures:
            found, todo = {s}, [s]
            while todo:
                for label, to in self.edges[todo.pop()]:
                    if label is TAU and to not in found:
                        found.add(to)
                        todo.append(to)
            self.closures[s] = frozenset(found)
        return self.closures[s]

    def close(self, states):
        return frozenset().union(*[self.closure(s) for s in states])

    def stable(self, s):
        return all(label is not TAU for label, _ in self.edges[s])

    def offers(self, s):
        return frozenset(label for label, _ in self.edges[s] if label is not TAU)

    def divergent(self):
        """The states from which taus can go on forever."""
        if not hasattr(self, "diverging"):
            alive, changed = set(range(len(self.states))), True
            while changed:
                dead = [s for s in alive if not any(label is TAU and to in alive for label, to in self.edges[s])]
                alive -= set(dead)
                changed = bool(dead)
            self.diverging = alive
        return self.diverging


    def least(self):
        """How many states it takes: classes of strong bisimulation, by refining partitions."""
        block, count = [s in self.failing for s in range(len(self.states))], 0
        while len(set(block)) > count:
            count = len(set(block))
            signs = {}
            block = [signs.setdefault((block[s], frozenset((label, block[to]) for label, to in out)), len(signs))
                     for s, out in enumerate(self.edges)]
        return count


def graph_of(system, node, limit, visible=None):
    """The graph of a process; `visible`, if given, says which labels are not hidden."""
    def steps(state):
        found = system.next(state)
        if visible:
            found = [(label if label and visible(label) else TAU, to) for label, to in found]
        return found
    return Graph(steps, system.start(node), limit, lambda: system.failed)


class Answer:
    """`length`: steps of a shortest counterexample (or of a way to what is to be reached); None: not compared.
    `failure`: the model fails, at this distance, among what an answer has to look at; `specification_fails`: the
    specification does, which need not be noticed where one with less was looked at already."""

    def __init__(self, verdict, length=None, failure=None, states=None, reason=None):
        self.verdict, self.length, self.failure, self.states, self.reason = verdict, length, failure, states, reason
        self.specification_fails = False
        self.graph = self.spec = self.condition = None  # what it was found with
        self.best = None  # the smallest or largest value, where that is asked for

    def __repr__(self):
        return "%s%s%s" % (self.verdict, "" if self.length is None else " in %d" % self.length,
                           "" if self.failure is None else ", the model fails after %d" % self.failure)


def first_failure(graph):
    return min((graph.depth[s] for s in graph.failures), default=None)


def nearest(graph, wrong, reason):
    """The nearest state that is wrong."""
    found = [graph.depth[s] for s in range(len(graph.states)) if wrong(s)]
    if found:
        return Answer(VIOLATION, min(found), first_failure(graph), len(graph.states), reason)
    return Answer(OK, None, first_failure(graph), len(graph.states))


def stuck(graph, s):
    return not graph.edges[s] and s not in graph.failing


def deadlockfree(graph):
    return nearest(graph, lambda s: stuck(graph, s) and graph.states[s][0] != DONE, "deadlock")


def nonterminating(graph):
    return nearest(graph, lambda s: stuck(graph, s), "end")


def divergencefree(graph):
    answer = nearest(graph, lambda s: s in graph.divergent(), "divergence")
    answer.length = None
    return answer


def reaches(graph, condition):
    found = [graph.depth[s] for s, state in enumerate(graph.states) if condition(state)]
    if found:
        return Answer(OK, min(found), first_failure(graph), len(graph.states))
    return Answer(VIOLATION, None, first_failure(graph), len(graph.states), "not reached")


def reaches_best(graph, condition, best, value):
    """The nearest of the states where the condition holds and the value is best."""
    values = {s: value(state) for s, state in enumerate(graph.states) if condition(state)}
    answer = reaches(graph, condition)
    if values:
        answer.best = best(values.values())
        answer.length = min(graph.depth[s] for s in values if values[s] == answer.best)
    return answer


def shortest_refusal(graph):
    """Steps of a shortest run to where something is refused that is possible after the same visible steps."""
    level, depth = [(0, graph.closure(0))], 0
    seen = set(level)
    while level:
        reached = []
        for s, states in level:
            possible = {label for other in states for label, _ in graph.edges[other] if label is not TAU}
            if graph.stable(s) and s not in graph.failing and not graph.offers(s) >= possible:
                return depth
            for label, to in graph.edges[s]:
                after = states if label is TAU else graph.close(
                    {target for other in states for its, target in graph.edges[other] if its == label})
                if (to, after) not in seen:
                    seen.add((to, after))
                    reached.append((to, after))
                    if len(seen) > SUBSETS:
                        raise TooLarge
        level, depth = reached, depth + 1
    return None


def deterministic(graph):
    """After no trace an event is possible and can be refused, and nothing diverges."""
    start = graph.closure(0)
    seen, todo, work = {start}, [start], 0
    for states in todo:
        possible = {}
        for s in states:
            for label, to in graph.edges[s]:
                if label is not TAU:
                    possible.setdefault(label, set()).add(to)
        refused = any(graph.stable(s) and s not in graph.failing and not graph.offers(s) >= possible.keys()
                      for s in states)
        if refused or any(s in graph.divergent() for s in states):
            length = None if graph.divergent() else shortest_refusal(graph)
            return Answer(VIOLATION, length, first_failure(graph), len(graph.states), "nondeterminism")
        for targets in possible.values():
            closed = graph.close(targets)
            if closed not in seen:
                seen.add(closed)
                todo.append(closed)
                work += len(closed)
                if work > SUBSETS:
                    raise TooLarge
    return Answer(OK, None, first_failure(graph), len(graph.states))


class Explicit:
    """A specification that is a graph."""

    def __init__(self, graph):
        self.graph, self.moves, self.work = graph, {}, 0

    def start(self):
        return self.graph.closure(0)

    def after(self, states, label):
        if (states, label) not in self.moves:
            self.moves[states, label] = self.graph.close(
                [to for s in states for l, to in self.graph.edges[s] if l == label])
            self.work += len(states)
            if self.work > SUBSETS:
                raise TooLarge
        return self.moves[states, label]

    def fails(self, states):
        return not states.isdisjoint(self.graph.failing)

    def diverges(self, states):
        return not states.isdisjoint(self.graph.divergent())

    def may_refuse(self, states, offered):
        """Is there a stable state that offers no more than this?"""
        return any(self.graph.stable(s) and s not in self.graph.failing and self.graph.offers(s) <= offered
                   for s in states)


def refines(graph, spec, model="T"):
    """Traces, stable failures or failures and divergences of the graph are among those of the specification."""
    start = (0, spec.start())
    seen, level, depth = {start}, [start], 0
    failure, specification_fails = None, False

    def answer(*about):
        made = Answer(*about)
        made.specification_fails = specification_fails
        return made
    while level:
        following = []
        wrong = None  # what is wrong with the pairs of this level: a refusal is one step shorter than a trace
        for s, states in level:
            specification_fails = specification_fails or spec.fails(states)
            if model == "FD" and spec.diverges(states):
                specification_fails = specification_fails or s in graph.failing  # nobody has to look here
                continue
            if failure is None and s in graph.failing:
                failure = depth
            if model == "FD" and s in graph.divergent():
                wrong = min(wrong or (2, ""), (0, "divergence"))
            if model != "T" and graph.stable(s) and s not in graph.failing \
                    and not spec.may_refuse(states, graph.offers(s)):
                wrong = min(wrong or (2, ""), (0, "refusal"))
            for label, to in graph.edges[s]:
                after = states if label is TAU else spec.after(states, label)
                if not after:
                    wrong = min(wrong or (2, ""), (1, "trace"))
                elif (to, after) not in seen:
                    seen.add((to, after))
                    following.append((to, after))
        if wrong:
            # Who looks at specifications as they are met has seen these as well.
            specification_fails = specification_fails or any(spec.fails(states) for _, states in following)
            # What a loop of taus counts depends on how it is told.
            length = None if model == "FD" and graph.divergent() else depth + wrong[0]
            return answer(VIOLATION, length, failure, None, wrong[1])
        level, depth = following, depth + 1
        if len(seen) > PAIRS:
            raise TooLarge
    return answer(OK, None, failure, len(graph.states))


# ---- traces, by enumeration: what the checks above are checked with ----


def traces(graph, length):
    """All traces of at most this many visible steps."""
    found, todo = {()}, [((), 0)]
    met = set(todo)
    for trace, s in todo:
        for label, to in graph.edges[s]:
            longer = trace if label is TAU else trace + (label,)
            if len(longer) <= length and (longer, to) not in met:
                met.add((longer, to))
                found.add(longer)
                todo.append((longer, to))
    return found


def failures(graph, length):
    """All (trace, what a stable state after it offers)."""
    found, todo = set(), [((), 0)]
    met = set(todo)
    for trace, s in todo:
        if graph.stable(s):
            found.add((trace, graph.offers(s)))
        for label, to in graph.edges[s]:
            longer = trace if label is TAU else trace + (label,)
            if len(longer) <= length and (longer, to) not in met:
                met.add((longer, to))
                todo.append((longer, to))
    return found
