/* Interval linearizability against its definition, on random histories of `signal` and of objects of our own.
 *
 *     oracle-interval [HISTORIES [FIRST]]
 *
 * The oracle (interval_brute.c) has its own idea of each object, and goes through all interval-sequential histories.
 */
#include <stdlib.h>
#include <string.h>

#include "interval_brute.h"
#include "share.h"
#include "tap.h"

/* ---- a write-snapshot: who begins adds its value, who ends gets all there are ---- */

static void snapshot_init(lince_step *step) { lince_emit(step, &(uint64_t){0}, sizeof(uint64_t), NULL); }

static bool begins(const lince_call *c) { return c->part == LINCE_PART_WHOLE || c->part == LINCE_PART_FIRST; }

static void snapshot_next(lince_step *step) {
    uint64_t all = *(const uint64_t *)step->state;
    for (size_t i = 0; i < step->count; i++) {
        int64_t v;
        if (step->calls[i].part == LINCE_PART_MIDDLE) return;
        if (!lince_get_int(step->values, step->calls[i].args[0], &v) || v < 0 || v >= 64) return;
        if (begins(&step->calls[i])) all |= (uint64_t)1 << v;
    }
    lince_value items[64];
    size_t count = 0;
    for (int v = 0; v < 64; v++)
        if (all >> v & 1) items[count++] = lince_int(step->values, v);
    lince_value view = lince_list(step->values, items, count);
    lince_results results[3];
    for (size_t i = 0; i < step->count; i++) results[i] = (lince_results){{view}};
    lince_emit(step, &all, sizeof all, results);
}

static const lince_method snapshot_methods[] = {
    {.name = "update", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1}};
static const lince_spec snapshot = {.abi = LINCE_SPEC_ABI,
                                    .name = "snapshot",
                                    .methods = snapshot_methods,
                                    .method_count = 1,
                                    .traits = LINCE_INTERVALS,
                                    .arity_min = 1,
                                    .arity_max = 3,
                                    .init = snapshot_init,
                                    .next = snapshot_next};

/* ---- a party: one host at a time, guests meet the host in the middle, who says in the end how many came ---- */

enum { HOST, GUEST };

static void party_init(lince_step *step) { lince_emit(step, &(int64_t){-1}, sizeof(int64_t), NULL); }

static void party_next(lince_step *step) {
    int64_t guests = *(const int64_t *)step->state; /* -1: nobody gives a party */
    const lince_call *host = &step->calls[0];
    if (host->method != HOST) return;
    int64_t come = (int64_t)step->count - 1;
    for (size_t i = 1; i < step->count; i++)
        if (step->calls[i].method != GUEST || step->calls[i].part != LINCE_PART_WHOLE) return;
    if ((guests < 0) != begins(host)) return;
    if (host->part == LINCE_PART_MIDDLE && !come) return;
    int64_t now = (guests < 0 ? 0 : guests) + come;
    lince_results results[3] = {{{lince_int(step->values, now)}}};
    bool over = host->part == LINCE_PART_WHOLE || host->part == LINCE_PART_LAST;
    if (over) now = -1;
    lince_emit(step, &now, sizeof now, results);
}

/* Guests are of no use without a host. */
static bool party_joins(const lince_step *step) {
    for (size_t i = 0; i < step->count; i++)
        if (i > 0 && step->calls[i].method == HOST) return false;
    return true;
}

static const lince_method party_methods[] = {
    [HOST] = {.name = "host", .results_min = 1, .results_max = 1}, [GUEST] = {.name = "guest"}};
static const lince_spec party = {.abi = LINCE_SPEC_ABI,
                                 .name = "party",
                                 .methods = party_methods,
                                 .method_count = 2,
                                 .traits = LINCE_INTERVALS,
                                 .arity_min = 1,
                                 .arity_max = 3,
                                 .init = party_init,
                                 .next = party_next,
                                 .joins = party_joins};

/* ---- doors: who goes meets one who opens and later one who closes, or just one who passes by; in between, two who go
 * meet one who nods, or somebody who goes does so for a while, which nobody notices ---- */

enum { GO, OPEN, CLOSE, PASS, NOD };

static void doors_init(lince_step *step) { lince_emit(step, "", 0, NULL); }

static bool is(const lince_call *c, uint32_t method, lince_part part) { return c->method == method && c->part == part; }

static void doors_next(lince_step *step) {
    const lince_call *c = step->calls;
    bool fits = is(&c[0], GO, LINCE_PART_MIDDLE) && step->count == 1;
    if (step->count == 2)
        fits = (is(&c[0], GO, LINCE_PART_FIRST) && is(&c[1], OPEN, LINCE_PART_WHOLE)) ||
               (is(&c[0], GO, LINCE_PART_LAST) && is(&c[1], CLOSE, LINCE_PART_WHOLE)) ||
               (is(&c[0], GO, LINCE_PART_WHOLE) && is(&c[1], PASS, LINCE_PART_WHOLE));
    if (step->count == 3)
        fits = is(&c[0], GO, LINCE_PART_MIDDLE) && is(&c[1], GO, LINCE_PART_MIDDLE) && is(&c[2], NOD, LINCE_PART_WHOLE);
    if (fits) lince_emit(step, step->state, step->size, NULL);
}

static const lince_method doors_methods[] = {[GO] = {.name = "go", .aliases = "walk"},
                                             [OPEN] = {.name = "open"},
                                             [CLOSE] = {.name = "close"},
                                             [PASS] = {.name = "pass"},
                                             [NOD] = {.name = "nod"}};
