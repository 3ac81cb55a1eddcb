"""What the reference says about each assertion of a model."""

import properties
from csp import System
from linear import linearizes
from phrases import Phrases
from properties import Explicit, TooLarge, graph_of
from temporal import Reader, satisfies


def verdicts(text, limit=3000):
    """An Answer for each assertion; None where there are too many states."""
    system = System(text)
    graphs, answers = {}, []

    def graph(node):
        # Most assertions of a model are about the same few processes.
        key = (node.name, str(node.args)) if node.kind == "reference" else id(node)
        if key not in graphs:
            graphs[key] = None
            graphs[key] = graph_of(system, node, limit)
        if graphs[key] is None:
            raise TooLarge
        return graphs[key]

    for assertion in system.model.assertions:
        try:
            answers.append(judge(system, assertion, graph, limit))
        except TooLarge:
            answers.append(None)
    return answers


def judge(system, assertion, graph, limit):
    kind, process = assertion["kind"], assertion["process"]
    if kind in ("linearizes", "progresses"):
        return linearizes(system, assertion, limit)
    spec = condition = None
    if kind == "refines":
        spec = Explicit(graph(assertion["other"]))
        answer = properties.refines(graph(process), spec, assertion["model"])
    elif kind == "reaches":
        condition = system.condition(assertion["condition"])
        if "best" in assertion:
            value = system.value(assertion["value"])
            answer = properties.reaches_best(graph(process), condition, assertion["best"], value)
        else:
            answer = properties.reaches(graph(process), condition)
    elif kind in ("deadlockfree", "nonterminating", "divergencefree", "deterministic"):
        answer = getattr(properties, kind)(graph(process))
    else:
        answer = temporal(system, assertion, graph(process))
    answer.graph, answer.spec, answer.condition = graph(process), spec, condition
    return answer


def temporal(system, assertion, graph):
    reader = Reader(assertion["formula"], system.model)
    formula = reader.read()
    assert reader.tokens[reader.at] == "", assertion["formula"]
    conditions = {}

    def holds(tokens, state):
        if tokens not in conditions:
            conditions[tokens] = system.condition(Phrases(" ".join(tokens), system.model).expression())
        return conditions[tokens](state)
    return satisfies(graph, formula, holds)
