/* Which operations may wait for ever, against brute force: random short histories of a mutex, a lock for readers and
 * writers, a semaphore, a queue with room for one value that waits, a channel and a barrier.
 *
 * Of operations that take effect one by one, all orders of those that have returned are tried by hand; of those that
 * take effect together, all ways to put them together. */
#include <lince/check.h>

#include "check/driver/blocked.h"
#include "check/driver/misuse.h"
#include "formats_support.h"

enum { OPS = 6, THREADS = 4 };

typedef struct op {
    unsigned method;
    int thread, call, end; /* end 0: it waits */
    int value;             /* argument or result; -1: none */
    bool done;
} op;

typedef struct machine {
    int number; /* readers, or the value of a semaphore, or the value in a queue (0: none) */
    bool writer;
} machine;

typedef struct object {
    const char *spec;
    const char *methods[4];
    const char *results[4]; /* `v`: a value, `b`: true or false, `t`: true; none */
    bool (*step)(machine *, const op *);
    int start;
    bool takes[4]; /* a value as an argument */
    bool exact;
} object;

/* ---- the objects, by hand ---- */

enum { FALSE_VALUE = 0, TRUE_VALUE = 1, UNKNOWN = -2 };

static bool returns(const op *o, int value) { return o->value == value || !o->end; }

static bool mutex_step(machine *m, const op *o) {
    bool held = m->writer;
    switch (o->method) {
    case 0: m->writer = true; return !held;
    case 1: m->writer = false; return held;
    default: m->writer = true; return returns(o, held ? FALSE_VALUE : TRUE_VALUE);
    }
}

static bool rwlock_step(machine *m, const op *o) {
    switch (o->method) {
    case 0: return !m->writer && (m->number++, true);
    case 1: return m->number > 0 && (m->number--, true);
    case 2: return !m->writer && !m->number && (m->writer = true);
    default: return m->writer && (m->writer = false, true);
    }
}

static bool semaphore_step(machine *m, const op *o) {
    bool some = m->number > 0;
    if (o->method == 1) m->number++;
    else if (some) m->number--;
    return o->method == 1 || (o->method == 0 ? some : returns(o, some ? TRUE_VALUE : FALSE_VALUE));
}

static bool cell_step(machine *m, const op *o) {
    int inside = m->number;
    m->number = o->method == 0 ? o->value : 0;
    return o->method == 0 ? !inside : inside && returns(o, inside);
}

static const object objects[] = {
    {.spec = "mutex",
     .methods = {"lock", "unlock", "trylock"},
     .results = {"", "", "b"},
     .step = mutex_step,
     .exact = true},
    {.spec = "rwlock:prefers=readers",
     .methods = {"rdlock", "rdunlock", "wrlock", "wrunlock"},
     .results = {"", "", "", ""},
     .step = rwlock_step,
     .exact = true},
    {.spec = "semaphore:n=1",
     .methods = {"wait", "post", "trywait"},
     .results = {"", "", "b"},
     .step = semaphore_step,
     .start = 1,
     .exact = true},
    /* `false` and EMPTY stand for waiting, as in a test that is declared blocking. */
    {.spec = "queue:capacity=1", .methods = {"enq", "deq"}, .results = {"t", "v"}, .step = cell_step, .takes = {true}},
};
enum { OBJECTS = sizeof objects / sizeof *objects };

/* ---- random histories ---- */

