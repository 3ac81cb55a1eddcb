"""The reference's own parser, its smaller half: tokens, expressions and statements, which become tuples."""

import re

import library

TOKEN = re.compile(r"""\s+|//[^\n]*|/\*.*?\*/|(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)
                   |(?P<sign>\|\|\||\|\||\[\]|\[\*\]|<>|<->|->|<=|>=|==|!=|&&|<<|>>|\+\+|--|\+=|-=|\|=|\.\.|[^\s\w])""",
                   re.VERBOSE | re.DOTALL)
LEVELS = [["||"], ["xor"], ["&&"], ["|"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"],
          ["*", "/", "%"]]
ADDITIVE = LEVELS.index(["+", "-"])


def replaced(tree, by):
    """The tree with other trees in the place of names."""
    if isinstance(tree, tuple) and tree and tree[0] == "name" and tree[1] in by:
        return by[tree[1]]
    if isinstance(tree, (tuple, list)):
        return type(tree)(replaced(part, by) for part in tree)
    return tree


class Phrases:
    """Tokens, expressions and statements."""

    def __init__(self, text, model):
        self.text, self.at, self.tokens, self.model = text, 0, [], model
        place = 0
        while place < len(text):
            found = TOKEN.match(text, place)
            if found.lastgroup:
                self.tokens.append(found.group())
            place = found.end()
        self.tokens += [""] * 3

    # ---- tokens ----

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead]

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, *what):
        if self.peek() in what:
            return self.take()
        return None

    def expect(self, what):
        if self.take() != what:
            near = " ".join(self.tokens[max(0, self.at - 8):self.at + 4])
            raise SyntaxError("%r expected near: %s" % (what, near))

    def name(self):
        if not re.match(r"[A-Za-z_]", self.peek()):
            raise SyntaxError("name expected, there is %r" % self.peek())
        return self.take()

    def separated(self, what, by, end):
        """what by what by ... end"""
        found = []
        while not self.accept(end):
            if found:
                self.expect(by)
            found.append(what())
        return found

    # ---- expressions ----

    def expression(self, level=0):
        if level == 0:
            left = self.binary(0)
            if self.accept("?"):
                yes = self.expression()
                self.expect(":")
                return ("cond", left, yes, self.expression())
            return left
        return self.binary(level)

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in LEVELS[level]:
            left = ("bin", self.take(), left, self.binary(level + 1))
        return left

    def unary(self):
        if self.accept("!"):
            return ("un", "!", self.unary())
        if self.accept("-"):
            return ("un", "-", self.unary())
        if self.accept("("):
            inside = self.expression()
            self.expect(")")
            return inside
        if self.accept("["):
            return ("list", self.separated(self.repeated, ",", "]"))
        if self.peek().isdigit():
            return ("num", int(self.take()))
        if self.accept("#"):
            name = self.name()
            self.expect("(")
            self.expect(")")
            return ("inside", name)
        name = self.name()
        if self.peek() == "$":
            self.take()
            self.take()  # Field and Property are the same
            return ("name", name + "$Field")
        if name in self.model.collections and self.peek() == ".":
            return self.method(name)
        if name == "call":
            self.expect("(")
            what = self.name()
            if what in self.model.written_out:
                return self.written_out(what)
            self.expect(",")
            if what in library.NUMBERS or what in library.ARRAYS:
                return ("function", what, self.separated(self.expression, ",", ")"))
            channel, subscript = self.name(), None
            if self.accept("["):
                subscript = self.expression()
                self.expect("]")
            self.expect(")")
            return ("chan", what, channel, subscript)
        if self.accept("("):
            return ("call", name, self.separated(self.expression, ",", ")"))
        subscripts = []
        while self.accept("["):
            subscripts.append(self.expression())
            self.expect("]")
        return ("index", name, subscripts) if subscripts else ("name", name)

    def method(self, name):
        self.expect(".")
        method = self.name()
        self.expect("(")
        return ("method", name, method, self.separated(self.expression, ",", ")"))

    def written_out(self, what):
        """A macro with the arguments that follow in the place of its parameters."""
        params, body = self.model.written_out[what]
        args = []
        while self.accept(","):
            args.append(self.expression())
        self.expect(")")
        return replaced(body, dict(zip(params, args, strict=True)))

    def repeated(self):
        value = self.expression()
        if self.accept("("):  # [0(3), 1]
            times = self.expression()
            self.expect(")")
            return ("times", value, times)
        return value

    def constant(self, tree):
        kind = tree[0]
        if kind == "num":
            return tree[1]
        if kind == "name" and tree[1] in self.model.constants:
            return self.model.constants[tree[1]]
        if kind == "name" and tree[1] in self.model.macros:
            return self.constant(self.model.macros[tree[1]])
        if kind == "un":
            value = self.constant(tree[2])
            return None if value is None else -value if tree[1] == "-" else int(not value)
        if kind == "bin":
            a, b = self.constant(tree[2]), self.constant(tree[3])
            if a is not None and b is not None and tree[1] in "+-*":
                return {"+": a + b, "-": a - b, "*": a * b}[tree[1]]
        return None

    # ---- statements ----

    def block(self):
        self.expect("{")
        body = []
        while not self.accept("}"):
            body.append(self.statement())
        return ("block", body)

    def body(self):
        return self.block() if self.peek() == "{" else self.statement()

    def statement(self):
        if self.peek() == "{":
            return self.block()
        if self.accept(";"):
            return ("block", [])
        if self.peek() in self.model.written_out and self.peek(1) not in ("=", "["):
            return self.model.written_out[self.take()][1]
        if self.peek() == "call" and self.model.written_out.get(self.peek(2), ((), ("",)))[1][0] == "block":
            self.take()
            self.expect("(")
            return self.written_out(self.take())
        if self.accept("if"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            yes = self.body()
            return ("if", condition, yes, self.body() if self.accept("else") else ("block", []))
        if self.accept("while"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return ("while", condition, self.body())
        if self.accept("var"):
            name, length, value = self.name(), None, ("num", 0)
            if self.accept("["):
                length = self.constant(self.expression())
                self.expect("]")
            if self.accept("="):
                value = self.expression()
            self.expect(";")
            return ("local", name, length, value)
        if self.accept("require"):
            made = ("require", self.expression())
        elif self.accept("any"):
            name = self.name()
            self.expect(":")
            made = ("any", name, self.values())
        elif self.accept("return"):
            made = self.returned()
        else:
            made = self.assignment()
        if self.peek() != "}":
            self.expect(";")
        return made

    def values(self):
        """{0..3}, or an expression that is a sequence"""
        if not self.accept("{"):
            return self.expression()
        low = self.expression()
        self.expect("..")
        made = ("range", low, self.expression())
        self.expect("}")
        return made

    def made(self):
        """What is assigned to a collection."""
        if self.accept("new"):
            self.take()
            self.expect("(")
            return ("new", self.separated(self.name, ",", ")"))
        return self.expression()

    def returned(self):
        who = None
        if self.peek() != ";" and re.match(r"\w", self.peek()) and re.match(r"[\w(]", self.peek(1)):
            if self.peek(1) != "(" or self.peek() in self.operations:
                who = self.take()
        results = []
        while self.peek() != ";":
            if results:
                self.expect(",")
            results.append(self.expression())
        return ("return", who, results)

    def assignment(self):
        target = self.unary()
        if target[0] == "method":
            return ("do", target)
        operator = self.take()
        if target[0] == "name" and target[1] in self.model.collections:
            return ("make", target[1], self.made())
        if operator in ("++", "--"):
            return ("assign", target, ("bin", operator[0], target, ("num", 1)))
        if operator in ("+=", "-="):
            return ("assign", target, ("bin", operator[0], target, self.expression()))
        if operator != "=":
            raise SyntaxError("assignment expected near %r" % operator)
        value = self.expression()
        if self.peek() in ("++", "--"):  # worth what it becomes
            step = ("assign", value, ("bin", self.take()[0], value, ("num", 1)))
            return ("block", [step, ("assign", target, value)])
        return ("assign", target, value)
