/* Objects with a small state, watched while they are used, against the oracle: many operations crash, and whatever the
 * order in which events are looked at, the verdict is that of the whole history.  Then the same with a gap somewhere:
 * what holds is not accused, and what is wrong behind the gap is found now and then, whoever crashed before.
 *
 *     online [--spec NAME] [--seed N] [--count N]
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "monitor/online.h"
#include "share.h"
#include "spec/specs.h"
#include "subject.h"
#include "target/runtime/splitmix.h"

static uint64_t next_random(uint64_t *seed) { return lct_splitmix(seed); }

/* Instead of returning, operations crash: none, some or most. */
static void let_crash(history *h, uint64_t *seed) {
    uint32_t percent = (uint32_t)(next_random(seed) % 4) * 25;
    for (int i = 0; i < h->event_count; i++)
        if (h->events[i].what == RETURN && next_random(seed) % 100 < percent) h->events[i].what = CRASH;
}

static void feed(lco_online *o, const lc_instance *instance, const history *h, const event *e) {
    const op *x = &h->ops[e->op];
    lince_values *values = lco_online_values(o);
    lince_value at[3];
    value results[2];
    lince_error error = {0};
    uint32_t slot = (uint32_t)x->thread, count = 0;
    bool fine = true;
    if (e->what == INVOKE) {
        const char *name = oracle_method(h, x)->name;
        for (int n = oracle_args(h, x); (int)count < n; count++) at[count] = oracle_lince_value(values, x->args[count]);
        fine = lco_online_call(o, slot, lc_spec_method(instance->spec, name, strlen(name)), at, count, &error);
    } else if (e->what == RETURN) {
        for (int n = oracle_results(x->result, results); (int)count < n; count++)
            at[count] = oracle_lince_value(values, results[count]);
        fine = lco_online_return(o, slot, at, count, &error);
    } else if (e->what == CRASH) {
        lco_online_crash(o, slot);
    } else {
        lco_online_fail(o, slot);
    }
    assert(fine);
    (void)fine;
}

