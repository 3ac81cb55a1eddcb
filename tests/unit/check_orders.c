/* Histories whose operations have a partial order of their own, as weak memory gives it, against all permutations: the
 * verdicts, the order that is found, and the operations that conflict.  Where the order is that of events, the verdict
 * is the one that the history has without it.
 *
 *     check_orders [HISTORIES [FIRST]]
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "../tap.h"
#include "check/result.h"
#include "check/tuning.h"
#include "formats/formats.h"
#include "history/history.h"
#include "history/partial_order.h"
#include "target/runtime/splitmix.h"

static uint64_t seed;

static uint32_t below(uint32_t bound) { return (uint32_t)(lct_splitmix(&seed) % bound); }

/* ---- objects ---- */

enum { MOST = 9, THREADS = 4, OBJECTS = 2, NOTHING = -1, IS_EMPTY = -2, IS_TRUE = -3, IS_FALSE = -4 };

typedef struct object {
    int items[MOST], count;
} object;

typedef struct operation {
    const char *method;
    int argument, result; /* or NOTHING */
    int thread, on;       /* a thread, an object */
    bool pending;
    unsigned before; /* a set of operations */
} operation;

typedef struct subject {
    const char *name, *specs[OBJECTS]; /* the second may be NULL */
    const char *methods[3];            /* the first ones take an argument: */
    int arguments, values;
} subject;

static const subject subjects[] = {
    {"queue", {"queue"}, {"enq", "deq"}, 1, 0},
    {"stack", {"stack"}, {"push", "pop"}, 1, 0},
    {"register", {"register"}, {"write", "read"}, 1, 2},
    {"set", {"set"}, {"add", "remove", "contains"}, 3, 2},
    {"mutex", {"mutex"}, {"lock", "unlock", "trylock"}, 0, 0},
    {"queue", {"p=queue", "q=queue"}, {"enq", "deq"}, 1, 2},
    {"register", {"p=register", "q=register"}, {"write", "read"}, 1, 2},
};

/* False: it has to wait. */
static bool step(object *o, const char *name, const operation *c, int *result) {
    *result = NOTHING;
    if (!strcmp(name, "register")) {
        if (*c->method == 'w') o->items[0] = c->argument;
        else *result = o->items[0];
    } else if (!strcmp(name, "set")) {
        bool in = o->items[c->argument];
        *result = in == (*c->method == 'a') ? IS_FALSE : IS_TRUE;
        if (*c->method == 'c') *result = in ? IS_TRUE : IS_FALSE;
        else o->items[c->argument] = *c->method == 'a';
    } else if (!strcmp(name, "mutex")) {
        if (*c->method == 't') *result = o->count ? IS_FALSE : IS_TRUE;
        else if (!o->count == (*c->method == 'u')) return false;
        o->count = *c->method != 'u';
    } else if (c->argument != NOTHING) {
        o->items[o->count++] = c->argument;
    } else if (!o->count) {
        *result = IS_EMPTY;
    } else if (*name == 's') {
        *result = o->items[--o->count];
    } else {
        *result = o->items[0];
        memmove(o->items, o->items + 1, (size_t)--o->count * sizeof *o->items);
    }
    return true;
}

/* ---- the truth ---- */

typedef struct made {
    const subject *subject;
    operation ops[MOST];
    int count;
} made;

/* Can the rest be done?  `all`: which of the operations there are, `open`: which of them need not be done, and have any
 * result. */
static bool can_go_on(const made *m, unsigned all, unsigned open, unsigned done, const object *now) {
    if (!(all & ~open & ~done)) return true;
    for (int i = 0; i < m->count; i++) {
        const operation *c = &m->ops[i];
        object next[OBJECTS];
        int result;
        if (!(all >> i & 1) || done >> i & 1 || (c->before & all & ~open & ~done)) continue;
        memcpy(next, now, sizeof next);
        if (!step(&next[c->on], m->subject->name, c, &result)) continue;
        if (!(open >> i & 1) && result != c->result) continue;
        if (can_go_on(m, all, open, done | 1u << i, next)) return true;
    }
    return false;
}

static bool is_right(const made *m, unsigned all, unsigned open) {
    const object start[OBJECTS] = {0};
    return can_go_on(m, all, open, 0, start);
}

