/* Operations that wait for ever: which may, and which could return. */
#include "check/driver/blocked.h"

#include "formats_support.h"
#include "short_history.h"

static const struct {
    const char *spec;   /* `exact`: nothing, EMPTY or the like, must be returned where it can */
    const char *events; /* `invoke` is left out, `->` stands for `return` */
    const char *wrong;  /* the operation that should go on, and what it could return; NULL: all may wait */
} cases[] = {
    {"mutex", "A lock(); A ->; B lock()", NULL},
    {"mutex", "A lock(); A ->; B lock(); A unlock(); A ->", "lock()"},
    {"mutex", "A lock(); A ->; A unlock(); B lock()", "unlock()"}, /* which nothing keeps from returning */
    {"mutex", "A lock(); A ->; A unlock(); A ->; B lock(); C lock(); C ->", NULL},
    {"queue", "A deq()", NULL}, /* it would return EMPTY */
    {"queue", "A deq(); B enq(5); B ->", "deq() 5"},
    {"queue", "A deq(); B enq(5); C deq(); C -> 5; B ->", NULL},
    {"queue", "A deq(); B enq(5); B ->; C enq(6); C ->; D deq(); D -> 5", "deq() 6"},
    {"queue", "A enq(1)", "enq(1)"},
    {"queue:capacity=1", "A enq(1); A -> true; B enq(2)", NULL},
    {"queue:capacity=1", "A enq(1); A -> true; B enq(2); C deq(); C -> 1", "enq(2) true"},
    {"semaphore:n=0", "A wait(); B wait(); C post(); C ->; A ->", NULL},
    {"semaphore:n=0", "A wait(); B wait(); C post(); C ->; C post(); C ->; A ->", "wait()"},
    /* B came before A, or else it would have found something. */
    {"stack:capacity=1", "A push(1); B pop(); A -> true; B -> EMPTY; C push(2)", NULL},
    {"stack:capacity=1", "B pop(); B -> EMPTY; A push(1); A -> true; D pop(); C push(2)", "pop() 1"},
    /* Objects are looked at one by one. */
    {"a=mutex b=mutex", "A a.lock(); A ->; B b.lock(); B ->; A b.lock(); B a.lock()", NULL},
    {"a=mutex b=mutex", "A a.lock(); A ->; B b.lock(); B ->; A b.lock(); B b.unlock(); B ->", "b.lock()"},
    /* The value that A took can be explained only by B's operation, which has taken effect and waits all the same. */
    {"queue", "B enq(5); A deq(); A -> 5; C deq()", "taken enq(5)"},
    {"mutex", "A lock(); A ->; A unlock(); B lock(); B ->", "taken unlock()"},
    /* An operation that changes nothing waits like any other. */
    {"register", "A write(1); A ->; B read()", "read() 1"},
    {"exact mutex", "A lock(); A ->; B trylock()", "trylock() false"},
    {"exact queue", "A deq()", "deq() EMPTY"},
    {"exact queue:capacity=1", "A enq(1); A -> true; B enq(2)", "enq(2) false"},
    {"exact mutex", "A lock(); A ->; B lock()", NULL},
    /* A reader may give way to a writer who waits, but only to one that has to. */
    {"rwlock", "A rdlock(); A ->; B rdlock()", "rdlock()"},
    {"rwlock", "A rdlock(); A ->; B wrlock(); C rdlock()", NULL},
    {"rwlock:prefers=any", "A rdlock(); A ->; B wrlock(); A rdlock()", NULL},
    {"rwlock:prefers=readers", "A rdlock(); A ->; B wrlock(); C rdlock()", "rdlock()"},
    {"rwlock:prefers=readers", "A wrlock(); A ->; B wrlock(); C rdlock()", NULL},
    {"rwlock", "A rdlock(); A ->; B wrlock(); C rdlock(); A rdunlock(); A ->", "wrlock()"},
    {"rwlock", "B wrlock(); C rdlock()", "wrlock()"},
    {"rwlock", "A wrlock(); A ->; B rdlock(); C wrlock(); A wrunlock(); A ->; C ->; C wrunlock(); C ->", "rdlock()"},
    /* What a register holds at first is one of the things that say who can go on. */
    {"cas-register:init=0", "A cas(0, 1)", "cas(0, 1) true"},
};
enum { CASES = sizeof cases / sizeof *cases };