static uint64_t seed = 11;
static unsigned below(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

static unsigned methods_of(const object *of) {
    unsigned count = 0;
    while (count < 4 && of->methods[count]) count++;
    return count;
}

static void put_call(lince_text *out, const object *of, op *o) {
    o->value = UNKNOWN;
    if (of->takes[o->method]) o->value = 1 + (int)below(3);
    lc_text_printf(out, "T%d invoke %s(", o->thread, of->methods[o->method]);
    if (of->takes[o->method]) lc_text_printf(out, "%d", o->value);
    lc_text_puts(out, ")\n");
}

static void put_return(lince_text *out, const object *of, op *o) {
    char kind = *of->results[o->method];
    if (kind == 'b') o->value = (int)below(2);
    if (kind == 'v') o->value = 1 + (int)below(3);
    lc_text_printf(out, "T%d return", o->thread);
    if (kind == 'b') lc_text_puts(out, o->value ? " true" : " false");
    if (kind == 't') lc_text_puts(out, " true");
    if (kind == 'v') lc_text_printf(out, " %d", o->value);
    lc_text_putc(out, '\n');
}

/* Threads call and return in any order; operations that have not returned in the end wait. */
static unsigned draw(const object *of, op *ops, lince_text *out) {
    int open[THREADS] = {-1, -1, -1, -1}, time = 0;
    unsigned count = 0, wanted = 2 + below(OPS - 1);
    for (unsigned left = 3 * wanted; left; left--) {
        int t = (int)below(THREADS);
        if (open[t] < 0 && count < wanted) {
            ops[count] = (op){.method = below(methods_of(of)), .thread = t, .call = ++time};
            put_call(out, of, &ops[count]);
            open[t] = (int)count++;
        } else if (open[t] >= 0 && below(3)) {
            ops[open[t]].end = ++time;
            put_return(out, of, &ops[open[t]]);
            open[t] = -1;
        }
    }
    return count;
}

/* ---- brute force ---- */

typedef struct judged {
    bool explained; /* by an order of those that have returned */
    bool with_open; /* or one in which some that wait take part */
    bool may_wait;  /* all that wait have to, after one of the former */
    bool misuse;    /* an unlock that returned may come where there is nothing to unlock */
} judged;

static bool is_unlock(const object *of, const op *o) {
    return (of->step == mutex_step && o->method == 1) || (of->step == rwlock_step && o->method % 2 == 1);
}

static void search(const object *of, op *ops, unsigned count, machine m, bool open, judged *j) {
    bool all = true, right = true;
    for (unsigned i = 0; i < count; i++) {
        op *o = &ops[i];
        if (o->done) continue;
        machine next = m;
        bool first = true, steps = of->step(&next, o);
        all &= !o->end;
        right &= o->end || !steps;
        for (unsigned k = 0; k < count; k++) first &= ops[k].done || !ops[k].end || ops[k].end > o->call;
        j->misuse |= first && !steps && o->end && is_unlock(of, o);
        if (!first || !steps) continue;
        o->done = true;
        search(of, ops, count, next, open || !o->end, j);
        o->done = false;
    }
    if (!all) return;
    *(open ? &j->with_open : &j->explained) = true;
    if (!open && right) j->may_wait = true;
}

/* ---- comparing ---- */

static void try_object(const object *of, unsigned turns) {
    unsigned count[5] = {0},
             differ = 0; /* those that wait rightly, wrongly, or have taken effect; violations, misuse */
    for (unsigned turn = 0; turn < turns; turn++) {
        op ops[OPS + 1];
        lince_text text = {0};
        judged j = {0};
        unsigned n = draw(of, ops, &text);
        search(of, ops, n, (machine){.number = of->start}, false, &j);
        lince_history *h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
        lince_specs *specs = lince_specs_new();
        if (!h || lince_specs_add(specs, of->spec, &problem) != LINCE_DONE) abort();
        lc_blocked found = {0};
        lc_misuse misuse;
        lc_blocked_rules rules = {.exact = of->exact, .init = LINCE_NO_VALUE};
        bool open = false, legal = j.explained || j.with_open;
        for (unsigned i = 0; i < n; i++) open |= !ops[i].end;
        if (legal && lc_check_blocked(h, specs, &rules, &found, &problem) != LINCE_DONE) abort();
        if (legal) differ += found.wrong == (!open || j.may_wait) || found.undecided || found.taken != !j.explained;
        const lc_misuse_rules duty = {.init = LINCE_NO_VALUE};
        if (!legal && lc_check_misuse(h, specs, &duty, &misuse, &problem) != LINCE_DONE) abort();
        if (!legal) differ += misuse.found != j.misuse;
        count[!legal ? 3 + j.misuse : found.taken ? 2 : found.wrong]++;
        lc_text_free(&found.result);
        lince_specs_free(specs);
        lince_history_free(h);
        lc_text_free(&text);
    }
    expect(!differ && count[0] > turns / 100 && count[1] > turns / 100 && count[2] > turns / 1000,
           "%s: %u wait rightly, %u wrongly, %u have taken effect; %u are violations, %u misuse; %u differ", of->spec,
           count[0], count[1], count[2], count[3], count[4], differ);
}

/* ---- operations that meet ---- */

/* Can all that have returned be put together, and are no two left that could still meet?  Methods 0 and 1 of a channel
 * are send and receive; a barrier has one method. */
static bool can_meet(const op *a, const op *b, bool channel) {
    bool overlap = (!a->end || a->end > b->call) && (!b->end || b->end > a->call);
    if (!channel) return overlap;
    const op *send = a->method ? b : a, *receive = a->method ? a : b;
    return overlap && a->method != b->method && (receive->value == send->value || !receive->end);
}

static bool meet(op *ops, unsigned count, bool channel, bool *explained) {
    unsigned i = 0;
    while (i < count && (ops[i].done || !ops[i].end)) i++;
    if (i == count) {
        *explained = true;
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = a + 1; b < count; b++)
                if (!ops[a].done && !ops[b].done && can_meet(&ops[a], &ops[b], channel)) return false;
        return true;
    }
    for (unsigned k = 0; k < count; k++) {
        if (k == i || ops[k].done || !ops[k].end || !can_meet(&ops[i], &ops[k], channel)) continue;
        ops[i].done = ops[k].done = true;
        bool right = meet(ops, count, channel, explained);
        ops[i].done = ops[k].done = false;
        if (right) return true;
    }
    return false;
}

