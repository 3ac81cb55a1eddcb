/* Interchangeable values: which are found, which must not be, and that the answer is what it is without. */
#include "tap.h"

#include <string.h>

#include "lang/lang.h"
#include "model/run/replay.h"
#include "model/verify.h"
#include "spec/specs.h"

typedef struct row {
    const char *title;
    uint32_t values; /* that can be exchanged with others */
    lcm_answer answer;
    const char *text;
} row;

#define CELLS "var x = 0; var y = 0; var A[2];\n"

static const row rows[] = {
    /* ---- what can be exchanged ---- */
    {"stored, copied, compared and shown", 3, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> (ifa (x == y) { same.y -> P() } else { tau{y = x;} -> other.y -> P() });\n"
           "#assert P() deadlockfree;"},
    {"where the location is the value", 4, LCM_HOLDS,
     "P() = []v:{1..4}@in.v -> out.v -> P();\n"
     "#assert P() deadlockfree;"},
    {"in registers", 3, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> Q(x, y);\n"
           "Q(p, q) = out.p{y = p;} -> again.q -> P();\n"
           "#assert P() deadlockfree;"},
    {"in a register and in a variable", 3, LCM_HOLDS,
     CELLS "channel c 2;\n"
           "P() = []v:{1..3}@in.v -> c!v -> ([]w:{1..3}@[w != v] in.w{x = w;} -> c!w -> Q());\n"
           "Q() = c?p -> c?q -> out.p -> look -> (ifa (q == x) { out.q -> P() } else { wrong -> Stop });\n"
           "#assert P() deadlockfree;"},
    {"a register that is a count somewhere else", 3, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> Q(x); Count(x == y);\n"
           "Q(p) = out.p{y = p;} -> Skip;\n"
           "Count(n) = ifa (n > 5) { P() } else { more -> Count(n + 1) };\n"
           "#assert P() deadlockfree;"},
    {"through a buffer", 3, LCM_HOLDS,
     "channel c 2;\n"
     "S() = []v:{1..3}@in.v -> c!v -> S();\n"
     "R() = c?x -> out.x -> R();\n"
     "P() = S() ||| R();\n"
     "#assert P() deadlockfree;"},
    {"from hand to hand", 3, LCM_HOLDS,
     "channel c 0;\n"
     "S() = []v:{1..3}@in.v -> c!v -> S();\n"
     "R() = c?x -> out.x -> R();\n"
     "P() = S() ||| R();\n"
     "#assert P() deadlockfree;"},
    {"in local variables and arrays", 3, LCM_HOLDS,
     CELLS
     "P() = []v:{1..3}@in.v{var t = v; var u[2]; u[1] = t; A[1] = (x == t ? u[1] : A[0]); A[0] = u[1]; x = t;} ->\n"
     "  out.A[0].A[1] -> P();\n"
     "#assert P() deadlockfree;"},
    {"chosen inside", 3, LCM_HOLDS,
     "P() = <>v:{1..3}@(out.v -> P());\n"
     "#assert P() deadlockfree;"},
    {"together with others", 3, LCM_HOLDS,
     "P() = []v:{1..3}@a.v -> b.v -> P();\n"
     "Q() = []v:{1..3}@b.v -> c.v -> Q();\n"
     "R() = P() || Q();\n"
     "#assert R() deadlockfree;"},
    {"beside processes that are alike", 3, LCM_HOLDS,
     "var A[2];\n"
     "P(i) = []v:{1..3}@in.v{A[i] = v;} -> out.A[i] -> P(i);\n"
     "Q() = P(0) ||| P(1);\n"
     "#assert Q() deadlockfree;"},
    {"keys and values", 4, LCM_HOLDS,
     CELLS "P() = []k:{1..2}@([]v:{5..6}@put.k.v{x = k; y = v;} -> get.x.y -> P());\n"
           "#assert P() deadlockfree;"},
    {"a sender's own", 4, LCM_HOLDS,
     CELLS "P() = ([]v:{1..2}@left.v{x = v;} -> out.x -> P()) [] ([]v:{3..4}@right.v{x = v;} -> both.x -> P());\n"
           "#assert P() deadlockfree;"},
    {"those that need room", 3, LCM_HOLDS,
     CELLS "P() = []v:{1, 70, 5000}@in.v{y = x; x = v;} -> out.x.y -> P();\n"
           "#assert P() deadlockfree;"},
    {"those that need room in the specification", 3, LCM_HOLDS,
     CELLS "P() = []v:{1, 70, 5000}@in.v{A[1] = A[0]; A[0] = v;} -> out.A[0].A[1] -> P();\n"
           "S() = []v:{1, 70, 5000}@in.v{y = x; x = v;} -> out.x.y -> S();\n"
           "#assert P() refines S();"},
    /* The values have other names at each step of the run that is shown. */
    {"those that come and go", 3, LCM_FAILS,
     CELLS "var n = 0;\n"
           "P() = []v:{1..3}@[v != x] in.v{y = x; x = v; n = n + 1;} -> (ifa (n < 4) { P() } else { Stop });\n"
           "#assert P() deadlockfree;"},
    {"those that come and go, too often", 3, LCM_FAILS,
     CELLS "P() = []v:{1..3}@[v != x && v != y] in.v{y = x; x = v;} -> P();\n"
           "S(n) = []v:{1..3}@in.v -> (ifa (n < 4) { S(n + 1) } else { Stop });\n"
           "#assert P() refines S(0);"},
    {"those that come and go, and are refused", 3, LCM_FAILS,
     CELLS "var n = 0;\n"
           "P() = []v:{1..3}@[v != x && v != y] in.v{y = x; x = v; n = n + 1;} ->\n"
           "  (ifa (n < 3) { P() } else { out.x -> Stop });\n"
           "S() = <>v:{1..3}@(in.v -> S());\n"
           "#assert P() refines<F> S();"},
    /* ---- what cannot ---- */
    {"a sum", 0, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> out.(x + 1) -> P();\n"
           "#assert P() deadlockfree;"},
    {"an order", 0, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> (ifa (x < 2) { small -> P() } else { large -> P() });\n"
           "#assert P() deadlockfree;"},
    {"a subscript", 0, LCM_FAILS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> [A[x % 2] == 0] tau{A[1] = 1;} -> P();\n"
           "#assert P() deadlockfree;"},
    {"a condition", 0, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> (ifa (x) { some -> P() } else { none -> P() });\n"
           "#assert P() deadlockfree;"},
    {"what is calculated", 0, LCM_HOLDS,
     CELLS "var n = 0;\n"
           "P() = []v:{1..3}@in.v{x = v;} -> out.x -> next{n = (n + 1) % 3; x = n + 1;} -> out.x -> P();\n"
           "#assert P() deadlockfree;"},
    {"a condition in a block", 0, LCM_HOLDS,
     CELLS "P() = []v:{0..3}@in.v{A[0] = v; if (A[0]) {y = 1;} else {y = 0;} A[0] = 0;} -> out.y -> P();\n"
           "#assert P() deadlockfree;"},
    {"a count that a process keeps, and shows later", 0, LCM_HOLDS,
     CELLS "Count(n) = ifa (n < 3) { a -> Count(n + 1) } else { b -> Show(n) };\n"
           "Show(n) = c -> out.n -> Stop;\n"
           "Q() = []v:{3..4}@out.v -> Q();\n"
           "P() = (start{x = 1;} -> Count(x + 1)) ||| Q();\n"
           "#assert P() deadlockfree;"},
    {"a number that is written", 2, LCM_FAILS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> [x != 2] out.x -> P();\n"
           "#assert P() deadlockfree;"},
    {"a number that one location cannot get past", 2, LCM_FAILS,
     "P() = []v:{1..3}@in.v -> [v != 2] out.v -> P();\n"
     "#assert P() deadlockfree;"},
    {"what variables begin with", 2, LCM_HOLDS,
     CELLS "P() = []v:{0..2}@in.v{x = v;} -> out.x -> P();\n"
           "#assert P() deadlockfree;"},
    {"what empty places in a buffer hold", 2, LCM_HOLDS,
     "channel c 2;\n"
     "S() = []v:{0..2}@in.v -> c!v -> S();\n"
     "R() = c?x -> out.x -> R();\n"
     "P() = S() ||| R();\n"
     "#assert P() deadlockfree;"},
    {"a range", 2, LCM_BROKEN,
     "var x:{0..2} = 0;\n"
     "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
     "#assert P() deadlockfree;"},
    {"one that comes more often", 2, LCM_HOLDS,
     CELLS "P() = ([]v:{1..3}@in.v{x = v;} -> out.x -> P()) [] in.2{x = 2;} -> P();\n"
           "#assert P() deadlockfree;"},
    {"one that comes back another way", 2, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> Q(v);\n"
           "Q(v) = ifa (v == 3) { tau{x = 0;} -> P() } else { tau{y = 0;} -> P() };\n"
           "#assert P() deadlockfree;"},
    {"one that is hidden", 2, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
           "Q() = P() \\ {out.3};\n"
           "#assert Q() refines Q();"},
    {"one that another must take part in", 2, LCM_FAILS,
     "P() = []v:{1..3}@in.v -> out.v -> P();\n"
     "Q() = in.3 -> Stop;\n"
     "R() = P() || Q();\n"
     "#assert R() reaches 1 == 2;"},
    {"one that is hidden where several take part", 2, LCM_HOLDS,
     "P() = []v:{1..3}@a.v -> b.v -> P();\n"
     "Q() = []v:{1..3}@b.v -> c.v -> Q();\n"
     "R() = (P() || Q()) \\ {b.3};\n"
     "#assert R() refines R();"},
    /* ---- what is asked ---- */
    {"a condition that knows no value", 3, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{y = x; x = v;} -> P();\n"
           "#assert P() reaches x != y && y != 0;"},
    /* Taking states for one that are not would leave only x == 2 with y == 1, or the other way round. */
    {"a condition that knows two", 0, LCM_HOLDS,
     CELLS "P() = []v:{1..2}@in.v{y = x; x = v;} -> P();\n"
           "#assert P() reaches x == 1 && y == 2;"},
    {"and the other way round", 0, LCM_HOLDS,
     CELLS "P() = []v:{1..2}@in.v{y = x; x = v;} -> P();\n"
           "#assert P() reaches x == 2 && y == 1;"},
    /* ---- specifications ---- */
    {"two cells are a queue", 3, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> Q();\n"
           "Q() = ([]v:{1..3}@in.v{y = v;} -> R()) [] out.x -> P();\n"
           "R() = out.x{x = y;} -> Q();\n"
           "S() = []v:{1..3}@in.v -> T(v);\n"
           "T(v) = ([]w:{1..3}@in.w -> out.v -> T(w)) [] out.v -> S();\n"
           "#assert P() refines S();"},
    /* The specification holds values that the implementation has lost: they are not to be taken for each other. */
    {"what only the specification remembers", 3, LCM_FAILS,
     CELLS "P() = []v:{1..3}@in.v -> []w:{1..3}@out.w -> P();\n"
           "S() = []v:{1..3}@in.v -> out.v -> S();\n"
           "#assert P() refines S();"},
    {"and what it does not care for", 3, LCM_HOLDS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
           "S() = []v:{1..3}@in.v -> []w:{1..3}@out.w -> S();\n"
           "#assert P() refines S();"},
    {"a specification that treats one differently", 2, LCM_FAILS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
           "S() = []v:{1..3}@in.v{x = v;} -> (ifa (x == 2) { done -> S() } else { out.x -> S() });\n"
           "#assert P() refines S();"},
    {"a specification that orders them", 0, LCM_FAILS,
     CELLS "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
           "S() = []v:{1..3}@in.v{x = v;} -> [x < 3] out.x -> S();\n"
           "#assert P() refines S();"},
    {"a specification that fails for one", 2, LCM_BROKEN,
     "var x = 0; var y:{0..2} = 0;\n"
     "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
     "S() = []v:{1..3}@in.v{y = v;} -> out.y -> S();\n"
     "#assert P() refines S();"},
    /* How it comes there is only known where nothing is turned. */
    {"a specification that fails for all", 0, LCM_BROKEN,
     "var x = 0; var y = 0; var z:{0..1} = 0;\n"
     "P() = []v:{1..3}@in.v{x = v;} -> out.x -> P();\n"
     "S() = []v:{1..3}@in.v{y = v; z = z + 1;} -> out.y -> S();\n"
     "#assert P() refines S();"},
/* ---- objects ---- */
#define RIGHT                                                                                                          \
    "#define EMPTY -1; var Q[2]; var n = 0; var got[2];\n"                                                             \
    "Enq(i, v) = [n < 2] enq_inv.i.v -> [n < 2] tau{Q[n] = v; n++;} -> enq_res.i -> Skip;\n"                           \
    "Deq(i) = deq_inv.i -> tau{if (n == 0) {got[i] = EMPTY;} else {got[i] = Q[0]; Q[0] = Q[1]; n--;}} ->\n"            \
    "  deq_res.i.got[i] -> Skip;\n"                                                                                    \
    "U(i) = ([]v:{1..3}@Enq(i, v) [] Deq(i)); U(i);\n"                                                                 \
    "I() = |||i:{0..1}@U(i);\n"
#define WRONG                                                                                                          \
    "#define EMPTY -1; var Q[2]; var n = 0; var got[2];\n"                                                             \
    "Enq(i, v) = [n < 2] enq_inv.i.v -> [n < 2] tau{Q[n] = v; n++;} -> enq_res.i -> Skip;\n"                           \
    "Deq(i) = deq_inv.i -> tau{if (n == 0) {got[i] = EMPTY;} else {n--; got[i] = Q[n];}} ->\n"                         \
    "  deq_res.i.got[i] -> Skip;\n"                                                                                    \
    "U(i) = ([]v:{1..3}@Enq(i, v) [] Deq(i)); U(i);\n"                                                                 \
    "I() = |||i:{0..1}@U(i);\n"
    {"a queue", 3, LCM_HOLDS,
     RIGHT "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y; } }\n"
           "#assert I() linearizes S;"},
    {"a stack instead", 3, LCM_FAILS,
     WRONG "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y; } }\n"
           "#assert I() linearizes S;"},
    {"an object of lists", 3, LCM_HOLDS,
     RIGHT "object S { var q : seq; op enq(v) { q = append(q, [v, v]); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y[1]; } }\n"
           "#assert I() linearizes S;"},
    {"a queue that is built in", 3, LCM_HOLDS, RIGHT "#assert I() linearizes queue;"},
    {"and is none", 3, LCM_FAILS, WRONG "#assert I() linearizes queue;"},
    {"a queue in which one number is EMPTY", 2, LCM_FAILS,
     "#define EMPTY 2; var Q[2]; var n = 0; var got[2];\n"
     "P() = (([]v:{1..3}@enq_inv.v{Q[0] = v;} -> enq_res -> Skip) [] (deq_inv -> deq_res.Q[0] -> Skip)); P();\n"
     "#assert P() linearizes queue;"},
    {"a queue that tells whether there is room", 3, LCM_HOLDS,
     "#define EMPTY -1; var x = -1;\n"
     "P() = (([]v:{1..3}@enq_inv.v -> (ifa (x == EMPTY) { tau{x = v;} -> enq_res.1 -> Skip } else { enq_res.0 -> Skip "
     "}))\n"
     "  [] (deq_inv -> deq_res.x{x = EMPTY;} -> Skip)); P();\n"
     "#assert P() linearizes queue:capacity=1;"},
    {"a bag that is built in keeps them sorted", 0, LCM_HOLDS,
     "#define EMPTY -1; var x = -1;\n"
     "P() = (([]v:{1..3}@[x == EMPTY] put_inv.v{x = v;} -> put_res -> Skip)\n"
     "  [] (take_inv -> take_res.x{x = EMPTY;} -> Skip)); P();\n"
     "#assert P() linearizes bag;"},
    {"a register that is built in", 3, LCM_HOLDS,
     "#define nil 0; var x = nil;\n"
     "P() = (([]v:{1..3}@write_inv.v{x = v;} -> write_res -> Skip)\n"
     "  [] ([]v:{1..3}@([]w:{1..3}@cas_inv.v.w -> (ifa (x == v) { tau{x = w;} -> cas_res.1 -> Skip }\n"
     "       else { cas_res.0 -> Skip })))\n"
     "  [] (read_inv -> read_res.x -> Skip)); P();\n"
     "#assert P() linearizes cas-register;"},
    {"an object that looks at a number", 2, LCM_FAILS,
     RIGHT "object S { var q : seq; op enq(v) { if (v != 3) { q = append(q, v); } }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y; } }\n"
           "#assert I() linearizes S;"},
    {"an object that keeps them sorted", 0, LCM_FAILS,
     RIGHT "object S { var q : seq; op enq(v) { q = insert(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y; } }\n"
           "#assert I() linearizes S;"},
    {"an object that begins with one", 2, LCM_FAILS,
     RIGHT "object S { var q : seq = [2]; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y; } }\n"
           "#assert I() linearizes S;"},
    {"an object that returns one", 2, LCM_FAILS,
     RIGHT "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return 1; } }\n"
           "#assert I() linearizes S;"},
    {"an object whose truth is a number", 2, LCM_FAILS,
     "var x = 9; P() = deq_inv -> ([]v:{1..3}@tau{x = v;} -> deq_res.x -> Stop);\n"
     "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
     "  op deq() { if (length(q) == 0) { return true; } return first(q); } }\n"
     "#assert P() linearizes S;"},
    {"and its falsehood", 2, LCM_FAILS,
     "var x = 9; P() = deq_inv -> ([]v:{0..2}@tau{x = v;} -> deq_res.x -> Stop);\n"
     "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
     "  op deq() { if (length(q) == 0) { return false; } return first(q); } }\n"
     "#assert P() linearizes S;"},
    {"an object that calculates", 0, LCM_HOLDS,
     RIGHT
     "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
     "  op deq() { if (length(q) == 0) { return EMPTY; } var y = first(q); q = butfirst(q); return y + 0 * y; } }\n"
     "#assert I() linearizes S;"},
    {"an object that returns a count", 0, LCM_FAILS,
     RIGHT "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } q = butfirst(q); return length(q) + 1; } }\n"
           "#assert I() linearizes S;"},
    {"an object that takes any", 3, LCM_HOLDS,
     WRONG "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } any y : q; q = remove(q, y); return y; } }\n"
           "#assert I() linearizes S;"},
    {"an object that takes one of those that it knows", 0, LCM_FAILS,
     RIGHT "object S { var q : seq; op enq(v) { q = append(q, v); }\n"
           "  op deq() { if (length(q) == 0) { return EMPTY; } any y : {1..2}; require contains(q, y);\n"
           "    q = remove(q, y); return y; } }\n"
           "#assert I() linearizes S;"},
};

