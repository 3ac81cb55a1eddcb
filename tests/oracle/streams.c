/* The monitor against `lince check`: random streams of one object each, watched in windows of every size, and then
 * checked as a recorded history.
 *
 *     streams [--spec NAME] [--seed N] [--count N]
 *
 * A stream is made by running the specification itself under random threads, so that it is right; or with a mistake now
 * and then; or with results at random.  Values are few or never repeat, operations look, crash, fail and stay open, and
 * in some streams a part of the events is hidden (a gap).  Four things are wrong:
 *
 *   - a violation is told of a stream that holds, hidden events and all;
 *   - a stream is wrong, nothing is told, and yet every operation was counted as checked exactly;
 *   - the same of all operations behind one that shows the state after a gap, if these are wrong by themselves;
 *   - an excerpt that is said to show the violation does not, or one is not said to, and no reason is given.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "history/history.h"
#include "monitor/online.h"
#include "share.h"
#include "spec/builtin/common.h"
#include "spec/specs.h"
#include "target/runtime/splitmix.h"

/* ---- chance ---- */

static uint64_t seed;

static uint64_t chance(uint64_t below) { return lct_splitmix(&seed) % below; }
static bool happens(uint32_t percent) { return chance(100) < percent; }

/* ---- streams ---- */

enum { MOST_THREADS = 6, MOST_VALUES = 4 };

typedef struct operation {
    uint32_t thread, method, count;
    lince_value args[LINCE_RESULTS_MAX];
    lince_value results[LINCE_RESULTS_MAX + 1]; /* up to LINCE_NO_VALUE */
    bool open, effective;
} operation;

typedef struct step {
    lc_event_kind what;
    uint32_t op;
} step;

typedef struct stream {
    const char *spec;
    const lc_instance *instance;
    lince_values values;
    LC_VEC(operation) ops;
    LC_VEC(step) steps;
    /* how it is made */
    lc_runner runner;
    uint32_t threads, length, domain;        /* how many values; 0: each is new */
    uint32_t crashes, failures, slips, lies; /* per cent */
    uint32_t mistake;                        /* the number of an operation that lies or has no effect; or none */
    uint32_t phase;                          /* operations */
    uint32_t cut;                            /* a step before which all is judged; or none */
    int64_t fresh;
    uint32_t open[MOST_THREADS]; /* operation + 1 */
    unsigned char *state;
    size_t size;
    struct {
        unsigned char *state;
        size_t size;
        lince_results results[MOST_THREADS];
        uint32_t calls, seen;
    } chosen;
} stream;

static lince_value any_value(stream *s) {
    return lince_int(&s->values, s->domain ? (int64_t)chance(s->domain) + 1 : ++s->fresh);
}

/* One of all outcomes, each as likely. */
static void choose(void *context, const void *state, size_t size, const lince_results *results) {
    stream *s = context;
    if (chance(++s->chosen.seen)) return;
    free(s->chosen.state);
    s->chosen.state = malloc(size + 1);
    assert(s->chosen.state);
    if (size) memcpy(s->chosen.state, state, size);
    s->chosen.size = size;
    memcpy(s->chosen.results, results, (s->chosen.calls ? s->chosen.calls : 1) * sizeof *results);
}

static void begin(stream *s) {
    s->chosen.seen = s->chosen.calls = 0;
    lc_run_init(&s->runner, choose, s);
    assert(s->chosen.seen);
    free(s->state);
    s->state = s->chosen.state;
    s->size = s->chosen.size;
    s->chosen.state = NULL;
}

static void note(stream *s, lc_event_kind what, uint32_t op) {
    bool fine = lc_push(NULL, &s->steps, (step){what, op});
    assert(fine);
    (void)fine;
}

/* For a while operations add, for a while they remove; what looks comes now and then. */
static uint32_t any_method(stream *s) {
    const lince_spec *spec = s->instance->spec;
    lince_role wanted = s->ops.count / s->phase % 2 ? LINCE_ROLE_REMOVE : LINCE_ROLE_ADD;
    uint32_t method = (uint32_t)chance(spec->method_count);
    for (int i = 0; i < 8 && s->phase < s->length && (lince_role)spec->methods[method].role != wanted; i++)
        if (!happens(15)) method = (uint32_t)chance(spec->method_count);
    return method;
}