static const lince_spec doors = {.abi = LINCE_SPEC_ABI,
                                 .name = "doors",
                                 .methods = doors_methods,
                                 .method_count = 5,
                                 .traits = LINCE_INTERVALS,
                                 .arity_min = 1,
                                 .arity_max = 3,
                                 .init = doors_init,
                                 .next = doors_next};

/* ---- comparing ---- */

typedef struct tally {
    unsigned asked, ok, wrong, stuck, different, bad_witness;
} tally;

static void ask(const lince_history *h, const brute_object *object, const steps_question *q, tally *all) {
    bool witness = true, holds = brute_holds(h, object, q->progress);
    lince_verdict verdict = steps_ask(h, q, &witness);
    const char *what = q->progress ? "with progress" : q->no_symmetry ? "without symmetry" : "plainly";
    if (verdict != (holds ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION) && all->different++ < 3) steps_show(h, what);
    if (!witness && all->bad_witness++ < 3) steps_show(h, "not a witness");
    if (q->progress) all->stuck += !holds;
    else if (!q->no_symmetry) holds ? all->ok++ : all->wrong++;
}

static void run(const lc_instance *instance, const brute_object *object, const steps_question *plain, uint64_t first,
                unsigned count) {
    tally all = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        steps_seed(seed);
        steps_options options = {.threads = 2 + (int)steps_below(4),
                                 .calls = 2 + (int)steps_below(BRUTE_MOST_OPS - 1),
                                 .lies = (int)(seed % 3) * 8,
                                 .crashes = seed % 4 == 0 ? 8 : 0,
                                 .values = seed % 5 ? 3 : 6,
                                 .settled = seed % 3 > 0};
        lince_history *h = steps_history(instance, &options);
        steps_question q = *plain;
        q.criterion = LINCE_INTERVAL;
        ask(h, object, &q, &all);
        q.no_symmetry = true;
        ask(h, object, &q, &all);
        q.no_symmetry = false;
        q.progress = true;
        ask(h, object, &q, &all);
        lince_history_free(h);
    }
    expect(!all.different, "%s: as the oracle says, %u times ok, %u times not, %u times stuck", instance->name, all.ok,
           all.wrong, all.stuck - all.wrong);
    expect(!all.bad_witness, "%s: who took part can have done so", instance->name);
    expect(all.ok > count / 10 && all.wrong > count / 10 && all.stuck > all.wrong, "%s: of all kinds", instance->name);
}

/* ---- the oracle itself ---- */

static void must(lince_status status) {
    if (status != LINCE_DONE) abort();
}

/* `c+` calls, `c-` returns: the child; `u`, `d`: the parent waits for the signal, takes it down. */
static bool signal_example(const char *text, bool progress) {
    lince_history *h = lince_history_new();
    for (; *text; text += 2) {
        const char *thread = *text == 'c' ? "C" : *text == 'u' ? "U" : "D";
        const char *method = *text == 'c' ? "signal_up_and_wait" : *text == 'u' ? "wait_for_signal_up" : "signal_down";
        must(text[1] == '+' ? lince_invoke(h, thread, NULL, method, NULL, 0, NULL)
                            : lince_return(h, thread, NULL, 0, NULL));
    }
    bool holds = brute_holds(h, &brute_signal, progress);
    lince_history_free(h);
    return holds;
}

static void test_the_oracle(void) {
    expect(signal_example("c+u+u-d+d-c-", false), "the oracle: the history of the paper");
    expect(signal_example("c+u+u-d+c-d-", true), "the oracle: and with the returns the other way round");
    expect(!signal_example("c+u+u-c-d+d-", false), "the oracle: a child that does not wait for the signal to go down");
    expect(!signal_example("c+d+d-c-u+u-", false), "the oracle: the signal goes down before it was up");
    expect(!signal_example("u+u-c+d+d-c-", false), "the oracle: a parent that does not wait");
    expect(signal_example("c+u+u-", true), "the oracle: a child that still waits");
    expect(!signal_example("c+u+", true), "the oracle: two that should have met");
    expect(signal_example("c+u+", false), "the oracle: which is not wrong yet");
    expect(!signal_example("c+u+u-d+", true), "the oracle: the child should have seen the signal go down");
    expect(!signal_example("c+u+u-d+d-", true), "the oracle: and should have returned");
}

int main(int argc, char **argv) {
    unsigned count = (unsigned)share_of(argc > 1 ? strtoull(argv[1], NULL, 10) : 10000);
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    test_the_oracle();
    lc_instance instance;
    if (expect(lc_instance_parse(&instance, "signal", NULL, 0, NULL) == LINCE_DONE, "signal")) {
        run(&instance, &brute_signal, &(steps_question){.spec = "signal"}, first, count);
        lc_instance_free(&instance);
    }
    const struct {
        const lince_spec *spec;
        const brute_object *object;
    } own[] = {{&snapshot, &brute_snapshot}, {&party, &brute_party}, {&doors, &brute_doors}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (!expect(lc_instance_of(&instance, own[i].spec, NULL) == LINCE_DONE, "%s", own[i].spec->name)) continue;
        run(&instance, own[i].object, &(steps_question){.own = own[i].spec}, first, count);
        lc_instance_free(&instance);
    }
    return tap_end();
}
