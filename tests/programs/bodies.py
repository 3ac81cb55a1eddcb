"""Implementations of the data types that need a guard, and the mistakes that belong to one of them.

`splits` names the operations with a SPLIT that shows, each with a scenario of at most two threads with two calls in which
it does. A `slip` replaces a piece of one operation by another; `strict` ones are wrong even if operations run one after
another, so that only a judge who knows better than the object notices them.
"""

from dataclasses import dataclass, field

import data


@dataclass
class Slip:
    name: str
    op: str
    right: str
    wrong: str
    kinds: str
    witness: str
    strict: bool = False
    leaks: bool = False  # the test must demand that there are none


@dataclass
class Impl:
    name: str
    type: data.Type
    fields: str
    init: str
    bodies: dict
    languages: str = "c c++"
    node: str = ""
    zero: bool = True
    splits: dict = field(default_factory=dict)
    in_results: str = ""  # the splits that nothing but a result shows
    slips: list = field(default_factory=list)


PLUS = "c++"
LINK = "long value; NODE *next;"
TAKE_FIRST = """NODE *n = @first;
if (!n) return lince_empty;
@first = n->next;
if (!@first) @last = NULL;
long v = n->value;
DELETE(n);
return v;"""
TAKE_TOP = """NODE *n = @top;
if (!n) return lince_empty;
@top = n->next;
long v = n->value;
DELETE(n);
return v;"""


def freed_early(op, witness):
    return Slip("freed early", op, "long v = n->value;\nDELETE(n);", "DELETE(n);\nlong v = n->value;", "use-after-free", witness)


def not_freed(op, witness):
    return Slip("not freed", op, "DELETE(n);", "", "leak", witness, leaks=True)


def freed_twice(op, witness):
    return Slip("freed twice", op, "DELETE(n);", "DELETE(n);\nDELETE(n);", "double-free", witness)


def unchecked(op, test, witness):
    return Slip("not checked", op, test, "", "crash", witness)


def strict(name, op, right, wrong, witness):
    return Slip(name, op, right, wrong, "violation", witness, strict=True)