static unsigned pending_of(const made *m) {
    unsigned open = 0;
    for (int i = 0; i < m->count; i++)
        if (m->ops[i].pending) open |= 1u << i;
    return open;
}

/* Is this an order of the operations that returned, and perhaps others, that extends the partial one and is legal? */
static bool is_order(const made *m, const uint32_t *order, uint32_t count) {
    object now[OBJECTS] = {0};
    unsigned done = 0, open = pending_of(m);
    for (uint32_t k = 0; k < count; k++) {
        const operation *c = &m->ops[order[k]];
        int result;
        if ((c->before & ~done) || done >> order[k] & 1) return false;
        if (!step(&now[c->on], m->subject->name, c, &result) || (!c->pending && result != c->result)) return false;
        done |= 1u << order[k];
    }
    return !(((1u << m->count) - 1) & ~open & ~done);
}

/* ---- making ---- */

/* Operations are numbered in an order that extends the partial one. */
static void order_some(made *m, unsigned chance) {
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < i; k++) {
            operation *c = &m->ops[i];
            const operation *b = &m->ops[k];
            bool fits = !b->pending && (b->thread == c->thread || below(100) < chance);
            if (fits) c->before |= 1u << k | b->before;
        }
}

/* Results along some order that extends the partial one, so that it is right. */
static void fill_in(made *m) {
    object now[OBJECTS] = {0};
    unsigned done = 0, all = (1u << m->count) - 1;
    for (int tries = 0; tries < 400 && done != all; tries++) {
        int i = (int)below((uint32_t)m->count), result;
        operation *c = &m->ops[i];
        if (done >> i & 1 || (c->before & ~done) || (c->pending && below(2))) continue;
        if (!step(&now[c->on], m->subject->name, c, &result)) continue;
        c->result = result;
        done |= 1u << i;
    }
}

static int distorted(int result, int values) {
    if (result == IS_TRUE || result == IS_FALSE) return result == IS_TRUE ? IS_FALSE : IS_TRUE;
    if (result == NOTHING) return result;
    return below(4) == 0 ? IS_EMPTY : 1 + (int)below((uint32_t)values);
}

static void make(made *m, const subject *s, bool wrong) {
    int threads = 2 + (int)below(THREADS - 1), methods = s->methods[2] ? 3 : 2, values = 0;
    bool closed[THREADS] = {false};
    *m = (made){.subject = s, .count = 3 + (int)below(MOST - 3)};
    for (int i = 0; i < m->count; i++) {
        operation *c = &m->ops[i];
        int method = (int)below((uint32_t)methods);
        *c = (operation){.method = s->methods[method], .argument = NOTHING, .result = NOTHING};
        do c->thread = (int)below((uint32_t)threads);
        while (closed[c->thread] && threads > 1 && below(50));
        if (closed[c->thread]) {
            m->count = i;
            break;
        }
        c->on = s->specs[1] ? (int)below(OBJECTS) : 0;
        if (method < s->arguments) c->argument = s->values ? 1 + (int)below((uint32_t)s->values) : ++values;
        c->pending = closed[c->thread] = below(8) == 0;
    }
    order_some(m, below(3) * 20);
    fill_in(m);
    for (int i = 0; i < m->count; i++)
        if (*m->ops[i].method == 't' && m->ops[i].result == NOTHING) m->ops[i].result = below(2) ? IS_TRUE : IS_FALSE;
    if (!wrong || !m->count) return;
    operation *c = &m->ops[below((uint32_t)m->count)];
    c->result = distorted(c->result, s->values ? s->values : values ? values : 1);
}

/* ---- as a history ---- */

static lince_value value(lince_history *h, int v) {
    switch (v) {
    case NOTHING: return LINCE_NOTHING;
    case IS_EMPTY: return LINCE_EMPTY;
    case IS_TRUE: return LINCE_TRUE;
    case IS_FALSE: return LINCE_FALSE;
    default: return lince_int(lince_history_values(h), v);
    }
}

static lc_span thread_of(const operation *c, char *name, size_t size) {
    return (lc_span){name, (size_t)snprintf(name, size, "T%d", c->thread)};
}