static void add_specs(lince_specs *specs, const char *list) {
    char text[64];
    snprintf(text, sizeof text, "%s", list);
    for (char *rest = NULL, *one = strtok_r(text, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
        if (lince_specs_add(specs, one, &problem) != LINCE_DONE) abort();
}

static void judge(unsigned i) {
    lince_specs *specs = lince_specs_new();
    char *lines = lines_of(cases[i].events);
    lince_history *h = read_one(LINCE_FORMAT_HIST, lines);
    if (!h) abort();
    bool exact = !strncmp(cases[i].spec, "exact ", 6);
    add_specs(specs, cases[i].spec + (exact ? 6 : 0));
    lc_blocked found;
    lince_text told = {0};
    lc_blocked_rules rules = {.exact = exact, .init = LINCE_NO_VALUE};
    lince_status status = lc_check_blocked(h, specs, &rules, &found, &problem);
    if (found.wrong) {
        if (found.taken) lc_text_puts(&told, "taken ");
        lc_op_print(&told, h, &h->ops.at[found.op]);
        if (found.result.length) lc_text_printf(&told, " %s", lc_text(&found.result));
    }
    const char *wanted = cases[i].wrong ? cases[i].wrong : "";
    if (!expect(status == LINCE_DONE && !strcmp(lc_text(&told), wanted), "%s: %s", cases[i].spec, cases[i].events))
        printf("# status %d, told: %s\n", (int)status, lc_text(&told));
    lc_text_free(&told);
    lc_text_free(&found.result);
    lince_specs_free(specs);
    lince_history_free(h);
    free(lines);
}

/* ---- locks for readers and writers, against another way to decide ---- */

/* Operations as letters, in any order in which they were called: of each, when it was called and when it returned. */
enum { LOCK_OPS = 5 };
typedef struct lock_op {
    char what; /* r, w: locks; R, W: unlocks */
    int call, end;
    bool returned, done;
} lock_op;

/* Some order of those that returned after which nobody waits without a reason.  *legal: there is an order at all. */
static bool may_wait(lock_op *ops, int readers, bool writer, bool readers_first, bool *legal) {
    bool all = true;
    for (int i = 0; i < LOCK_OPS; i++) {
        lock_op *o = &ops[i];
        if (!o->returned || o->done) continue;
        all = false;
        bool first = true, can = o->what == 'r'   ? !writer
                                 : o->what == 'w' ? !writer && !readers
                                 : o->what == 'R' ? readers > 0
                                                  : writer;
        for (int k = 0; k < LOCK_OPS; k++) first &= ops[k].done || !ops[k].returned || ops[k].end > o->call;
        if (!first || !can) continue;
        o->done = true;
        int now = readers + (o->what == 'r') - (o->what == 'R');
        bool right = may_wait(ops, now, o->what == 'w' || (writer && o->what != 'W'), readers_first, legal);
        o->done = false;
        if (right) return true;
    }
    if (!all) return false;
    *legal = true;
    bool a_writer_waits = false, right = true;
    for (int i = 0; i < LOCK_OPS; i++) a_writer_waits |= !ops[i].returned && ops[i].what == 'w';
    for (int i = 0; i < LOCK_OPS; i++) {
        if (ops[i].returned) continue;
        if (ops[i].what == 'r') right &= writer || (a_writer_waits && !readers_first);
        if (ops[i].what == 'w') right &= writer || readers;
        if (ops[i].what == 'R') right &= readers == 0;
        if (ops[i].what == 'W') right &= !writer;
    }
    return right;
}

static unsigned below(unsigned n) {
    static uint64_t state = 7;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* Each operation is a thread of its own. */
static void draw(lock_op *ops, lince_text *events) {
    static const char kinds[] = "rrrwwRW";
    static const char *const names[] = {['r'] = "rdlock", ['w'] = "wrlock", ['R'] = "rdunlock", ['W'] = "wrunlock"};
    int time = 0;
    for (int i = 0; i < LOCK_OPS; i++)
        ops[i] = (lock_op){.what = kinds[below(sizeof kinds - 1)], .call = -1, .returned = below(3) > 0};
    for (unsigned left = 4 * LOCK_OPS; left--;) {
        unsigned i = below(LOCK_OPS);
        if (ops[i].call < 0) lc_text_printf(events, "T%u invoke %s()\n", i, names[(unsigned char)ops[i].what]);
        else if (ops[i].returned && !ops[i].end) lc_text_printf(events, "T%u return\n", i);
        else continue;
        *(ops[i].call < 0 ? &ops[i].call : &ops[i].end) = ++time;
    }
    for (unsigned i = 0; i < LOCK_OPS; i++) {
        if (ops[i].call < 0) lc_text_printf(events, "T%u invoke %s()\n", i, names[(unsigned char)ops[i].what]);
        if (ops[i].call < 0) ops[i].call = ++time;
        ops[i].returned = ops[i].end > 0;
    }
}

static void try_locks(void) {
    unsigned judged = 0, wrong = 0, differ = 0, excused = 0;
    for (unsigned turn = 0; turn < 20000; turn++) {
        lock_op ops[LOCK_OPS];
        lince_text events = {0};
        draw(ops, &events);
        lince_history *h = read_one(LINCE_FORMAT_HIST, lc_text(&events));
        bool verdicts[2], legal = false;
        for (unsigned first = 0; h && first < 2; first++) {
            verdicts[first] = may_wait(ops, 0, false, first, &legal);
            if (!legal) break;
            lince_specs *specs = lince_specs_new();
            lc_blocked found;
            if (lince_specs_add(specs, first ? "rwlock:prefers=readers" : "rwlock", &problem) != LINCE_DONE) abort();
            const lc_blocked_rules rules = {.init = LINCE_NO_VALUE};
            if (lc_check_blocked(h, specs, &rules, &found, &problem) != LINCE_DONE) abort();
            differ += found.wrong == verdicts[first];
            wrong += found.wrong;
            judged++;
            lc_text_free(&found.result);
            lince_specs_free(specs);
        }
        excused += legal && verdicts[0] && !verdicts[1];
        lince_history_free(h);
        lc_text_free(&events);
    }
    expect(!differ && judged > 5000 && wrong > 500 && excused > 50,
           "random locks: %u judged, %u wrong, %u of them only if readers come first, %u judged otherwise by hand",
           judged, wrong, excused, differ);
}

int main(void) {
    for (unsigned i = 0; i < CASES; i++) judge(i);
    try_locks();
    return tap_end();
}
