"""Temporal formulas on a graph, by the definition of their truth along runs.

A position of a run is a state and the label of the step that led there (none at first).  Every step counts, hidden ones
too.  Where a run ends, its last state is repeated for ever, and no event happens.  Formulas are reduced to not, and,
next and until.  What `next` says at a position is guessed, and the guesses are held against the next position; a run
with right guesses that keeps every promise of an until and breaks the formula is what is looked for.
"""

from properties import OK, VIOLATION, Answer, first_failure

COMPARISONS = {"==", "!=", "<", ">", "<=", ">="}
TRUE = ("true",)


def negation(f):
    return f[1] if f[0] == "not" else ("not", f)


def either(a, b):
    return negation(("and", negation(a), negation(b)))


class Reader:
    """Formulas from tokens, loosest first: <->, ->, ||, &&, U R V, and what stands before one operand."""

    def __init__(self, tokens, model):
        self.tokens, self.at, self.model = tokens + [""], 0, model

    def accept(self, *what):
        if self.tokens[self.at] in what:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def read(self, level=0):
        if level == 5:
            return self.one()
        left = self.read(level + 1)
        while True:
            sign = self.accept(*[["<->"], ["->"], ["||"], ["&&"], ["U", "R", "V"]][level])
            if not sign:
                return left
            right = self.read(level if sign in ("->", "U", "R", "V") else level + 1)
            if sign == "<->":
                left = either(("and", left, right), ("and", negation(left), negation(right)))
            elif sign == "->":
                left = either(negation(left), right)
            elif sign == "||":
                left = either(left, right)
            elif sign == "&&":
                left = ("and", left, right)
            elif sign == "U":
                left = ("until", left, right)
            else:
                left = negation(("until", negation(left), negation(right)))

    def one(self):
        if self.accept("!"):
            return negation(self.one())
        if self.accept("[]"):
            return negation(("until", TRUE, negation(self.one())))
        if self.accept("<>"):
            return ("until", TRUE, self.one())
        if self.accept("X"):
            return ("next", self.one())
        if self.tokens[self.at] == "(":
            end, inside = self.matching()
            if COMPARISONS & set(inside):
                self.at = end + 1
                return ("condition", tuple(inside))
            self.at += 1
            made = self.read()
            self.at += 1
            return made
        name = self.tokens[self.at]
        self.at += 1
        if name == "true" or name == "false":
            return TRUE if name == "true" else negation(TRUE)
        if name in self.model.macros:
            return ("condition", (name,))
        label = [name]
        while self.accept("."):
            label.append(int(self.tokens[self.at]))
            self.at += 1
        return ("event", tuple(label))

    def matching(self):
        """Where this parenthesis is closed, and what stands inside but not in further ones."""
        depth, inside = 0, []
        for i in range(self.at, len(self.tokens)):
            depth += {"(": 1, ")": -1}.get(self.tokens[i], 0)
            if depth == 0:
                return i, inside if not COMPARISONS & set(inside) else self.tokens[self.at + 1:i]
            if depth == 1 and i > self.at:
                inside.append(self.tokens[i])
        raise SyntaxError("a parenthesis is open")


def subformulas(f, found):
    for part in f[1:]:
        if isinstance(part, tuple) and f[0] in ("not", "and", "next", "until"):
            subformulas(part, found)
    if f not in found:
        found.append(f)


def satisfies(graph, formula, holds):
    """Do all runs satisfy the formula?  `holds` evaluates a condition, given by its tokens, in a state."""
    wrong = negation(formula)
    parts = []
    subformulas(wrong, parts)
    guessed = [f for f in parts if f[0] in ("next", "until")]

    def valuation(position, guesses):
        """What is true of each part; of an until, what is guessed is whether it goes on being true."""
        state, label = position
        known = {}
        for f in parts:
            if f[0] == "true":
                known[f] = True
            elif f[0] == "event":
                known[f] = label == f[1]
            elif f[0] == "condition":
                known[f] = holds(f[1], graph.states[state])
            elif f[0] == "not":
                known[f] = not known[f[1]]
            elif f[0] == "and":
                known[f] = known[f[1]] and known[f[2]]
            elif f[0] == "next":
                known[f] = guesses[f]
            else:
                known[f] = known[f[2]] or known[f[1]] and guesses[f]
        return known

    memory = {}

    def all_valuations(position):
        """[(guesses, valuation)] for every guess"""
        if position not in memory:
            memory[position] = []
            for bits in range(1 << len(guessed)):
                guesses = {f: bool(bits >> i & 1) for i, f in enumerate(guessed)}
                memory[position].append((bits, guesses, valuation(position, guesses)))
        return memory[position]

    def after(position):
        edges = graph.edges[position[0]]
        return [(to, label) for label, to in edges] if edges else [(position[0], None)]

    following = {}

    def arcs(node):
        if node not in following:
            position, bits = node
            _, guesses, _ = all_valuations(position)[bits]
            following[node] = [(p, b) for p in after(position) for b, _, known in all_valuations(p) if all(
                guesses[f] == known[f[1] if f[0] == "next" else f] for f in guessed)]
        return following[node]

    start = [((0, None), bits) for bits, _, known in all_valuations((0, None)) if known[wrong]]
    for component in components(start, arcs):
        if all(any(not all_valuations(p)[b][2][f] or all_valuations(p)[b][2][f[2]] for p, b in component)
               for f in guessed if f[0] == "until"):
            return Answer(VIOLATION, None, first_failure(graph), None, "formula")
    return Answer(OK, None, first_failure(graph), None, "formula")


def components(start, arcs):
    """The strongly connected components that have an arc, by Tarjan's algorithm."""
    number, low, stack, on_stack = {}, {}, [], set()
    for root in start:
        if root in number:
            continue
        work = [(root, iter(arcs(root)))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for to in rest:
                if to not in number:
                    number[to] = low[to] = len(number)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(arcs(to))))
                    break
                if to in on_stack:
                    low[node] = min(low[node], number[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    if len(component) > 1 or node in arcs(node):
                        yield component