static const lcm_choices choices[] = {
    {.keep_dead = false},
    {.keep_dead = true},
    {.no_order_reduction = true, .no_visible_reduction = true},
    {.keep_dead = true, .no_order_reduction = true, .no_visible_reduction = true},
};

static lcm_verification *verify(const lcm_model *m, lcm_choices with) {
    lcm_verification *v = NULL;
    lince_error error = {0};
    lcm_verify_options options = {.limits = {.jobs = 1, .antichain = true}, .choices = with};
    if (lcm_verify(&v, m, &m->assertions.at[m->assertions.count - 1], &options, &error) != LINCE_DONE)
        printf("# %s\n", error.message);
    return v;
}

static uint32_t values_of(const lcm_verification *v) { return (uint32_t)v->finding.figures.merged_values; }

/* The run is one of the system itself. */
static bool is_real(lcm_verification *v) {
    lcm_system *ran = v->by_object ? v->linear.system : v->finding.by_specification ? v->other : v->system;
    return v->finding.path.states.count == 0 || lcm_replay(ran, &v->finding.path);
}

/* What is said to be offered at the end is. */
static bool offers(const lcm_verification *v) {
    const lcm_finding *f = &v->finding;
    if (f->reason != LCM_R_REFUSAL) return true;
    lcm_walker *w = v->lts->open(v->lts, NULL);
    lcm_moves moves;
    lcm_moves_init(&moves, v->lts->words, NULL);
    v->lts->next(w, lcm_path_state(&f->path, f->path.moves.count), &moves);
    bool all = moves.at.count == f->allowed.count;
    for (uint32_t i = 0; i < f->allowed.count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < moves.at.count; k++) found |= moves.at.at[k].label == f->allowed.at[i];
        all &= found;
    }
    lcm_moves_free(&moves);
    v->lts->close(w);
    return all;
}