IMPLS = [
    Impl("plain", data.COUNTER, "long n;", "@n = 0;",
         {"inc": "long n = @n; SPLIT @n = n + 1;", "get": "return @n;",
          "fetch_add": "long n = @n; SPLIT @n = n + by; return n;"},
         splits={"inc": "inc() get() | inc() get()", "fetch_add": "fetch_add(1) | fetch_add(1)"},
         slips=[strict("off by one", "get", "return @n;", "return @n + 1;", "get()"),
                strict("second is lost", "inc", "@n = n + 1;", "if (n != 1) @n = n + 1;", "inc() inc() | get()")]),
    Impl("in an array", data.COUNTER, "long part[2];", "@part[0] = @part[1] = 0;",
         {"inc": "@part[0]++;", "get": "long a = @part[0]; SPLIT return a + @part[1];",
          "fetch_add": "long n = @part[0] + @part[1]; SPLIT @part[1] += by; return n;"},
         splits={"fetch_add": "fetch_add(1) | fetch_add(1)"}, in_results="fetch_add",
         slips=[strict("half of it", "get", "a + @part[1]", "a", "fetch_add(1) get()")]),
    Impl("digits", data.COUNTER, "std::string digits;", "@digits = \"0\";",
         {"inc": "long n = std::stol(@digits); SPLIT @digits = std::to_string(n + 1);", "get": "return std::stol(@digits);",
          "fetch_add": "long n = std::stol(@digits); @digits = std::to_string(n + by); return n;"}, PLUS,
         splits={"inc": "inc() get() | inc() get()"}),

    Impl("plain", data.REGISTER, "long v;", "@v = 0;",
         {"read": "return @v;", "write": "@v = v;", "cas": "if (@v != old) return false; SPLIT @v = v; return true;"},
         splits={"cas": "cas(0, 3) | cas(0, 3)"},
         slips=[strict("not written", "cas", "@v = v;", "", "cas(0, 3) read()")]),
    Impl("two halves", data.REGISTER, "long a, b;", "@a = @b = 0;",
         {"read": "long a = @a, b = @b; return a == b ? a : -1;", "write": "@a = v; SPLIT @b = v;",
          "cas": "if (@a != old) return false; @a = v; SPLIT @b = v; return true;"},
         splits={"write": "write(1) | read()"}),
    Impl("optional", data.REGISTER, "std::optional<long> v;", "@v.reset();",
         {"read": "return @v.value_or(0);", "write": "@v = v;",
          "cas": "if (@v.value_or(0) != old) return false; SPLIT @v = v; return true;"}, PLUS,
         splits={"cas": "cas(0, 3) | cas(0, 3)"}),

    Impl("ring", data.QUEUE, "long cell[8]; unsigned head, tail;", "memset(@cell, 0, sizeof @cell); @head = @tail = 0;",
         {"enq": "unsigned t = @tail; @cell[t % 8] = v; SPLIT @tail = t + 1;",
          "deq": """if (@head == @tail) return lince_empty;
          SPLIT unsigned h = @head;
          @head = h + 1;
          return @cell[h % 8];"""},
         splits={"enq": "enq(1) deq() | enq(2) deq()", "deq": "enq(1) deq() | deq()"},
         slips=[strict("wrong end", "deq", "return @cell[h % 8];", "return @cell[(@tail - 1) % 8];", "enq(1) enq(2) | deq()")]),
    Impl("list", data.QUEUE, "NODE *first, *last;", "@first = @last = NULL;",
         {"enq": """NODE *n = NEW(NODE);
          n->value = v;
          if (@last) @last->next = n; else @first = n;
          @last = n;""", "deq": TAKE_FIRST}, node=LINK,
         slips=[freed_early("deq", "enq(1) deq()"), not_freed("deq", "enq(1) deq()"), freed_twice("deq", "enq(1) deq()"),
                unchecked("deq", "if (!n) return lince_empty;", "deq()"),
                Slip("end not reset", "deq", "if (!@first) @last = NULL;", "", "use-after-free", "enq(1) deq() | enq(2)")]),
    Impl("std::deque", data.QUEUE, "std::deque<long> q;", "",
         {"enq": "@q.push_back(v);", "deq": "if (@q.empty()) return lince_empty; long v = @q.front(); @q.pop_front(); return v;"},
         PLUS, slips=[strict("wrong end", "deq", "@q.front(); @q.pop_front();", "@q.back(); @q.pop_back();", "enq(1) enq(2) | deq()")]),
    Impl("std::list", data.QUEUE, "std::list<long> q;", "",
         {"enq": "@q.push_back(v);", "deq": "if (@q.empty()) return lince_empty; long v = @q.front(); @q.pop_front(); return v;"},
         PLUS, slips=[strict("not removed", "deq", "@q.pop_front();", "", "enq(1) deq() | deq()")]),
    Impl("std::map", data.QUEUE, "std::map<long, long> q; long next;", "@next = 0;",
         {"enq": "@q[@next++] = v;",
          "deq": "auto i = @q.begin(); if (i == @q.end()) return lince_empty; long v = i->second; @q.erase(i); return v;"}, PLUS),
    Impl("boxes", data.QUEUE, "std::vector<std::unique_ptr<long>> q;", "",
         {"enq": "@q.push_back(std::make_unique<long>(v));",
          "deq": "if (@q.empty()) return lince_empty; long v = *@q.front(); @q.erase(@q.begin()); return v;"}, PLUS,
         slips=[Slip("used after", "deq", "long v = *@q.front(); @q.erase(@q.begin()); return v;",
                     "long *p = @q.front().get(); @q.erase(@q.begin()); return *p;", "use-after-free", "enq(1) deq()")]),

    Impl("ring", data.BOUNDED, "long cell[4]; unsigned head, tail;", "memset(@cell, 0, sizeof @cell); @head = @tail = 0;",
         {"enq": """if (@tail - @head == 2) return false;
          SPLIT @cell[@tail % 4] = v;
          @tail++;
          return true;""",
          "deq": "if (@head == @tail) return lince_empty; SPLIT return @cell[@head++ % 4];"},
         splits={"enq": "enq(1) enq(2) | enq(3)", "deq": "enq(1) deq() | deq()"},
         slips=[strict("off by one", "enq", "== 2", "== 3", "enq(1) enq(2) | enq(3)"),
                strict("one too early", "enq", "== 2", "== 1", "enq(1) enq(2)")]),
    Impl("std::vector", data.BOUNDED, "std::vector<long> q;", "@q.reserve(2);",
         {"enq": "if (@q.size() >= 2) return false; @q.push_back(v); return true;",
          "deq": "if (@q.empty()) return lince_empty; long v = @q.front(); @q.erase(@q.begin()); return v;"}, PLUS,
         slips=[strict("off by one", "enq", ">= 2", "> 2", "enq(1) enq(2) | enq(3)")]),

    Impl("array", data.STACK, "long cell[8]; unsigned n;", "memset(@cell, 0, sizeof @cell); @n = 0;",
         {"push": "unsigned n = @n; @cell[n] = v; SPLIT @n = n + 1;",
          "pop": "unsigned n = @n; if (!n) return lince_empty; SPLIT @n = n - 1; return @cell[n - 1];"},
         splits={"push": "push(1) pop() | push(2) pop()", "pop": "push(1) pop() | pop()"},
         slips=[strict("wrong end", "pop", "return @cell[n - 1];", "return @cell[0];", "push(1) push(2) | pop()")]),
    Impl("heap array", data.STACK, "long *cell; unsigned n;",
         "@cell = (long *)malloc(8 * sizeof *@cell); memset(@cell, 0, 8 * sizeof *@cell); @n = 0;",
         {"push": "unsigned n = @n; @cell[n] = v; SPLIT @n = n + 1;",
          "pop": "unsigned n = @n; if (!n) return lince_empty; SPLIT @n = n - 1; return @cell[n - 1];"}, zero=False,
         splits={"push": "push(1) pop() | push(2) pop()", "pop": "push(1) pop() | pop()"},
         slips=[Slip("past the end", "push", "@cell[n] = v;", "@cell[n + 7] = v;", "heap-overflow violation", "push(1) push(2)")]),
    Impl("list", data.STACK, "NODE *top;", "@top = NULL;",
         {"push": "NODE *n = NEW(NODE); n->value = v; n->next = @top; @top = n;", "pop": TAKE_TOP}, node=LINK,
         slips=[freed_early("pop", "push(1) pop()"), not_freed("pop", "push(1) pop()"), freed_twice("pop", "push(1) pop()"),
                unchecked("pop", "if (!n) return lince_empty;", "pop()"),
                Slip("rest is lost", "push", "n->next = @top;", "n->next = NULL;", "leak violation", "push(1) push(2)", leaks=True)]),
    Impl("std::vector", data.STACK, "std::vector<long> s;", "",
         {"push": "@s.push_back(v);", "pop": "if (@s.empty()) return lince_empty; long v = @s.back(); @s.pop_back(); return v;"},
         PLUS, slips=[strict("not removed", "pop", "@s.pop_back();", "", "push(1) pop() | pop()")]),
    Impl("shared_ptr", data.STACK, "std::shared_ptr<NODE> top;", "",
         {"push": "auto n = std::make_shared<NODE>(); n->value = v; n->next = @top; @top = n;",
          "pop": "auto n = @top; if (!n) return lince_empty; @top = n->next; return n->value;"}, PLUS,
         node="long value; std::shared_ptr<NODE> next;",
         slips=[unchecked("pop", "if (!n) return lince_empty;", "pop()")]),

    Impl("array", data.DEQUE, "long cell[16]; unsigned low, high;", "memset(@cell, 0, sizeof @cell); @low = @high = 8;",
         {"push_front": "@cell[--@low % 16] = v;", "push_back": "unsigned h = @high; @cell[h % 16] = v; SPLIT @high = h + 1;",
          "pop_front": "if (@low == @high) return lince_empty; SPLIT return @cell[@low++ % 16];"},
         zero=False, splits={"push_back": "push_back(1) pop_front() | push_back(2) pop_front()"},
         slips=[strict("wrong end", "push_front", "@cell[--@low % 16] = v;", "@cell[@high++ % 16] = v;",
                       "push_front(1) push_front(2) | pop_front()")]),
    Impl("std::deque", data.DEQUE, "std::deque<long> d;", "",
         {"push_front": "@d.push_front(v);", "push_back": "@d.push_back(v);",
          "pop_front": "if (@d.empty()) return lince_empty; long v = @d.front(); @d.pop_front(); return v;"}, PLUS),

    Impl("array", data.PQUEUE, "long cell[16]; unsigned n;", "memset(@cell, 0, sizeof @cell); @n = 0;",
         {"insert": "unsigned n = @n; @cell[n] = v; SPLIT @n = n + 1;",
          "delmin": """if (!@n) return lince_empty;
          unsigned least = 0;
          for (unsigned i = 1; i < @n; i++) if (@cell[i] < @cell[least]) least = i;
          long v = @cell[least];
          @cell[least] = @cell[--@n];
          return v;"""},
         splits={"insert": "insert(1) delmin() | insert(2) delmin()"},
         slips=[strict("the largest", "delmin", "@cell[i] < @cell[least]", "@cell[i] > @cell[least]", "insert(1) insert(2) | delmin()")]),
    Impl("std::set", data.PQUEUE, "std::multiset<long> s;", "",
         {"insert": "@s.insert(v);", "delmin": "if (@s.empty()) return lince_empty; long v = *@s.begin(); @s.erase(@s.begin()); return v;"},
         PLUS),

    Impl("flags", data.SET, "bool has[4];", "memset(@has, 0, sizeof @has);",
         {"add": "if (@has[v]) return false; SPLIT @has[v] = true; return true;",
          "remove": "if (!@has[v]) return false; SPLIT @has[v] = false; return true;", "contains": "return @has[v];"},
         splits={"add": "add(1) | add(1)", "remove": "add(1) remove(1) | remove(1)"},
         slips=[strict("always true", "remove", "return false;", "return true;", "remove(1)"),
                strict("not added", "add", "@has[v] = true;", "@has[v] = v != 2;", "add(2) | add(2)")]),
    Impl("bits", data.SET, "unsigned long bits;", "@bits = 0;",
         {"add": "unsigned long b = @bits; SPLIT if (b >> v & 1) return false; @bits = b | 1ul << v; return true;",
          "remove": "unsigned long b = @bits; SPLIT if (!(b >> v & 1)) return false; @bits = b & ~(1ul << v); return true;",
          "contains": "return @bits >> v & 1;"},
         splits={"add": "add(1) | add(1)", "remove": "add(1) remove(1) | remove(1)"}),
    Impl("list", data.SET, "NODE *first;", "@first = NULL;",
         {"add": """for (NODE *n = @first; n; n = n->next) if (n->value == v) return false;
          NODE *n = NEW(NODE);
          n->value = v;
          n->next = @first;
          @first = n;
          return true;""",
          "remove": """for (NODE **p = &@first; *p; p = &(*p)->next) if ((*p)->value == v) {
          NODE *n = *p;
          *p = n->next;
          DELETE(n);
          return true;
          }
          return false;""",
          "contains": "for (NODE *n = @first; n; n = n->next) if (n->value == v) return true;\nreturn false;"}, node=LINK,
         slips=[Slip("not unlinked", "remove", "*p = n->next;", "", "use-after-free", "add(1) remove(1) | contains(1)"),
                not_freed("remove", "add(1) remove(1)")]),
    Impl("std::set", data.SET, "std::set<long> s;", "",
         {"add": "return @s.insert(v).second;", "remove": "return @s.erase(v) > 0;", "contains": "return @s.count(v) > 0;"}, PLUS,
         slips=[strict("inverted", "contains", "> 0", "== 0", "contains(1)")]),
    Impl("std::string", data.SET, "std::string s;", "",
         {"add": "if (@s.find(char('a' + v)) != std::string::npos) return false; SPLIT @s += char('a' + v); return true;",
          "remove": "auto at = @s.find(char('a' + v)); if (at == std::string::npos) return false; @s.erase(at, 1); return true;",
          "contains": "return @s.find(char('a' + v)) != std::string::npos;"}, PLUS, splits={"add": "add(1) | add(1)"}),

    Impl("array", data.MAP, "struct { bool has; long value; } at[2];", "memset(@at, 0, sizeof @at);",
         {"put": "@at[k].has = true; SPLIT @at[k].value = v;", "get": "return @at[k].has ? @at[k].value : lince_nil;",
          "del": "if (!@at[k].has) return false; SPLIT @at[k].has = false; return true;"},
         splits={"put": "put(0, 1) | get(0)", "del": "put(0, 1) del(0) | del(0)"},
         slips=[strict("wrong key", "put", "@at[k].value = v;", "@at[0].value = v;", "put(0, 1) put(1, 2) | get(0)")]),
    Impl("std::map", data.MAP, "std::map<long, long> kv;", "",
         {"put": "@kv[k] = v;", "get": "auto i = @kv.find(k); return i == @kv.end() ? lince_nil : i->second;",
          "del": "return @kv.erase(k) > 0;"}, PLUS,
         slips=[strict("first one stays", "put", "@kv[k] = v;", "@kv.emplace(k, v);", "put(0, 1) put(0, 2) | get(0)")]),
    Impl("names", data.MAP, "std::map<std::string, std::unique_ptr<long>> kv;", "",
         {"put": "@kv[\"a rather long name of key \" + std::to_string(k)] = std::make_unique<long>(v);",
          "get": "auto i = @kv.find(\"a rather long name of key \" + std::to_string(k)); return i == @kv.end() ? lince_nil : *i->second;",
          "del": "return @kv.erase(\"a rather long name of key \" + std::to_string(k)) > 0;"}, PLUS),

    Impl("array", data.SNAPSHOT, "long cell[2];", "@cell[0] = @cell[1] = 0;",
         {"update": "@cell[i] = v;", "scan": "long a = @cell[0]; SPLIT long b = @cell[1]; lince_also_returns(b); return a;"},
         splits={"scan": "update(0, 1) update(1, 2) | scan()"},
         slips=[strict("swapped", "scan", "long a = @cell[0]; SPLIT long b = @cell[1];", "long a = @cell[1]; long b = @cell[0];",
                       "update(0, 1) scan()")]),
    Impl("std::vector", data.SNAPSHOT, "std::vector<long> cell;", "@cell.assign(2, 0);",
         {"update": "@cell[size_t(i)] = v;",
          "scan": "auto copy = @cell; lince_also_returns(copy[1]); return copy[0];"}, PLUS),

    Impl("plain", data.ACCOUNTS, "long a, b;", "@a = @b = 10;",
         {"move": "@a -= by; SPLIT @b += by;", "total": "return @a + @b;", "left": "return @a;"}, zero=False,
         splits={"move": "move(1) | total()"},
         slips=[strict("lost on the way", "move", "@b += by;", "@b += 1;", "move(2) total()")]),
    Impl("tuple", data.ACCOUNTS, "std::pair<long, long> both;", "@both = {10, 10};",
         {"move": "auto [a, b] = @both; SPLIT @both = std::make_pair(a - by, b + by);", "total": "return @both.first + @both.second;",
          "left": "return @both.first;"}, PLUS, splits={"move": "move(1) left() | move(2) left()"}),

    Impl("plain", data.CLAIM, "long holder;", "@holder = 0;",
         {"claim": "long was = @holder; SPLIT @holder = me; return was;", "owner": "return @holder;"},
         splits={"claim": "claim(ME) | claim(ME)"},
         slips=[strict("of one thread", "claim", "@holder = me;", "@holder = me == 2 ? 0 : me;", "claim(ME) | claim(ME) owner()")]),
]