static void invoke(stream *s, uint32_t thread) {
    const lince_spec *spec = s->instance->spec;
    operation o = {.thread = thread, .method = any_method(s), .open = true};
    const lince_method *m = &spec->methods[o.method];
    o.count = m->args_min + (uint32_t)chance(m->args_max - m->args_min + 1u);
    for (uint32_t i = 0; i < o.count; i++) o.args[i] = any_value(s);
    if (m->key && o.count) o.args[m->key - 1] = lince_int(&s->values, (int64_t)chance(2) + 1);
    bool fine = lc_push(NULL, &s->ops, o);
    assert(fine);
    (void)fine;
    s->open[thread] = s->ops.count;
    note(s, LC_INVOKE, s->ops.count - 1);
}

static int by_method(const void *a, const void *b) {
    const operation *const *x = a, *const *y = b;
    return ((*x)->method > (*y)->method) - ((*x)->method < (*y)->method);
}

/* A lie is a result that may be true or not. */
static void lie(stream *s, operation *o) {
    const lince_method *m = &s->instance->spec->methods[o->method];
    for (uint32_t i = 0; i < m->results_max && o->results[i] != LINCE_NO_VALUE; i++) {
        lince_value was = o->results[i];
        bool truth = was == LINCE_TRUE || was == LINCE_FALSE;
        if (truth) o->results[i] = was == LINCE_TRUE ? LINCE_FALSE : LINCE_TRUE;
        else if (m->pure_result != LINCE_NO_VALUE && happens(30)) o->results[i] = m->pure_result;
        else o->results[i] = lince_int(&s->values, 1 + (int64_t)chance(s->domain ? s->domain : (uint64_t)s->fresh + 1));
    }
}

/* Two neighbours in a row of values change places. */
static void stir(stream *s) {
    size_t count = s->size / sizeof(lince_value), at = count > 1 ? chance(count - 1) : 0;
    lince_value *row = (lince_value *)(void *)s->state;
    bool row_of_values = s->instance->spec->traits & LINCE_DROPPABLE_VALUES && s->size % sizeof(lince_value) == 0;
    if (count < 2 || !row_of_values) return;
    lince_value first = row[at];
    row[at] = row[at + 1];
    row[at + 1] = first;
}

/* Some that are open take effect together, if they can. */
static void take_effect(stream *s) {
    const lince_spec *spec = s->instance->spec;
    uint32_t most = spec->arity_max ? spec->arity_max : 1, least = spec->arity_min ? spec->arity_min : 1;
    operation *who[MOST_THREADS];
    uint32_t count = 0, wanted = least + (uint32_t)chance(most - least + 1u);
    for (uint32_t i = 0, from = (uint32_t)chance(s->threads); i < s->threads && count < wanted; i++) {
        uint32_t open = s->open[(from + i) % s->threads];
        if (open && !s->ops.at[open - 1].effective) who[count++] = &s->ops.at[open - 1];
    }
    if (count < wanted || !count) return;
    qsort(who, count, sizeof *who, by_method);
    lince_call calls[MOST_THREADS];
    for (uint32_t i = 0; i < count; i++)
        calls[i] = (lince_call){.method = who[i]->method, .argc = who[i]->count, .args = who[i]->args};
    s->chosen.seen = 0;
    s->chosen.calls = count;
    lc_run_next(&s->runner, s->state, s->size, calls, count, choose, s);
    if (!s->chosen.seen) return;
    bool mistaken = false;
    for (uint32_t i = 0; i < count; i++) {
        who[i]->effective = true;
        memcpy(who[i]->results, s->chosen.results[i].at, sizeof s->chosen.results[i].at);
        mistaken = mistaken || (uint32_t)(who[i] - s->ops.at) >= s->mistake;
        if (happens(s->lies)) lie(s, who[i]);
    }
    if (mistaken) s->mistake = UINT32_MAX;
    uint64_t mistake = mistaken ? chance(5) : 5;
    if (mistake < 2) lie(s, who[chance(count)]);
    else if (mistake < 3) return;
    if (happens(s->slips)) return; /* it has no effect, or comes again */
    free(s->state);
    s->state = s->chosen.state;
    s->size = s->chosen.size;
    s->chosen.state = NULL;
    if (mistake < 5) stir(s);
}