/* Have all returned that come before it? */
static bool may_begin(const made *m, int op, const int *running) {
    for (int t = 0; t < THREADS; t++)
        if (running[t] >= 0 && m->ops[op].before >> running[t] & 1) return false;
    return true;
}

/* The events of several threads overlap at random, as far as the order permits.  `number`: that of each operation in
 * the history. */
static bool add_events(lince_history *h, const made *m, int *number) {
    int running[THREADS], calls = 0;
    bool good = true;
    for (int t = 0; t < THREADS; t++) running[t] = NOTHING;
    for (int i = 0; i < m->count || calls;) {
        char name[8];
        int t = (int)below(THREADS), open = running[t];
        if (open >= 0 && below(3)) {
            if (!m->ops[open].pending)
                good &= lc_history_return(h, 0, thread_of(&m->ops[open], name, sizeof name),
                                          value(h, m->ops[open].result), NULL) == LINCE_DONE;
            running[t] = NOTHING;
            calls--;
        } else if (i < m->count && running[m->ops[i].thread] < 0 && may_begin(m, i, running)) {
            const operation *c = &m->ops[i];
            lc_span target = {c->on ? "q" : "p", m->subject->specs[1] ? 1 : 0};
            number[i] = (int)h->ops.count;
            good &= lc_history_invoke(h, 0, thread_of(c, name, sizeof name), target, lc_span_of(c->method),
                                      value(h, c->argument), NULL) == LINCE_DONE;
            running[c->thread] = i++;
            calls++;
        }
    }
    return good;
}

static bool add_order(lince_history *h, const made *m) {
    uint8_t before[MOST * THREADS] = {0};
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++)
            if (m->ops[i].before >> k & 1) before[(uint32_t)i * h->threads.items.count + h->ops.at[k].thread]++;
    return lc_history_set_order(h, before);
}

static lince_history *history_of(const made *m) {
    lince_history *h = lc_history_new("made", NULL);
    int number[MOST];
    bool good = h && add_events(h, m, number);
    for (int i = 0; good && i < m->count; i++) good = number[i] == i;
    if (good && add_order(h, m)) return h;
    lince_history_free(h);
    return NULL;
}

/* ---- comparing ---- */

static lince_result *ask(const lince_history *h, const lince_specs *specs) {
    lince_check_options options = {.jobs = 1};
    options.init = lince_int(lince_history_values((lince_history *)(uintptr_t)h), 0); /* of registers */
    lince_result *r = NULL;
    return lc_check_tuned(h, specs, &options, NULL, NULL, &r, NULL) == LINCE_DONE ? r : NULL;
}

/* These operations alone are wrong, and the result of none can be spared. */
static bool is_conflict(const made *m, const lc_violation *v) {
    unsigned all = 0, open = 0;
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        uint32_t op = v->conflict.at[i].op;
        all |= 1u << op;
        if (v->conflict.at[i].pending || m->ops[op].pending) open |= 1u << op;
    }
    if (!v->conflict.count || is_right(m, all, open)) return false;
    for (int i = 0; i < m->count; i++)
        if ((all & ~open) >> i & 1 && !is_right(m, all, open | 1u << i)) return false;
    return v->minimal && !v->has_prefix;
}

/* ---- as text ---- */

static bool same_order(const lince_history *a, const lince_history *b) {
    if (!b || a->ops.count != b->ops.count) return false;
    for (uint32_t i = 0; i < a->ops.count; i++)
        for (uint32_t k = 0; k < a->ops.count; k++)
            if (lc_comes_before(a, i, k) != lc_comes_before(b, i, k)) return false;
    return true;
}

/* Does it read back with the same order, and the same verdict? */
static bool survives(const lince_history *h, const lince_specs *specs, lince_format format, lince_verdict verdict) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    bool good = file && lince_history_write(h, format, file, NULL) == LINCE_DONE;
    if (file) fclose(file);
    lince_read_options options = {.format = format, .allow_empty = true};
    lince_reader *reader = NULL;
    lince_history *read = NULL;
    good = good && lc_reader_open_bytes(&reader, "text", text, size, &options, NULL) == LINCE_DONE &&
           lince_reader_next(reader, &read, NULL) == LINCE_DONE && same_order(h, read);
    lince_result *r = good ? ask(read, specs) : NULL;
    good = r && r->verdict == verdict;
    lince_result_free(r);
    lince_history_free(read);
    lince_reader_close(reader);
    free(text);
    return good;
}

