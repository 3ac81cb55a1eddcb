/* What the search for quasi linearizability concludes against what it finds without concluding anything, on histories
 * that are too long for the oracle.
 *
 *     check_quasi_engines [HISTORIES [FIRST]]
 *
 * A copy of a specification is the same object, but nothing is known about its elements.  And the same set of methods
 * given twice is the same factor, but then the places of one set do not decide alone, and everything is tried.
 */
#include <lince/lince.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "spec/builtin/common.h"
#include "tap.h"

enum { THREADS = 3, MOST_ITEMS = 32 };

static uint64_t random_state;

static int below(int bound) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)bound);
}

static void must(lince_status status) {
    if (status != LINCE_DONE) abort();
}

/* ---- a relaxed container, called by some threads ---- */

typedef struct container {
    const char *name;
    const lince_spec *spec;
    const char *add, *take;
} container;

static const container containers[] = {
    {"queue", &lc_spec_queue, "enq", "deq"},
    {"stack", &lc_spec_stack, "push", "pop"},
    {"deque", &lc_spec_deque, "push_back", "pop_front"},
    {"bag", &lc_spec_bag, "put", "take"},
};

typedef struct simulation {
    lince_history *history;
    const container *about;
    int items[MOST_ITEMS], count, fresh;
    struct {
        int stage; /* 0: idle, 1: called, 2: took effect */
        bool adds;
        int value; /* 0: nothing was there */
    } threads[THREADS];
} simulation;

/* One that is at most a few places away from the one that should leave. */
static void take_effect(simulation *s, int t) {
    if (s->threads[t].adds) {
        s->items[s->count++] = s->threads[t].value;
    } else if (!s->count) {
        s->threads[t].value = 0;
    } else {
        int away = below(100) < 30 ? 0 : below(s->count < 4 ? s->count : 4);
        int at = s->about->spec == &lc_spec_stack ? s->count - 1 - away : away;
        s->threads[t].value = s->items[at];
        memmove(&s->items[at], &s->items[at + 1], (size_t)(--s->count - at) * sizeof *s->items);
    }
}

static void advance(simulation *s, int t, int *calls) {
    char name[8];
    lince_values *values = lince_history_values(s->history);
    snprintf(name, sizeof name, "T%d", t);
    lince_value v;
    switch (s->threads[t].stage) {
    case 0:
        if (!*calls) return;
        --*calls;
        s->threads[t].adds = below(100) < 55;
        if (s->threads[t].adds) s->threads[t].value = below(100) < 90 ? ++s->fresh : 1;
        v = lince_int(values, s->threads[t].value);
        must(lince_invoke(s->history, name, NULL, s->threads[t].adds ? s->about->add : s->about->take, &v,
                          s->threads[t].adds, NULL));
        break;
    case 1:
        if (below(100) < 3) {
            must(lince_crash(s->history, name, NULL));
            s->threads[t].stage = 0;
            return;
        }
        take_effect(s, t);
        break;
    default:
        if (!s->threads[t].adds && below(100) < 3) s->threads[t].value = 1 + below(s->fresh + 1); /* it lies */
        v = s->threads[t].value ? lince_int(values, s->threads[t].value) : LINCE_EMPTY;
        must(lince_return(s->history, name, &v, !s->threads[t].adds, NULL));
    }
    s->threads[t].stage = (s->threads[t].stage + 1) % 3;
}

static lince_history *draw_history(const container *c, uint64_t seed, int calls) {
    simulation s = {.history = lince_history_new(), .about = c};
    random_state = seed * 0x9e3779b97f4a7c15u;
    for (int rounds = 12 * calls; rounds; rounds--) advance(&s, below(THREADS), &calls);
    return s.history;
}

/* ---- questions ---- */

static lince_verdict ask(const lince_history *h, const lince_spec *spec, const char *factors) {
    lince_check_options options = {
        .criterion = LINCE_QUASI, .factors = factors, .timeout = 0.03, .jobs = 1, .no_explanation = true};
    lince_specs *specs = lince_specs_new();
    lince_result *r = NULL;
    must(lince_specs_add_own(specs, NULL, spec, NULL));
    must(lince_check(h, specs, &options, &r, NULL));
    lince_verdict verdict = lince_result_verdict(r);
    lince_result_free(r);
    lince_specs_free(specs);
    return verdict;
}

typedef struct tally {
    unsigned asked, unknown, ok, wrong;
} tally;

static void compare(lince_verdict first, lince_verdict other, tally *all, const char *what) {
    if (first == LINCE_VERDICT_UNKNOWN || other == LINCE_VERDICT_UNKNOWN) all->unknown++;
    else if (first != other && all->wrong++ < 3) printf("# %s\n", what);
}

static void run(const container *c, uint64_t first, uint64_t count) {
    lince_spec copy = *c->spec;
    tally all = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        lince_history *h = draw_history(c, seed, 9 + (int)(seed % 7));
        for (int k = 1; k <= 3; k++) {
            char one[80], two[160], separate[80], what[300];
            snprintf(one, sizeof one, "{%s,%s}=%d", c->add, c->take, k);
            snprintf(two, sizeof two, "%s,%s", one, one);
            snprintf(separate, sizeof separate, "%s=%d,%s=%d", c->add, k - 1, c->take, k);
            snprintf(what, sizeof what, "history %" PRIu64 " with %d", seed, k);
            lince_verdict verdict = ask(h, c->spec, one);
            all.asked++;
            if (verdict == LINCE_VERDICT_UNKNOWN) {
                all.unknown++;
                continue;
            }
            all.ok += verdict == LINCE_VERDICT_OK;
            compare(verdict, ask(h, &copy, one), &all, what);
            if (k < 3) compare(verdict, ask(h, c->spec, two), &all, what);
            compare(ask(h, c->spec, separate), ask(h, &copy, separate), &all, what);
        }
        lince_history_free(h);
    }
    expect(!all.wrong && all.unknown < all.asked, "%s: %u questions, %u %% ok, %u too hard", c->name, all.asked,
           all.ok * 100 / (all.asked ? all.asked : 1), all.unknown);
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 150, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t i = 0; i < sizeof containers / sizeof *containers; i++) run(&containers[i], first, count);
    return tap_end();
}