static void end(stream *s, uint32_t thread, lc_event_kind how) {
    note(s, how, s->open[thread] - 1);
    s->open[thread] = 0;
}

static void go_on(stream *s) {
    uint32_t thread = (uint32_t)chance(s->threads), open = s->open[thread];
    if (!open) {
        if (s->ops.count < s->length) invoke(s, thread);
        return;
    }
    bool effective = s->ops.at[open - 1].effective;
    if (happens(s->crashes)) end(s, thread, LC_CRASH);
    else if (!effective && happens(s->failures)) end(s, thread, LC_FAIL);
    else if (effective) end(s, thread, LC_RETURN);
    else take_effect(s);
}

static void make(stream *s) {
    static const uint32_t domains[] = {1, 2, 3, 4, 0, 0, 0, 0};
    s->threads = 1 + (uint32_t)chance(MOST_THREADS - 1);
    if (s->instance->spec->arity_max > 1) s->threads = 3 + (uint32_t)chance(MOST_THREADS - 2);
    s->length = happens(8) ? 100 + (uint32_t)chance(300) : 4 + (uint32_t)chance(50);
    s->domain = domains[chance(sizeof domains / sizeof *domains)];
    s->crashes = happens(25) ? 1 + (uint32_t)chance(4) : 0;
    s->failures = happens(25) ? (uint32_t)chance(10) : 0;
    uint64_t how = chance(8);
    s->mistake = how > 4 ? (uint32_t)chance(s->length) : UINT32_MAX;
    s->slips = how == 1 || how == 3 ? 1 + (uint32_t)chance(4) : 0;
    s->lies = how == 2 || how == 3 ? 1 + (uint32_t)chance(4) : how == 4 ? 30 : 0;
    s->phase = happens(50) ? 2 + (uint32_t)chance(20) : s->length;
    begin(s);
    uint32_t idle = 0;
    for (uint32_t i = 0; i < 40 * s->length && idle < 60; i++) {
        uint32_t steps = s->steps.count;
        go_on(s);
        idle = s->steps.count > steps || s->ops.count < s->length ? 0 : idle + 1;
    }
}

/* ---- asking for the contents ---- */

static uint32_t removal(const stream *s, bool back) {
    const lince_spec *spec = s->instance->spec;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (spec->methods[i].role == LINCE_ROLE_REMOVE && (found == UINT32_MAX || back)) found = i;
    return found;
}

static void remove_by(stream *s, uint32_t method, lince_value value) {
    operation o = {.method = method, .results = {value}};
    bool fine = lc_push(NULL, &s->ops, o);
    assert(fine);
    (void)fine;
    note(s, LC_INVOKE, s->ops.count - 1);
    note(s, LC_RETURN, s->ops.count - 1);
}

/* Some operations at the same time, then a cut, then all that is inside comes out: as it is, or in another order.  A
 * window that forgets something of the order explains too much then. */