typedef struct tally {
    uint64_t right, violations, wrong, other_orders;
} tally;

/* Are there a before b and c before d, and nothing else?  Then the order is none of intervals. */
static bool is_no_interval_order(const made *m) {
    for (int b = 0; b < m->count; b++)
        for (int d = 0; d < b; d++) {
            unsigned only_b = m->ops[b].before & ~m->ops[d].before, only_d = m->ops[d].before & ~m->ops[b].before;
            if (only_b && only_d) return true;
        }
    return false;
}

static void compare(const subject *s, const lince_specs *specs, uint64_t number, tally *t) {
    made m;
    seed = number * 0xd1342543de82ef95u;
    make(&m, s, below(4) > 0);
    lince_history *h = history_of(&m);
    lince_result *r = h ? ask(h, specs) : NULL;
    bool right = is_right(&m, (1u << m.count) - 1, pending_of(&m)), good = r != NULL;
    if (good) good = r->verdict == (right ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION);
    if (good) good = right ? is_order(&m, r->witness.at, r->witness.count) : is_conflict(&m, r->violation);
    if (good) good = survives(h, specs, number % 2 ? LINCE_FORMAT_HIST : LINCE_FORMAT_JSONL, r->verdict);
    t->right += good && right;
    t->violations += good && !right;
    t->other_orders += good && is_no_interval_order(&m);
    if (!good && t->wrong++ < 3)
        fprintf(stderr, "# %s: order %" PRIu64 " is %s, and the answer %s\n", s->specs[0], number,
                right ? "right" : "wrong", r ? lc_verdict_name(r->verdict) : "none");
    lince_result_free(r);
    lince_history_free(h);
}

/* ---- orders of intervals ---- */

static bool take_over(lince_history *to, const lince_history *h, const made *m) {
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t op = lc_event_op(h->events.at[i]);
        const operation *c = &m->ops[op];
        char name[8];
        lc_span thread = thread_of(c, name, sizeof name), target = {c->on ? "q" : "p", m->subject->specs[1] ? 1 : 0};
        lince_status status =
            lc_event_what(h->events.at[i]) == LC_INVOKE
                ? lc_history_invoke(to, 0, thread, target, lc_span_of(c->method), value(to, c->argument), NULL)
                : lc_history_return(to, 0, thread, value(to, c->result), NULL);
        if (status != LINCE_DONE) return false;
    }
    return true;
}

/* The same with the order of its events as an order of its own. */
static void compare_intervals(const subject *s, const lince_specs *specs, uint64_t number, tally *t) {
    made m;
    seed = number * 0xd1342543de82ef95u + 1;
    make(&m, s, below(4) > 0);
    int numbers[MOST];
    lince_history *plain = lc_history_new("made", NULL), *ordered = lc_history_new("made", NULL);
    bool good = add_events(plain, &m, numbers) && take_over(ordered, plain, &m);
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < m.count; k++) {
            if (k == 0) m.ops[i].before = 0;
            if (lc_comes_before(plain, (uint32_t)k, (uint32_t)i)) m.ops[i].before |= 1u << k;
        }
    good &= add_order(ordered, &m);
    lince_result *one = good ? ask(plain, specs) : NULL, *other = good ? ask(ordered, specs) : NULL;
    good = one && other && one->verdict == other->verdict;
    t->wrong += !good;
    t->right += good && one->verdict == LINCE_VERDICT_OK;
    t->violations += good && one->verdict == LINCE_VERDICT_VIOLATION;
    lince_result_free(one);
    lince_result_free(other);
    lince_history_free(plain);
    lince_history_free(ordered);
}

/* ---- by hand ---- */

typedef struct example {
    const char *what;
    operation ops[6];
    lince_verdict verdict;
} example;

