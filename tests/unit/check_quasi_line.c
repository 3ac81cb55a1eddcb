/* Where operations may be among those of a set: earliest and latest places, by hand and against all orders. */
#include "check_quasi_support.h"

static void expect_range(const subject *s, uint32_t op, uint32_t set, uint32_t earliest, uint32_t latest,
                         const char *what) {
    const lc_quasi_range *r = lc_quasi_range_of(&s->search.line, op, set);
    if (!expect(r->earliest == earliest && r->latest == latest, "%s", what))
        printf("# from %u to %u, not from %u to %u\n", r->earliest, r->latest, earliest, latest);
}

static void test_windows(void) {
    subject s;
    prepare(&s,
            "T1 invoke enq(1)\nT1 return\n"                                                /* 0 */
            "T1 invoke enq(2)\nT2 invoke deq()\nT3 invoke deq()\nT1 return\nT2 return 1\n" /* 1, 2; 3 is pending */
            "T1 invoke enq(3)\nT1 return\n"                                                /* 4 */
            "T4 invoke peek()\nT4 crash\n",                                                /* 5 */
            "queue", "{enq,deq,peek}=0,deq=1");
    const lc_quasi_line *l = &s.search.line;
    expect(l->ops.count == 5 && l->returns.count == 4 && !l->disjoint && !l->complete && !l->tied,
           "a line; a pending read is not in it");
    expect_range(&s, 0, 0, 1, 1, "what is alone has one place");
    expect_range(&s, 1, 0, 2, 4, "what overlaps two others, one of them pending, has three");
    expect_range(&s, 2, 0, 2, 4, "so has the other");
    expect_range(&s, 3, 0, 2, LC_NEVER, "what is pending may be last");
    expect_range(&s, 4, 0, 4, 5, "it comes before or after what is pending");
    expect_range(&s, 2, 1, 1, 2, "in a smaller set there are fewer places");
    expect(l->sets[1].ops.count == 2 && l->sets[1].returns.count == 1 && !l->rest.ops.count, "a set has its members");
    discard(&s);
}

static void test_rest(void) {
    subject s;
    prepare(&s, "T1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return 1\n", "queue", "deq=0");
    expect(s.search.line.rest.ops.count == 1 && s.search.line.disjoint && !s.search.line.complete &&
               !s.search.line.ops.at[0].sets && s.search.line.ops.at[1].sets == 1,
           "what is in no set is the rest");
    discard(&s);
    prepare(&s, "T1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return 1\n", "queue", "3");
    expect(!s.search.line.rest.ops.count && s.search.line.complete, "a number leaves no rest");
    discard(&s);
}

static void test_ties(void) {
    subject s;
    prepare(&s,
            "{\"process\": 1, \"f\": \"enq\", \"args\": [1], \"ret\": [], \"call\": 0, \"return\": 5}\n"
            "{\"process\": 1, \"f\": \"enq\", \"args\": [2], \"ret\": [], \"call\": 5, \"return\": 6}\n"
            "{\"process\": 2, \"f\": \"deq\", \"args\": [], \"ret\": [1], \"call\": 6, \"return\": 7}\n",
            "queue", "1");
    const lc_quasi_line *l = &s.search.line;
    expect(l->tied && l->ops.at[1].after == 0 && l->ops.at[0].after == LC_NONE && l->ops.at[2].after == LC_NONE,
           "of one thread, what touches in an instant keeps its order");
    discard(&s);
}

/* ---- against all orders of small random histories ---- */

enum { OPS = 6 };

static uint64_t random_state = 1;

static unsigned below(unsigned bound) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % bound);
}

/* Calls and returns of so many threads with one operation each; all return. */
static void random_text(char *text, int *call, int *end) {
    int stage[OPS] = {0}, time = 0;
    *text = '\0';
    for (int left = 2 * OPS; left;) {
        unsigned t = below(OPS);
        if (stage[t] == 2) continue;
        bool add = t % 2;
        *(stage[t]++ ? &end[t] : &call[t]) = time++;
        left--;
        char *at = text + strlen(text);
        if (stage[t] == 1) sprintf(at, "T%u invoke %s\n", t, add ? "enq(1)" : "deq()");
        else sprintf(at, "T%u return%s\n", t, add ? "" : " 1");
    }
}

typedef struct extremes {
    unsigned least[OPS], most[OPS];
} extremes;

/* All orders in which nobody comes before one that had returned when he was called; places among those of `set`. */
static void try_all(const int *call, const int *end, unsigned placed, unsigned count, unsigned set, unsigned *place,
                    extremes *e) {
    if (placed == (1u << OPS) - 1)
        for (int i = 0; i < OPS; i++) {
            if (place[i] < e->least[i]) e->least[i] = place[i];
            if (place[i] > e->most[i]) e->most[i] = place[i];
        }
    for (unsigned i = 0; i < OPS; i++) {
        bool free = !(placed >> i & 1);
        for (unsigned k = 0; k < OPS && free; k++) free = placed >> k & 1 || k == i || end[k] > call[i];
        if (!free) continue;
        unsigned mine = set >> i & 1;
        place[i] = count + mine;
        try_all(call, end, placed | 1u << i, count + mine, set, place, e);
    }
}

static void test_random(void) {
    unsigned wrong = 0;
    for (int round = 0; round < 150; round++) {
        char text[600];
        int call[OPS], end[OPS];
        subject s;
        random_text(text, call, end);
        prepare(&s, text, "queue", "{enq,deq}=1,deq=1");
        for (uint32_t set = 0; set < 2; set++) {
            extremes e;
            unsigned place[OPS];
            memset(e.least, 0xff, sizeof e.least);
            memset(e.most, 0, sizeof e.most);
            try_all(call, end, 0, 0, set ? 0x15 : 0x3f, place, &e);
            for (uint32_t i = 0; i < s.search.line.ops.count; i++) {
                const lc_op *op = &s.history->ops.at[s.search.line.ops.at[i].op];
                int t = lc_thread_name(s.history, op).at[1] - '0';
                if (!(s.search.line.ops.at[i].sets >> set & 1)) continue;
                const lc_quasi_range *r = lc_quasi_range_of(&s.search.line, i, set);
                wrong += r->earliest != e.least[t] || r->latest != e.most[t];
            }
        }
        discard(&s);
    }
    expect(!wrong, "150 random histories: the first and the last place in any order (%u wrong)", wrong);
}

int main(void) {
    test_windows();
    test_rest();
    test_ties();
    test_random();
    return tap_end();
}