static void make_question(stream *s) {
    const lince_spec *spec = s->instance->spec;
    uint32_t width = !strcmp(spec->name, "pqueue") ? 2 : 1;
    s->threads = 2 + (uint32_t)chance(3);
    s->length = 3 + (uint32_t)chance(8);
    s->phase = s->length;
    s->mistake = UINT32_MAX;
    s->domain = happens(80) ? 0 : 3;
    begin(s);
    for (uint32_t i = 0, open = 1; i < 1000 && (open || s->ops.count < s->length); i++) {
        go_on(s);
        open = 0;
        for (uint32_t k = 0; k < s->threads; k++) open += s->open[k] != 0;
    }
    s->cut = s->steps.count;
    LC_VEC(lince_value) row = {0};
    for (uint32_t i = 0; i < s->size / sizeof(lince_value) / width; i++)
        (void)lc_push(NULL, &row, ((const lince_value *)(const void *)s->state)[i * width + width - 1]);
    for (uint32_t i = (uint32_t)chance(3); i > 0 && row.count > 1; i--) {
        uint32_t at = (uint32_t)chance(row.count - 1);
        lince_value first = row.at[at];
        row.at[at] = row.at[at + 1];
        row.at[at + 1] = first;
    }
    for (uint32_t from = 0, to = row.count; from < to;) {
        bool back = spec == &lc_spec_stack || (spec == &lc_spec_deque && happens(50));
        remove_by(s, removal(s, back), back ? row.at[--to] : row.at[from++]);
    }
    lc_vec_free(NULL, &row);
}

static void discard(stream *s) {
    lc_vec_free(NULL, &s->ops);
    lc_vec_free(NULL, &s->steps);
    lc_runner_free(&s->runner);
    lc_values_destroy(&s->values);
    free(s->state);
    free(s->chosen.state);
}

/* ---- checking ---- */

static uint32_t result_count(const operation *o) {
    uint32_t count = 0;
    while (count < LINCE_RESULTS_MAX && o->results[count] != LINCE_NO_VALUE) count++;
    return count;
}

static void record(lince_history *h, stream *s, const operation *o, lc_event_kind what) {
    char thread[16];
    snprintf(thread, sizeof thread, "T%u", o->thread);
    lc_span name = lc_span_of(thread);
    lince_status status;
    lince_value payload = what == LC_INVOKE ? lince_tuple(&s->values, o->args, o->count)
                                            : lince_tuple(&s->values, o->results, result_count(o));
    payload = lc_value_copy(&h->values, &s->values, payload);
    if (what == LC_INVOKE)
        status = lc_history_invoke(h, 0, name, lc_span_of(""), lc_span_of(s->instance->spec->methods[o->method].name),
                                   payload, NULL);
    else if (what == LC_RETURN) status = lc_history_return(h, 0, name, payload, NULL);
    else status = lc_history_end(h, 0, name, what, NULL);
    assert(status == LINCE_DONE);
    (void)status;
}

static lc_event_kind end_of(const stream *s, uint32_t op) {
    for (uint32_t i = 0; i < s->steps.count; i++)
        if (s->steps.at[i].op == op && s->steps.at[i].what != LC_INVOKE) return s->steps.at[i].what;
    return LC_INVOKE;
}

/* The events of the operations that are called from here on, and of those that crash: they may take effect later. */
static lince_history *history_of(stream *s, uint32_t from) {
    lince_history *h = lince_history_new();
    assert(h);
    LC_VEC(bool) among = {0};
    for (uint32_t i = 0; i < s->ops.count; i++) (void)lc_push(NULL, &among, false);
    for (uint32_t i = 0; i < s->steps.count; i++) {
        step x = s->steps.at[i];
        if (x.what == LC_INVOKE) among.at[x.op] = i >= from || end_of(s, x.op) == LC_CRASH;
        if (among.at[x.op]) record(h, s, &s->ops.at[x.op], x.what);
    }
    lc_vec_free(NULL, &among);
    return h;
}

static lince_verdict check(const lc_instance *instance, const lince_history *h) {
    lince_check_options options = {.jobs = 1, .no_explanation = true, .timeout = 2};
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    bool fine =
        specs && lc_specs_lend(specs, instance) && lince_check(h, specs, &options, &result, &error) == LINCE_DONE;
    if (!fine) fprintf(stderr, "# %s\n", error.message);
    assert(fine);
    lince_verdict verdict = fine ? lince_result_verdict(result) : LINCE_VERDICT_UNKNOWN;
    lince_result_free(result);
    lince_specs_free(specs);
    return verdict;
}

/* ---- watching ---- */

