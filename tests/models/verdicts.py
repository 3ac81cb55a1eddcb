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
            # Behind a divergence of the specification everything is allowed, and nobody looks there.
            if answers[-1].states is not None and assertion["kind"] != "linearizes" and assertion.get("model") != "FD":
                answers[-1].graph = graph(assertion["process"])
        except TooLarge:
            answers.append(None)
    return answers


def judge(system, assertion, graph, limit):
    kind, process = assertion["kind"], assertion["process"]
    if kind in ("linearizes", "progresses"):
        return linearizes(system, assertion, limit)
    if kind == "refines":
        return properties.refines(graph(process), Explicit(graph(assertion["other"])), assertion["model"])
    if kind == "reaches":
        return properties.reaches(graph(process), system.condition(assertion["condition"]))
    if kind in ("deadlockfree", "nonterminating", "divergencefree", "deterministic"):
        return getattr(properties, kind)(graph(process))
    reader = Reader(assertion["formula"], system.model)
    formula = reader.read()
    assert reader.tokens[reader.at] == "", assertion["formula"]
    conditions = {}

    def holds(tokens, state):
        if tokens not in conditions:
            conditions[tokens] = system.condition(Phrases(" ".join(tokens), system.model).expression())
        return conditions[tokens](state)
    return satisfies(graph(process), formula, holds)