static const example examples[] = {
    {"two threads that nothing orders may take effect in any order",
     {{"enq", 1, NOTHING, 0, 0, false, 0}, {"deq", NOTHING, IS_EMPTY, 1, 0, false, 0}},
     LINCE_VERDICT_OK},
    {"what comes before takes effect before",
     {{"enq", 1, NOTHING, 0, 0, false, 0}, {"deq", NOTHING, IS_EMPTY, 1, 0, false, 1}},
     LINCE_VERDICT_VIOLATION},
    {"two pairs, each in its own order, and not the other way round",
     {{"enq", 1, NOTHING, 0, 0, false, 0},
      {"enq", 2, NOTHING, 1, 0, false, 0},
      {"deq", NOTHING, 2, 2, 0, false, 1},
      {"deq", NOTHING, 1, 3, 0, false, 2}},
     LINCE_VERDICT_OK},
    {"the same where the order of the removals is that of a thread",
     {{"enq", 1, NOTHING, 0, 0, false, 0},
      {"enq", 2, NOTHING, 0, 0, false, 1},
      {"deq", NOTHING, 2, 1, 0, false, 0},
      {"deq", NOTHING, 1, 1, 0, false, 4}},
     LINCE_VERDICT_VIOLATION},
    {"a pending operation may explain a result",
     {{"enq", 1, NOTHING, 0, 0, true, 0}, {"deq", NOTHING, 1, 1, 0, false, 0}},
     LINCE_VERDICT_OK},
    {"but not if the result comes before it",
     {{"enq", 1, NOTHING, 0, 0, true, 2}, {"deq", NOTHING, 1, 1, 0, false, 0}},
     LINCE_VERDICT_VIOLATION},
};

static void check_examples(const lince_specs *queue) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        made m = {.subject = &subjects[0]};
        while (m.count < 6 && examples[i].ops[m.count].method) m.ops[m.count] = examples[i].ops[m.count], m.count++;
        seed = i;
        lince_history *h = history_of(&m);
        lince_result *r = h ? ask(h, queue) : NULL;
        expect(r && r->verdict == examples[i].verdict, "%s", examples[i].what);
        lince_result_free(r);
        lince_history_free(h);
    }
}

static void check_criteria(const lince_specs *queue) {
    made m = {.subject = &subjects[0], .count = 2};
    memcpy(m.ops, examples[0].ops, 2 * sizeof *m.ops);
    lince_history *h = history_of(&m);
    static const lince_criterion others[] = {LINCE_QUASI, LINCE_TWO_STEP, LINCE_REFINE};
    unsigned refused = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lince_check_options options = {.criterion = others[i], .factors = "1"};
        lince_result *r = NULL;
        lince_error error = {0};
        refused += lc_check_tuned(h, queue, &options, NULL, NULL, &r, &error) == LINCE_BAD_INPUT &&
                   strstr(error.message, "partial order");
        lince_result_free(r);
    }
    expect(refused == 3, "criteria about intervals refuse partial orders");
    lince_history_free(h);
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 4000, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        const subject *s = &subjects[i];
        lince_specs *specs = lince_specs_new();
        tally t = {0}, u = {0};
        bool named = specs != NULL;
        for (int k = 0; k < OBJECTS && s->specs[k]; k++)
            named = named && lince_specs_add(specs, s->specs[k], NULL) == LINCE_DONE;
        for (uint64_t n = 0; n < count && named; n++) compare(s, specs, first + n, &t);
        expect(named && !t.wrong && t.right > count / 8 && t.violations > count / 20 && t.other_orders > count / 8,
               "%s%s: %" PRIu64 " orders are right and %" PRIu64 " wrong, %" PRIu64 " are none of intervals",
               s->specs[1] ? "two of " : "", s->name, t.right, t.violations, t.other_orders);
        for (uint64_t n = 0; n < count / 2 && named; n++) compare_intervals(s, specs, first + n, &u);
        expect(named && !u.wrong && u.right > count / 40 && u.violations > count / 40,
               "%s%s: orders of events: %" PRIu64 " are right and %" PRIu64 " wrong", s->specs[1] ? "two of " : "",
               s->name, u.right, u.violations);
        if (!i) check_examples(specs), check_criteria(specs);
        lince_specs_free(specs);
    }
    return tap_end();
}