static void feed(lco_online *o, stream *s, step x) {
    operation *op = &s->ops.at[x.op];
    lince_values *values = lco_online_values(o);
    lince_value at[LINCE_RESULTS_MAX];
    lince_error error = {0};
    bool fine = true;
    uint32_t count = x.what == LC_INVOKE ? op->count : x.what == LC_RETURN ? result_count(op) : 0;
    for (uint32_t i = 0; i < count; i++)
        at[i] = lc_value_copy(values, &s->values, x.what == LC_INVOKE ? op->args[i] : op->results[i]);
    if (x.what == LC_INVOKE) fine = lco_online_call(o, op->thread, op->method, at, count, &error);
    else if (x.what == LC_RETURN) fine = lco_online_return(o, op->thread, at, count, &error);
    else if (x.what == LC_CRASH) lco_online_crash(o, op->thread);
    else lco_online_fail(o, op->thread);
    assert(fine);
    (void)fine;
}

typedef struct tally {
    uint64_t streams, bad, wrong, exact, exact_wrong, in_part, unknown, gaps, found, whole;
    uint64_t false_alarms, not_exact, bad_excerpts, unexplained, miscounted;
} tally;

static void show(const char *what, stream *s, uint64_t number, uint32_t window, uint32_t from, uint32_t to) {
    fprintf(stderr, "# %s: --spec %s --seed %" PRIu64 " --count 1; window %u, hidden %u to %u\n", what, s->spec, number,
            window, from, to);
    if (s->steps.count > 120) return;
    lince_history *h = history_of(s, 0);
    (void)lince_history_write(h, LINCE_FORMAT_HIST, stderr, &(lince_error){0});
    lince_history_free(h);
}

static lco_online *start(stream *s, uint32_t *window, bool *unique) {
    static const uint32_t recents[] = {0, 0, 2, 5, 20};
    *window = happens(20) ? 0 : 1 + (uint32_t)chance(8);
    *unique = !s->domain && happens(50);
    lco_online_options options = {.instance = s->instance,
                                  .length = 2,
                                  .window = *window,
                                  .unique = *unique,
                                  .by_windows = happens(20),
                                  .recent = recents[chance(sizeof recents / sizeof *recents)]};
    lco_online *o = NULL;
    lince_status status = lco_online_new(&o, &options, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    return o;
}

/* Excerpts that claim to show the violation do; all others state why they do not. */
static void look_at_excerpt(stream *s, const lco_online_violation *v, uint64_t number, tally *t) {
    t->found++;
    t->whole += v->whole;
    if (!v->whole && (!v->lacking || !*v->lacking) && ++t->unexplained <= 3)
        show("this excerpt does not show its violation, without a reason", s, number, 0, 0, 0);
    if (!v->whole || check(s->instance, v->history) == LINCE_VERDICT_VIOLATION) return;
    t->bad_excerpts++;
    show("this excerpt is no violation", s, number, 0, 0, 0);
}

static bool is_all_exact(const lco_online_covered *c) { return c->exactly == c->operations; }

static void watch_all(stream *s, uint64_t number, tally *t) {
    uint32_t window, hasty = happens(30) ? 5 : 0;
    bool unique;
    lco_online *o = start(s, &window, &unique);
    for (uint32_t i = 0; i < s->steps.count; i++) {
        if (i == s->cut || happens(hasty)) lco_online_flush(o);
        feed(o, s, s->steps.at[i]);
    }
    /* What is open is pending, and the object does not know that nothing will come. */
    lco_online_flush(o);
    for (uint32_t i = 0; i < s->threads; i++)
        if (s->open[i] && s->instance->spec->arity_max > 1) lco_online_crash(o, i);
    lco_online_flush(o);
    lince_history *h = history_of(s, 0);
    lince_verdict truth = check(s->instance, h);
    const lco_online_violation *v = lco_online_violated(o);
    const lco_online_covered *c = lco_online_coverage(o);
    bool all_exact = is_all_exact(c);
    t->wrong += truth == LINCE_VERDICT_VIOLATION;
    t->exact += all_exact || v;
    t->exact_wrong += truth == LINCE_VERDICT_VIOLATION && v;
    t->unknown += truth == LINCE_VERDICT_UNKNOWN;
    if (c->exactly + c->in_part + c->by_length + c->not_at_all > c->operations && ++t->miscounted <= 3)
        show("counted twice", s, number, window, 0, 0);
    if (v && truth == LINCE_VERDICT_OK && ++t->false_alarms <= 3) {
        show("a false alarm", s, number, window, 0, 0);
        fprintf(stderr, "# %s\n", v->reason);
    }
    if (!v && truth == LINCE_VERDICT_VIOLATION && all_exact && ++t->not_exact <= 3)
        show("not exactly", s, number, window, 0, 0);
    if (v) look_at_excerpt(s, v, number, t);
    lince_history_free(h);
    lco_online_free(o);
}

/* ---- gaps ---- */

static uint32_t open_before(const stream *s, uint32_t until, uint32_t *ops) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < until; i++) {
        if (s->steps.at[i].what == LC_INVOKE) {
            ops[count++] = s->steps.at[i].op;
            continue;
        }
        uint32_t k = 0;
        while (ops[k] != s->steps.at[i].op) k++;
        ops[k] = ops[--count];
    }
    return count;
}

