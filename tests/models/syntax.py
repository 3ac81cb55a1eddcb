"""Models as text into trees: the reference's own parser, which shares nothing with that of lince.

Expressions and statements are tuples, processes are Nodes, everything else is in a Model.  It accepts what is right and
is careless about what is wrong, for it only reads what generate.py and people wrote for it.
"""

import re

from phrases import ADDITIVE, Phrases

# Processes, from loosest to tightest.
OPERATORS = [("|||", "interleave"), ("||", "parallel"), ("[]", "choice"), ("<>", "internal"), ("[*]", "external"),
             ("interrupt", "interrupt")]
TOP = ("#", "var", "hvar", "enum", "channel", "object")


class Node:
    """A process.  `of` are its parts; what else it has depends on the kind."""

    def __init__(self, kind, *of, **more):
        self.kind, self.of = kind, list(of)
        self.__dict__.update(more)


class Model:
    def __init__(self):
        self.constants, self.macros, self.variables, self.channels = {"true": 1, "false": 0}, {}, {}, {}
        self.collections = {}  # variables of PAT's libraries: their types
        self.written_out = {}  # macros with parameters, or of statements: {name: (parameters, tree)}
        self.definitions, self.alphabets, self.objects, self.assertions = {}, {}, {}, []


class Processes(Phrases):
    def process(self, level=0):
        if level == len(OPERATORS):
            return self.hiding()
        sign, kind = OPERATORS[level]
        parts = [self.process(level + 1)]
        while self.accept(sign):
            parts.append(self.process(level + 1))
        if kind == "interrupt":
            made = parts[0]
            for part in parts[1:]:
                made = Node(kind, made, part)
            return made
        return Node(kind, *parts) if len(parts) > 1 else parts[0]

    def hiding(self):
        made = self.sequence()
        while self.accept("\\"):
            self.expect("{")
            made = Node("hide", made, events=self.separated(self.event, ",", "}"))
        return made

    def sequence(self):
        made = self.prefixed()
        while self.peek() == ";" and not self.ends():
            self.take()
            made = Node("sequence", made, self.prefixed())
        return made

    def ends(self):
        """Does this semicolon end the definition?"""
        after = self.peek(1)
        if after == "" or after in TOP:
            return True
        if not re.match(r"[A-Za-z_]", after):
            return False
        at = self.at + 2
        if self.tokens[at] == "(":
            at += 1
            while re.match(r"\w|,", self.tokens[at]):
                at += 1
            if self.tokens[at] != ")":
                return False
            at += 1
        return self.tokens[at] == "="

    def event(self):
        """NAME.1.x: a name and expressions"""
        name, args = self.name(), []
        while self.accept("."):
            args.append(self.expression(ADDITIVE))
        return name, args

    def prefixed(self):
        if self.accept("["):
            condition = self.expression()
            self.expect("]")
            return Node("guard", self.prefixed(), condition=condition)
        for sign, kind in OPERATORS[:5]:
            if self.accept(sign):
                return self.indexed(kind)
        name, after = self.peek(), self.peek(1)
        if name == "tau" and after in ("{", "->"):
            self.take()
            return self.prefix(Node("tau"))
        if name in self.model.channels and after in ("!", "?", "["):
            return self.message()
        if re.match(r"[A-Za-z_]", name) and after in (".", "{", "->") and name != "atomic" and name != "case":
            name, args = self.event()
            return self.prefix(Node("event", name=name, args=args))
        return self.primary()

    def prefix(self, node):
        node.block = self.block() if self.peek() == "{" else None
        self.expect("->")
        node.of.append(self.prefixed())
        return node

    def message(self):
        channel, subscript = self.take(), None
        if self.accept("["):
            subscript = self.expression()
            self.expect("]")
        if self.take() == "!":
            args = [self.expression(ADDITIVE)]
            while self.accept("."):
                args.append(self.expression(ADDITIVE))
            return self.prefix(Node("send", channel=channel, subscript=subscript, args=args))
        guard = None
        if self.accept("["):
            guard = self.expression()
            self.expect("]")
        patterns = [self.pattern()]
        while self.accept("."):
            patterns.append(self.pattern())
        return self.prefix(Node("receive", channel=channel, subscript=subscript, args=patterns, guard=guard))

    def pattern(self):
        """A name by itself, or an expression that must be equal.  Whether the name has a value is seen when the process
        runs: nothing here knows about scopes."""
        name = self.peek()
        if re.match(r"[A-Za-z_]", name) and self.peek(1) in (".", "->", "{") and \
                name not in self.model.constants and name not in self.model.macros:
            return ("name", self.take())
        return ("equal", self.expression(ADDITIVE))

    def index(self):
        name = self.name()
        self.expect(":")
        self.expect("{")
        values = [self.expression()]
        if self.accept(".."):
            values = ("range", values[0], self.expression())
            self.expect("}")
            return name, values
        while self.accept(","):
            values.append(self.expression())
        self.expect("}")
        return name, ("values", values)

    def indexed(self, kind):
        indices = []
        if self.accept("{"):
            indices.append((None, ("range", ("num", 1), self.expression())))
            self.expect("}")
        else:
            indices.append(self.index())
            while self.accept(";"):
                indices.append(self.index())
        self.expect("@")
        return Node(kind, self.prefixed(), indices=indices)

    def primary(self):
        if self.accept("("):
            made = self.process()
            self.expect(")")
            return made
        name = self.name()
        if name == "Stop" or name == "Skip":
            return Node(name)
        if name in ("if", "ifa", "ifb"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            parts = [self.braced()]
            if self.accept("else"):
                parts.append(self.primary() if self.peek() == name else self.braced())
            elif name != "ifb":
                parts.append(Node("Skip"))
            return Node(name, *parts, condition=condition)
        if name == "case":
            self.expect("{")
            conditions, parts = [], []
            while not self.accept("}"):
                conditions.append(None if self.accept("default") else self.expression())
                self.expect(":")
                parts.append(self.process())
            return Node("case", *parts, conditions=conditions)
        if name == "assert":
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return Node("assert", condition=condition)
        if name == "atomic":
            return Node("atomic", self.braced())
        args = self.separated(self.expression, ",", ")") if self.accept("(") else []
        return Node("reference", name=name, args=args)

    def braced(self):
        self.expect("{")
        made = self.process()
        self.expect("}")
        return made


class Parser(Processes):
    """A whole model."""

    def __init__(self, text):
        super().__init__(text, Model())

    def parse(self):
        # Messages are told from array accesses by the names of channels.
        for i, token in enumerate(self.tokens):
            if token == "channel":
                self.model.channels[self.tokens[i + 1]] = None
        while self.peek():
            word = self.peek()
            if self.accept("#"):
                self.directive(self.take())
            elif self.accept("enum"):
                self.expect("{")
                for i, name in enumerate(self.separated(self.name, ",", "}")):
                    self.model.constants[name] = i
                self.expect(";")
            elif self.accept("var", "hvar"):
                self.variable(self.model.variables)
            elif self.accept("channel"):
                self.channel()
            elif self.accept("object"):
                self.object()
            else:
                name = self.name()
                params = self.separated(self.name, ",", ")") if self.accept("(") else []
                self.expect("=")
                self.model.definitions[name] = (params, self.process())
                self.expect(";")
            assert self.peek() != word or self.at, word
        return self.model

    def directive(self, word):
        if word == "import":
            self.take()
            while self.take() != ";":
                pass
        elif word == "define":
            name = self.name()
            if self.peek() == "{" or self.peek() == "(" and self.parameters():
                params = self.separated(self.name, ",", ")") if self.accept("(") else []
                self.model.written_out[name] = params, self.block() if self.peek() == "{" else self.expression()
                self.expect(";")
                return
            value = self.expression()
            number = self.constant(value)
            if number is None:
                self.model.macros[name] = value
            else:
                self.model.constants[name] = number
            self.expect(";")
        elif word == "alphabet":
            name = self.name()
            self.expect("{")
            self.model.alphabets[name] = self.separated(self.indexed_event, ",", "}")
            self.expect(";")
        else:
            self.assertion()

    def parameters(self):
        """Does the parenthesis hold names only, and is it not all there is?"""
        at = self.at + 1
        while re.match(r"[A-Za-z_]|,", self.tokens[at]):
            at += 1
        return self.tokens[at] == ")" and self.tokens[at + 1] != ";"

    def indexed_event(self):
        indices = []
        if self.peek(1) == ":":
            indices.append(self.index())
            while self.accept(";"):
                indices.append(self.index())
            self.expect("@")
        return indices, self.event()

    def variable(self, into):
        kind = None
        if self.accept("<"):
            kind = self.take()
            self.expect(">")
        name, extents, bounds, value = self.name(), [], None, None
        if kind:
            while self.take() != ";":
                pass
            self.model.collections[name] = kind
            into[name] = ([], None, ("empty",))
            if kind in ("List", "SerializableList"):
                into[name + "$Field"] = ([], None, None)
            return
        while self.accept("["):
            extents.append(self.constant(self.expression()))
            self.expect("]")
        if self.accept(":"):
            if self.accept("seq"):
                bounds = "seq"
            else:
                self.expect("{")
                low = self.constant(self.expression())
                self.expect("..")
                bounds = (low, self.constant(self.expression()))
                self.expect("}")
        if self.accept("="):
            value = self.expression()
        self.expect(";")
        into[name] = (extents, bounds, value)

    def channel(self):
        name, extent = self.name(), None
        if self.accept("["):
            extent = self.constant(self.expression())
            self.expect("]")
        self.model.channels[name] = (extent, self.constant(self.expression()))
        self.expect(";")

    def object(self):
        name = self.name()
        fields, operations, together = {}, {}, []
        self.operations = operations
        self.expect("{")
        while not self.accept("}"):
            if self.accept("var"):
                self.variable(fields)
            elif self.accept("op"):
                operation, params = self.head()
                operations[operation] = (params, None if self.accept(";") else self.block())
            else:
                self.expect("together")
                heads = [self.head()]
                while self.accept(","):
                    heads.append(self.head())
                together.append((heads, self.block()))
        self.model.objects[name] = (fields, operations, together)

    def head(self):
        name = self.name()
        self.expect("(")
        return name, self.separated(self.name, ",", ")")

    def assertion(self):
        process = self.process()
        word = self.take()
        made = {"process": process, "kind": word}
        if word == "reaches":
            made["condition"] = self.expression()
            if self.accept("with"):
                made["best"] = {"min": min, "max": max}[self.take()]
                self.expect("(")
                made["value"] = self.expression()
                self.expect(")")
        elif word == "refines":
            made["model"] = "T"
            if self.accept("<"):
                made["model"] = self.take()
                self.expect(">")
            made["other"] = self.process()
        elif word == "|=":
            made["formula"] = []
            while self.peek() != ";":
                made["formula"].append(self.take())
        elif word in ("linearizes", "progresses"):
            made["object"], made["points"] = self.name(), None
            if self.accept("at"):
                self.expect("points")
                self.expect("{")
                made["points"] = self.separated(self.point, ",", "}")
        self.expect(";")
        self.model.assertions.append(made)

    def point(self):
        event = self.name()
        return event, self.name() if self.accept("=") else event[:-len("_lin")]


def parse(text):
    return Parser(text).parse()