static void test_row(const row *r) {
    lcm_model m;
    lince_error error = {0};
    if (lcm_model_parse(&m, "a.lin", r->text, strlen(r->text), &error) != LINCE_DONE) {
        expect(false, "%s: %lu: %s", r->title, error.line, error.message);
        return;
    }
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        lcm_choices apart = choices[i], whole = choices[i];
        apart.no_value_symmetry = true;
        whole.no_symmetry = true;
        lcm_verification *a = verify(&m, choices[i]), *b = verify(&m, apart), *c = verify(&m, whole);
        bool same = a->finding.answer == r->answer && b->finding.answer == r->answer && c->finding.answer == r->answer;
        bool fewer =
            a->finding.figures.states <= b->finding.figures.states &&
            (values_of(a) == 0 || r->answer != LCM_HOLDS || a->finding.figures.states < c->finding.figures.states ||
             m.assertions.at[0].kind == LCM_A_REACHES);
        expect(same, "%s: %d, and with values told apart %d", r->title, a->finding.answer, b->finding.answer);
        expect(values_of(a) == r->values && values_of(b) == 0 && values_of(c) == 0, "%s: %u values", r->title,
               values_of(a));
        expect(fewer, "%s: %lu states instead of %lu", r->title, (unsigned long)a->finding.figures.states,
               (unsigned long)b->finding.figures.states);
        expect(a->finding.path.moves.count == c->finding.path.moves.count && is_real(a) && offers(a),
               "%s: a run of %u steps", r->title, a->finding.path.moves.count);
        lcm_verification_free(a);
        lcm_verification_free(b);
        lcm_verification_free(c);
    }
    lcm_model_free(&m);
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) test_row(&rows[i]);
    return tap_end();
}