/* The next step from here on before which nobody is under way. */
static uint32_t quiet_from(const stream *s, uint32_t from) {
    uint32_t ops[MOST_THREADS];
    while (from < s->steps.count && open_before(s, from, ops)) from++;
    return from;
}

static void hide(lco_online *o, const stream *s, uint32_t from, uint32_t to) {
    uint32_t ops[MOST_THREADS], count = open_before(s, from, ops);
    for (uint32_t i = 0; i < count; i++) {
        lc_event_kind end = end_of(s, ops[i]);
        if (end == LC_CRASH || end == LC_INVOKE) lco_online_crash(o, s->ops.at[ops[i]].thread);
        else lco_online_lose(o, s->ops.at[ops[i]].thread);
    }
    for (uint32_t i = from; i < to; i++)
        if (s->steps.at[i].what == LC_INVOKE && end_of(s, s->steps.at[i].op) == LC_CRASH) lco_online_crash_unknown(o);
    lco_online_gap(o);
}

/* Does the operation called here, beside which nobody is, show that the object is in its initial state? */
static bool shows_initial(const stream *s, uint32_t at) {
    if (at + 1 >= s->steps.count || s->steps.at[at].what != LC_INVOKE) return false;
    const operation *x = &s->ops.at[s->steps.at[at].op];
    const lince_method *m = &s->instance->spec->methods[x->method];
    bool ends = s->steps.at[at + 1].op == s->steps.at[at].op && s->steps.at[at + 1].what == LC_RETURN;
    bool takes = m->role == LINCE_ROLE_REMOVE || m->role == LINCE_ROLE_PEEK;
    return ends && takes && x->results[0] == LINCE_EMPTY;
}

static uint64_t not_exact(lco_online *o) {
    lco_online_flush(o);
    return lco_online_coverage(o)->operations - lco_online_coverage(o)->exactly;
}

static void watch_torn(stream *s, uint64_t number, tally *t) {
    uint32_t window, ops[MOST_THREADS], from = (uint32_t)chance(s->steps.count + 1), to = quiet_from(s, from);
    bool unique;
    if (happens(50)) from = to; /* and perhaps nothing is missing */
    uint32_t later = to + (uint32_t)chance(6);
    if (from == to && happens(50)) to = quiet_from(s, later < s->steps.count ? later : s->steps.count);
    lco_online *o = start(s, &window, &unique);
    for (uint32_t i = 0; i < from; i++) feed(o, s, s->steps.at[i]);
    hide(o, s, from, to);
    uint32_t shown = s->steps.count;
    uint64_t before = 0;
    for (uint32_t i = to; i < s->steps.count; i++) {
        if (shown == s->steps.count && shows_initial(s, i) && !open_before(s, i, ops)) {
            before = not_exact(o);
            shown = i;
        }
        feed(o, s, s->steps.at[i]);
        if (i == shown + 1) before = not_exact(o);
    }
    bool exact = shown < s->steps.count && not_exact(o) == before;
    lco_online_flush(o);
    const lco_online_violation *v = lco_online_violated(o);
    lince_history *h = history_of(s, 0);
    if (v && check(s->instance, h) == LINCE_VERDICT_OK && ++t->false_alarms <= 3) {
        show("a false alarm", s, number, window, from, to);
        fprintf(stderr, "# %s%s\n", unique ? "(unique) " : "", v->reason);
    }
    lince_history_free(h);
    h = history_of(s, shown);
    bool wrong = shown < s->steps.count && check(s->instance, h) == LINCE_VERDICT_VIOLATION;
    if (exact && wrong && !v && ++t->not_exact <= 3) show("not exactly", s, number, window, from, to);
    if (v) look_at_excerpt(s, v, number, t);
    t->gaps++;
    lince_history_free(h);
    lco_online_free(o);
}

