"""Implementations by atomics alone, each with the mistakes that belong to it."""

import data
from bodies import Impl, Slip

LINK = "ATOMIC(long) value; ATOMIC(NODE *) next;"
PLAIN_LINK = "long value; NODE *next;"


def lost(op, right, wrong, witness):
    """A change that is not atomic."""
    return Slip("lost update", op, right, wrong, "violation", witness)


IMPLS = [
    Impl("fetch_add", data.COUNTER, "ATOMIC(long) n;", "STORE(@n, 0);",
         {"inc": "ADD(@n, 1);", "get": "return LOAD(@n);", "fetch_add": "return ADD(@n, by);"},
         slips=[lost("inc", "ADD(@n, 1);", "STORE(@n, LOAD(@n) + 1);", "inc() get() | inc() get()"),
                lost("fetch_add", "return ADD(@n, by);", "long n = LOAD(@n); STORE(@n, n + by); return n;",
                     "fetch_add(1) | fetch_add(1)"),
                Slip("first call", "fetch_add", "return ADD(@n, by);",
                     "long n = LOAD(@n); if (n) return ADD(@n, by); STORE(@n, by); return n;", "violation",
                     "fetch_add(1) | fetch_add(1)")]),
    Impl("CAS loop", data.COUNTER, "ATOMIC(long) n;", "STORE(@n, 0);",
         {"inc": "long n = LOAD(@n); while (!CAS(@n, n, n + 1)) {}", "get": "return LOAD(@n);",
          "fetch_add": "long n = LOAD(@n); while (!CAS(@n, n, n + by)) {} return n;"},
         slips=[lost("inc", "while (!CAS(@n, n, n + 1)) {}", "if (!CAS(@n, n, n + 1)) STORE(@n, n);", "inc() get() | inc() get()"),
                lost("inc", "while (!CAS(@n, n, n + 1)) {}", "(void)CAS(@n, n, n + 1);", "inc() get() | inc() get()")]),
    Impl("on the heap", data.COUNTER, "ATOMIC(long) *n;",
         "@n = (ATOMIC(long) *)malloc(sizeof *@n); STORE(*@n, 0);",
         {"inc": "ADD(*@n, 1);", "get": "return LOAD(*@n);", "fetch_add": "return ADD(*@n, by);"}, zero=False,
         slips=[lost("fetch_add", "return ADD(*@n, by);", "long n = LOAD(*@n); STORE(*@n, n + by); return n;",
                     "fetch_add(1) | fetch_add(1)")]),
    Impl("warm on the heap", data.COUNTER, "ATOMIC(int) *warm; ATOMIC(long) n;",
         "@warm = (ATOMIC(int) *)malloc(sizeof *@warm); STORE(*@warm, 0); STORE(@n, 0);",
         {"inc": "ADD(@n, 1); STORE(*@warm, 1);", "get": "return LOAD(@n);",
          "fetch_add": "if (!LOAD(*@warm)) { STORE(*@warm, 1); } return ADD(@n, by);"}, zero=False,
         slips=[Slip("first call", "fetch_add", "{ STORE(*@warm, 1); }",
                     "{ long n = LOAD(@n); STORE(@n, n + by); STORE(*@warm, 1); return n; }", "violation",
                     "fetch_add(1) | fetch_add(1)")]),
    Impl("atomic", data.REGISTER, "ATOMIC(long) v;", "STORE(@v, 0);",
         {"read": "return LOAD(@v);", "write": "STORE(@v, v);", "cas": "return CAS(@v, old, v);"},
         slips=[lost("cas", "return CAS(@v, old, v);", "if (LOAD(@v) != old) return false; STORE(@v, v); return true;",
                     "cas(0, 3) | cas(0, 3)")]),
    Impl("boxed", data.REGISTER, "ATOMIC(NODE *) box;", "NODE *n = NEW(NODE); STORE(@box, n);",
         {"read": "return LOAD(@box)->value;", "write": "NODE *n = NEW(NODE); n->value = v; STORE(@box, n);",
          "cas": """NODE *n = NEW(NODE), *was = LOAD(@box);
          n->value = v;
          do if (was->value != old) return DELETE(n), false; while (!CAS(@box, was, n));
          return true;"""}, node="long value;", zero=False,
         slips=[Slip("published early", "write", "n->value = v; STORE(@box, n);", "STORE(@box, n); n->value = v;", "data-race",
                     "write(1) | read()"),
                Slip("freed in use", "write", "STORE(@box, n);", "DELETE(SWAP(@box, n));", "use-after-free data-race",
                     "write(1) | read()")]),
    Impl("Treiber", data.STACK, "ATOMIC(NODE *) top;", "STORE(@top, NULL);",
         {"push": """NODE *n = NEW(NODE), *top = LOAD(@top);
          n->value = v;
          do n->next = top; while (!CAS(@top, top, n));""",
          "pop": """NODE *n = LOAD(@top);
          do if (!n) return lince_empty; while (!CAS(@top, n, n->next));
          return n->value;"""}, node=PLAIN_LINK,
         slips=[Slip("freed in use", "pop", "return n->value;", "long v = n->value; DELETE(n); return v;", "use-after-free data-race",
                     "push(1) pop() | pop()"),
                Slip("stored", "push", "do n->next = top; while (!CAS(@top, top, n));", "n->next = top; STORE(@top, n);",
                     "violation", "push(1) pop() | push(2) pop()")]),
    Impl("Treiber, atomic links", data.STACK, "ATOMIC(NODE *) top;", "STORE(@top, NULL);",
         {"push": """NODE *n = NEW(NODE), *top = LOAD(@top);
          STORE(n->value, v);
          do STORE(n->next, top); while (!CAS(@top, top, n));""",
          "pop": """NODE *n = LOAD(@top);
          do if (!n) return lince_empty; while (!CAS(@top, n, LOAD(n->next)));
          return LOAD(n->value);"""}, node=LINK,
         slips=[Slip("published early", "push", "STORE(n->value, v);\ndo STORE(n->next, top); while (!CAS(@top, top, n));",
                     "do STORE(n->next, top); while (!CAS(@top, top, n));\nSTORE(n->value, v);", "violation", "push(1) | pop()"),
                Slip("stored", "pop", "do if (!n) return lince_empty; while (!CAS(@top, n, LOAD(n->next)));",
                     "if (!n) return lince_empty; STORE(@top, LOAD(n->next));", "violation", "push(1) pop() | pop()")]),
    Impl("Michael and Scott", data.QUEUE, "ATOMIC(NODE *) head; ATOMIC(NODE *) tail;",
         "NODE *n = NEW(NODE); STORE(@head, n); STORE(@tail, n);",
         {"enq": """NODE *n = NEW(NODE);
          STORE(n->value, v);
          for (;;) {
          NODE *last = LOAD(@tail), *next = LOAD(last->next);
          if (next) { (void)CAS(@tail, last, next); continue; }
          if (CAS(last->next, next, n)) { (void)CAS(@tail, last, n); break; }
          }""",
          "deq": """for (;;) {
          NODE *first = LOAD(@head), *last = LOAD(@tail), *next = LOAD(first->next);
          if (first != LOAD(@head)) continue;
          if (!next) return lince_empty;
          if (first == last) { (void)CAS(@tail, last, next); continue; }
          long v = LOAD(next->value);
          if (CAS(@head, first, next)) return v;
          }"""}, node=LINK, zero=False,
         slips=[Slip("stored", "enq", "if (CAS(last->next, next, n)) { (void)CAS(@tail, last, n); break; }",
                     "STORE(last->next, n); (void)CAS(@tail, last, n); break;", "violation", "enq(1) deq() | enq(2) deq()"),
                Slip("stored", "deq", "if (CAS(@head, first, next)) return v;", "STORE(@head, next); return v;", "violation",
                     "enq(1) deq() | deq()")]),
    Impl("bits", data.SET, "ATOMIC(unsigned) bits;", "STORE(@bits, 0);",
         {"add": "unsigned b = LOAD(@bits); do if (b >> v & 1) return false; while (!CAS(@bits, b, b | 1u << v)); return true;",
          "remove": "unsigned b = LOAD(@bits); do if (!(b >> v & 1)) return false; while (!CAS(@bits, b, b & ~(1u << v))); return true;",
          "contains": "return LOAD(@bits) >> v & 1;"},
         slips=[lost("add", "while (!CAS(@bits, b, b | 1u << v)); return true;", "while (0); STORE(@bits, b | 1u << v); return true;",
                     "add(1) | add(1)"),
                lost("remove", "while (!CAS(@bits, b, b & ~(1u << v))); return true;",
                     "while (0); STORE(@bits, b & ~(1u << v)); return true;", "add(1) remove(1) | remove(1)")]),
    Impl("flags", data.SET, "ATOMIC(bool) has[4];", "for (int i = 0; i < 4; i++) STORE(@has[i], false);",
         {"add": "return !SWAP(@has[v], true);", "remove": "return SWAP(@has[v], false);", "contains": "return LOAD(@has[v]);"},
         slips=[lost("add", "return !SWAP(@has[v], true);", "bool was = LOAD(@has[v]); STORE(@has[v], true); return !was;",
                     "add(1) | add(1)")]),
    Impl("versions", data.SNAPSHOT, "ATOMIC(unsigned) version; ATOMIC(long) cell[2];",
         "STORE(@version, 0); STORE(@cell[0], 0); STORE(@cell[1], 0);",
         {"update": """unsigned even = LOAD(@version) & ~1u;
          while (!CAS(@version, even, even + 1)) even &= ~1u;
          STORE(@cell[i], v);
          STORE(@version, even + 2);""",
          "scan": """for (;;) {
          unsigned before = LOAD(@version);
          if (before & 1) continue;
          long a = LOAD(@cell[0]), b = LOAD(@cell[1]);
          if (LOAD(@version) == before) return lince_also_returns(b), a;
          }"""},
         slips=[Slip("not checked again", "scan", "if (LOAD(@version) == before) return", "return", "violation",
                     "update(0, 1) update(1, 2) | scan()")]),
    Impl("one word", data.ACCOUNTS, "ATOMIC(long) both;", "STORE(@both, 10 * 100 + 10);",
         {"move": "long w = LOAD(@both); while (!CAS(@both, w, w - 100 * by + by)) {}",
          "total": "long w = LOAD(@both); return w / 100 + w % 100;", "left": "return LOAD(@both) / 100;"}, zero=False,
         slips=[lost("move", "while (!CAS(@both, w, w - 100 * by + by)) {}", "STORE(@both, w - 100 * by + by);",
                     "move(1) left() | move(2) left()")]),
    Impl("exchange", data.CLAIM, "ATOMIC(long) holder;", "STORE(@holder, 0);",
         {"claim": "return SWAP(@holder, me);", "owner": "return LOAD(@holder);"},
         slips=[lost("claim", "return SWAP(@holder, me);", "long was = LOAD(@holder); STORE(@holder, me); return was;",
                     "claim(ME) | claim(ME)")]),
    # Each thread has a cell of its own; a sum of cells that only grow by one is a number that there was.
    Impl("own cells", data.VISITS, "ATOMIC(long) cell[4];", "for (int i = 0; i < 4; i++) STORE(@cell[i], 0);",
         {"visit": "STORE(@cell[me], LOAD(@cell[me]) + 1);",
          "visits": "return LOAD(@cell[0]) + LOAD(@cell[1]) + LOAD(@cell[2]) + LOAD(@cell[3]);"},
         slips=[lost("visit", "STORE(@cell[me], LOAD(@cell[me]) + 1);", "STORE(@cell[0], LOAD(@cell[0]) + 1);",
                     "visit(ME) visits() | visit(ME) visits()")]),
]
