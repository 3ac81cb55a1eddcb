"""What lince tells is gone through on the reference's graph: each step must be possible, and the end must be what it is
said to be."""

from csp import TAU
from properties import stuck
from terms import DONE


def text(label):
    if label is TAU:
        return "tau"
    numbers = ".".join(str(number) for number in label[1:])
    return label[0] + ("." if numbers and label[0][-1] not in "!?" else "") + numbers


def run(graph, spec, path):
    """The states that the reference can be in after exactly these steps, and those of the specification; or a text that
    says what is wrong.  The specification may fail at the last step only."""
    states, allowed = {0}, spec and spec.start()
    for i, step in enumerate(path):
        found = [(label, to) for s in states for label, to in graph.edges[s]
                 if (label is TAU) == step["hidden"] and (label is TAU or text(label) == step["event"])]
        if not found:
            return "step %d, %s, is not possible" % (i + 1, step["event"])
        states = {to for _, to in found}
        if spec and not step["hidden"]:
            allowed = spec.after(allowed, found[0][0])
            if not allowed and i < len(path) - 1:
                return "step %d, %s, is wrong already" % (i + 1, step["event"])
    return states, allowed


def undecided(graph, states):
    """Can something happen after these visible steps, and be refused as well?"""
    possible = set().union(*[graph.offers(s) for s in states])
    return any(graph.stable(s) and not graph.offers(s) >= possible for s in states)


def trace_of(graph, path):
    """Where the visible steps alone lead."""
    states = graph.closure(0)
    for step in path:
        if not step["hidden"]:
            states = graph.close([to for s in states for label, to in graph.edges[s]
                                  if label is not TAU and text(label) == step["event"]])
    return states


def replay(answer, told, reached):
    """What is wrong with a counterexample, or with a way to what is reached; None: nothing."""
    graph, path, kind = answer.graph, told["path"], "reached" if reached else told["kind"]
    if told["steps"] != len(path):
        return "%d steps are told, %d counted" % (len(path), told["steps"])
    ended = run(graph, answer.spec, path)
    if isinstance(ended, str):
        return ended
    states, allowed = ended
    good = True
    if kind == "deadlock":
        good = any(stuck(graph, s) and graph.states[s][0] != DONE for s in states)
    elif kind == "termination":
        good = any(stuck(graph, s) and graph.states[s][0] == DONE for s in states)
    elif kind == "trace":
        good = not allowed
    elif kind == "refusal":
        good = any(graph.stable(s) and not answer.spec.may_refuse(allowed, graph.offers(s)) for s in states)
    elif kind == "nondeterminism":
        good = undecided(graph, trace_of(graph, path))
    elif kind == "divergence":
        good = any(s in graph.divergent() for s in states)
    elif kind == "reached":
        good = any(answer.condition(graph.states[s]) for s in states)
    return None if good else "what is told does not end in a %s" % kind