/* ---- all of them ---- */

static const char *const objects[] = {
    "queue",
    "stack",
    "deque",
    "pqueue",
    "bag",
    "queue",
    "stack",
    "deque",
    "pqueue",
    "bag",
    "set",
    "map",
    "register",
    "cas-register",
    "counter",
    "mutex",
    "rwlock",
    "snzi",
    "semaphore:n=2",
    "queue:capacity=2",
    "channel",
    "exchanger",
    "abc",
    "stack:capacity=2",
    "barrier:n=2",
    "men-women",
    "filter-channel",
    "queue",
    "timeout-channel",
    "timeout-exchanger",
    "combining-barrier:n=2,f=sum",
    "broadcast:n=2",
};

static void run(const char *spec, uint64_t number, tally *t) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    lc_budget budget;
    lc_budget_init(&budget, 0);
    seed = number;
    stream s = {.spec = spec, .instance = &instance};
    lc_values_init(&s.values, NULL, &budget);
    lc_runner_init(&s.runner, &instance, &s.values, LINCE_NO_VALUE);
    bool container = instance.spec == &lc_spec_queue || instance.spec == &lc_spec_stack ||
                     instance.spec == &lc_spec_deque || instance.spec == &lc_spec_pqueue ||
                     instance.spec == &lc_spec_bag;
    if (container && happens(40)) make_question(&s);
    else make(&s);
    t->streams++;
    if (!s.cut && happens(25)) watch_torn(&s, number, t);
    else watch_all(&s, number, t);
    discard(&s);
    lc_instance_free(&instance);
}

int main(int argc, char **argv) {
    enum { OBJECTS = sizeof objects / sizeof *objects };
    const char *only = NULL;
    uint64_t first = 1, count = 1000;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--spec")) only = argv[i + 1];
        else if (!strcmp(argv[i], "--seed")) first = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--count")) count = strtoull(argv[i + 1], NULL, 10);
    }
    tally t = {0};
    count = share_of(count);
    for (uint64_t i = first; i < first + count; i++) run(only ? only : objects[i % OBJECTS], i, &t);
    printf("# %" PRIu64 " with gaps; of the others %" PRIu64 " are wrong, %" PRIu64 " of these told, %" PRIu64
           " unknown to lince check; %" PRIu64 " decided exactly; %" PRIu64 " violations told, %" PRIu64
           " with an excerpt that shows them\n",
           t.gaps, t.wrong, t.exact_wrong, t.unknown, t.exact, t.found, t.whole);
    printf("# %" PRIu64 " streams: %" PRIu64 " wrong, %" PRIu64 " exact that are not\n", t.streams,
           t.false_alarms + t.bad_excerpts, t.not_exact);
    expect(!t.false_alarms, "what holds is not accused (%" PRIu64 ")", t.false_alarms);
    expect(!t.not_exact, "what is said to be exact is (%" PRIu64 ")", t.not_exact);
    expect(!t.bad_excerpts, "excerpts show what they say (%" PRIu64 ")", t.bad_excerpts);
    expect(!t.unexplained, "excerpts that do not show their violation state why (%" PRIu64 ")", t.unexplained);
    expect(!t.miscounted, "no operation is counted twice (%" PRIu64 ")", t.miscounted);
    return tap_end();
}