/* Makes a history, some of whose operations crash, and something to judge it. */
static lco_online *begin(const scenario *s, const lc_instance *instance, history *h, uint64_t *seed) {
    oracle_generate(s, *seed, h);
    let_crash(h, seed);
    lco_online_options options = {.instance = instance, .length = 2, .init = LINCE_NO_VALUE};
    lco_online *o = NULL;
    if (s->init != NIL) options.init = lince_int(NULL, s->init);
    lince_status status = lco_online_new(&o, &options, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    return o;
}

typedef struct tally {
    uint64_t wrong, crashes, different, unsure;
} tally;

static void compare(const scenario *s, const lc_instance *instance, uint64_t number, tally *t) {
    history h;
    uint64_t seed = number;
    lco_online *o = begin(s, instance, &h, &seed);
    uint32_t hasty = (uint32_t)(next_random(&seed) % 3) * 20;
    for (int i = 0; i < h.event_count; i++) {
        feed(o, instance, &h, &h.events[i]);
        t->crashes += h.events[i].what == CRASH;
        if (next_random(&seed) % 100 < hasty) lco_online_flush(o);
    }
    lco_online_flush(o);
    bool holds = oracle_holds(&h, LINEARIZABLE), told = lco_online_violated(o);
    t->wrong += !holds;
    t->unsure += !told && lco_online_coverage(o)->not_at_all;
    if (told == holds && (told || !lco_online_coverage(o)->not_at_all) && ++t->different <= 3) {
        fprintf(stderr, "# --spec %s --seed %" PRIu64 " --count 1; oracle: %s\n", s->name, number,
                holds ? "ok" : "violation");
        oracle_print_history(stderr, &h);
    }
    lco_online_free(o);
}

/* ---- gaps ---- */

/* The first event from here on before which nobody is inside an operation. */
static int quiet_from(const history *h, int from) {
    int open = 0;
    for (int i = 0; i < h->event_count; i++) {
        if (i >= from && !open) return i;
        open += h->events[i].what == INVOKE ? 1 : -1;
    }
    return h->event_count;
}

/* How the operation ends that is open in this slot before an event; INVOKE: none is. */
static int end_of(const history *h, uint32_t slot, int before) {
    for (int i = before - 1; i >= 0; i--) {
        if ((uint32_t)h->ops[h->events[i].op].thread != slot) continue;
        if (h->events[i].what != INVOKE) return INVOKE;
        for (int k = before; k < h->event_count; k++)
            if (h->events[k].op == h->events[i].op) return (int)h->events[k].what;
        return CRASH;
    }
    return INVOKE;
}

/* Nobody sees the events from one to another.  What is open ends in between. */
static void hide(lco_online *o, const history *h, int from, int to) {
    for (uint32_t slot = 0; slot < 16; slot++) {
        int end = end_of(h, slot, from);
        if (end == CRASH) lco_online_crash(o, slot);
        else if (end != INVOKE) lco_online_lose(o, slot);
    }
    for (int i = from; i < to; i++) {
        int begin = i;
        while (begin >= from && (h->events[begin].op != h->events[i].op || h->events[begin].what != INVOKE)) begin--;
        if (h->events[i].what == CRASH && begin >= from) lco_online_crash_unknown(o);
    }
    lco_online_gap(o);
}

typedef struct torn_tally {
    uint64_t accused, found, found_after_crash;
} torn_tally;

static void tear(const scenario *s, const lc_instance *instance, uint64_t number, torn_tally *t) {
    history h;
    uint64_t seed = number;
    lco_online *o = begin(s, instance, &h, &seed);
    int from = (int)(next_random(&seed) % (uint64_t)(h.event_count + 1));
    if (next_random(&seed) % 2) from = quiet_from(&h, from); /* and then perhaps nothing is missing */
    int to = quiet_from(&h, from);
    bool crashes = false;
    for (int i = 0; i < from; i++) {
        feed(o, instance, &h, &h.events[i]);
        crashes |= h.events[i].what == CRASH;
    }
    hide(o, &h, from, to);
    bool before = lco_online_violated(o);
    for (int i = to; i < h.event_count; i++) feed(o, instance, &h, &h.events[i]);
    lco_online_flush(o);
    bool told = lco_online_violated(o);
    t->found += told && !before;
    t->found_after_crash += told && !before && crashes;
    if (told && oracle_holds(&h, LINEARIZABLE) && ++t->accused <= 3) {
        fprintf(stderr, "# --spec %s --seed %" PRIu64 " --count 1; gap before events %d to %d\n", s->name, number, from,
                to);
        oracle_print_history(stderr, &h);
    }
    lco_online_free(o);
}

static void run_torn(const scenario *s, const lc_instance *instance, uint64_t seed, uint64_t count) {
    torn_tally t = {0};
    for (uint64_t i = 0; i < count; i++) tear(s, instance, seed + i, &t);
    expect(!t.accused,
           "%s: %" PRIu64 " histories with gaps, %" PRIu64 " found wrong behind them, %" PRIu64
           " of these after a crash, "
           "%" PRIu64 " accused that are right",
           s->name, count, t.found, t.found_after_crash, t.accused);
}

static void run(const scenario *s, uint64_t seed, uint64_t count) {
    lc_instance instance;
    tally t = {0};
    lince_status status = lc_instance_parse(&instance, s->objects[0].model, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    for (uint64_t i = 0; i < count; i++) compare(s, &instance, seed + i, &t);
    expect(!t.different && t.wrong > count / 20 && t.crashes >= count,
           "%s: %" PRIu64 " histories, %" PRIu64 " wrong, %" PRIu64 " crashes, %" PRIu64 " verdicts differ", s->name,
           count, t.wrong, t.crashes, t.different);
    expect(!t.unsure, "%s: nothing is left out (%" PRIu64 ")", s->name, t.unsure);
    run_torn(s, &instance, seed, count);
    lc_instance_free(&instance);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"register",
                                        "register-init",
                                        "register-distinct",
                                        "cas-register",
                                        "counter",
                                        "set",
                                        "queue:capacity=2",
                                        "stack:capacity=2",
                                        "map",
                                        "mutex",
                                        "rwlock",
                                        "semaphore:n=2",
                                        "snzi"};
    const char *only = NULL;
    uint64_t seed = 1, count = 1000;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--spec")) only = argv[i + 1];
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--count")) count = strtoull(argv[i + 1], NULL, 10);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const scenario *s = oracle_scenarios; s->name; s++)
            if (!strcmp(s->name, names[i]) && (!only || !strcmp(only, names[i]))) run(s, seed, share_of(count));
    return tap_end();
}