static void try_meeting(bool channel, unsigned turns) {
    static const object kinds[] = {
        {.spec = "barrier:n=2", .methods = {"sync"}, .results = {""}},
        {.spec = "channel", .methods = {"send", "receive"}, .results = {"", "v"}, .takes = {true}}};
    const object *of = &kinds[channel];
    unsigned right = 0, wrong = 0, differ = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        op ops[OPS + 1];
        lince_text text = {0};
        bool explained = false;
        unsigned n = draw(of, ops, &text);
        bool may_wait = meet(ops, n, channel, &explained);
        lince_history *h = read_one(LINCE_FORMAT_HIST, lc_text(&text));
        lince_specs *specs = lince_specs_new();
        if (!h || lince_specs_add(specs, of->spec, &problem) != LINCE_DONE) abort();
        lince_check_options options = {.criterion = LINCE_SYNC, .progress = true, .no_explanation = true};
        lince_result *result = NULL;
        if (lince_check(h, specs, &options, &result, &problem) != LINCE_DONE) abort();
        differ += (lince_result_verdict(result) == LINCE_VERDICT_OK) != may_wait;
        right += may_wait;
        wrong += !may_wait && explained;
        lince_result_free(result);
        lince_specs_free(specs);
        lince_history_free(h);
        lc_text_free(&text);
    }
    expect(!differ && right > turns / 100 && wrong > turns / 100, "%s: %u wait rightly, %u wrongly; %u differ",
           of->spec, right, wrong, differ);
}

int main(int argc, char **argv) {
    unsigned turns = argc > 1 ? (unsigned)atoi(argv[1]) : 8000;
    for (unsigned i = 0; i < OBJECTS; i++) try_object(&objects[i], turns);
    try_meeting(false, turns);
    try_meeting(true, turns);
    return tap_end();
}
