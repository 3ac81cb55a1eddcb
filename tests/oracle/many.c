/* Long histories of many objects, put together from short ones that the oracle can judge: linearizability is local, so
 * the whole holds if and only if each object does.  Long enough for Lince to check the objects on several cores, which
 * must not change anything it says.
 *
 *     many [--seed N] [--count N]
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "check/result.h"
#include "subject.h"

enum { OBJECTS = 600, MOST_TOTAL = OBJECTS * MOST_OPS };

typedef struct member {
    history history;
    char name[16];
    bool holds;
    int fed;                   /* events given to Lince so far */
    int op_at[MOST_OPS];       /* numbers of its operations in the long history */
    int event_at[MOST_EVENTS]; /* and of its events */
} member;

typedef struct whole {
    uint64_t random;
    member members[OBJECTS];
    struct {
        int member, op;
    } origin[MOST_TOTAL]; /* of each operation of the long history */
    int op_count, event_count;
    int failing; /* the member whose failing prefix ends first, or -1 */
    int prefix;  /* that prefix, in events of the long history */
    lince_specs *specs;
    lince_history *history;
} whole;

static int below(whole *w, int bound) {
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (int)((w->random >> 33) % (uint64_t)bound);
}

/* One nameless object without an initial value, which would hold for all objects. */
static const scenario *draw_scenario(whole *w) {
    int count = 0;
    for (const scenario *s = oracle_scenarios; s->name; s++) count++;
    for (;;) {
        const scenario *s = &oracle_scenarios[below(w, count)];
        if (s->init == NIL && !s->objects[0].object && !s->objects[1].model) return s;
    }
}

/* A history that holds, or fails. */
static bool add_member(whole *w, int number, bool holds) {
    member *m = &w->members[number];
    const scenario *s = draw_scenario(w);
    do oracle_generate(s, (uint64_t)below(w, 1000000), &m->history);
    while (oracle_holds(&m->history, LINEARIZABLE) != holds);
    m->holds = holds;
    snprintf(m->name, sizeof m->name, "o%d", number);
    m->history.objects[0].name = m->name;
    char spec[64];
    snprintf(spec, sizeof spec, "%s=%s", m->name, s->objects[0].model);
    return lince_specs_add(w->specs, spec, NULL) == LINCE_DONE;
}

static bool feed_next(whole *w, int number) {
    member *m = &w->members[number];
    const event *e = &m->history.events[m->fed];
    if (e->what == INVOKE) {
        w->origin[w->op_count].member = number;
        w->origin[w->op_count].op = e->op;
        m->op_at[e->op] = w->op_count++;
    }
    m->event_at[m->fed++] = w->event_count++;
    return oracle_feed(w->history, &m->history, e, m->name, NULL) == LINCE_DONE;
}

/* A few objects are under way at a time. */
static bool feed_all(whole *w) {
    int active[8], count = 0, started = 0;
    while (count || started < OBJECTS) {
        while (count < 8 && started < OBJECTS) active[count++] = started++;
        int pick = below(w, count);
        const member *m = &w->members[active[pick]];
        if (m->fed == m->history.event_count) active[pick] = active[--count];
        else if (!feed_next(w, active[pick])) return false;
    }
    return true;
}

static void find_failing(whole *w) {
    w->failing = -1;
    for (int i = 0; i < OBJECTS; i++) {
        const member *m = &w->members[i];
        for (int length = 1; !m->holds && length <= m->history.event_count; length++) {
            history prefix = oracle_prefix(&m->history, length);
            if (oracle_holds(&prefix, LINEARIZABLE)) continue;
            int end = m->event_at[length - 1] + 1;
            if (w->failing < 0 || end < w->prefix) w->failing = i, w->prefix = end;
            break;
        }
    }
}

static void free_whole(whole *w) {
    lince_specs_free(w->specs);
    lince_history_free(w->history);
    free(w);
}

/* NULL: Lince refused something. */
static whole *build(uint64_t seed, int failures) {
    whole *w = calloc(1, sizeof *w);
    bool fails[OBJECTS] = {0};
    w->random = seed;
    w->specs = lince_specs_new();
    w->history = lince_history_new();
    for (int i = 0; i < failures; i++) fails[below(w, OBJECTS)] = true;
    bool good = w->specs && w->history;
    for (int i = 0; i < OBJECTS && good; i++) good = add_member(w, i, !fails[i]);
    if (good && feed_all(w)) {
        find_failing(w);
        return w;
    }
    free_whole(w);
    return NULL;
}

/* ---- what Lince says ---- */

/* Where an operation of the long history ends, if it returned. */
static int end_of(const whole *w, uint32_t number) {
    const member *m = &w->members[w->origin[number].member];
    const op *o = &m->history.ops[w->origin[number].op];
    return oracle_returned(&m->history, o) ? m->event_at[o->end] : INT_MAX;
}

static int call_of(const whole *w, uint32_t number) {
    const member *m = &w->members[w->origin[number].member];
    return m->event_at[m->history.ops[w->origin[number].op].call];
}

/* Each object's share of the order must explain it, and together they must respect real time. */
static const char *witness_fault(const whole *w, const lince_result *r) {
    static unsigned share[OBJECTS][MOST_OPS];
    int counts[OBJECTS] = {0}, earliest_end = INT_MAX;
    size_t count;
    const uint32_t *order = lince_result_witness(r, &count);
    for (size_t i = count; i-- > 0;) {
        if (order[i] >= (uint32_t)w->op_count) return "the witness names an operation that is not there";
        if (earliest_end < call_of(w, order[i])) return "the witness does not respect real time";
        if (end_of(w, order[i]) < earliest_end) earliest_end = end_of(w, order[i]);
    }
    for (size_t i = 0; i < count; i++) {
        int number = w->origin[order[i]].member;
        if (counts[number] == MOST_OPS) return "the witness names an operation twice";
        share[number][counts[number]++] = (unsigned)w->origin[order[i]].op;
    }
    for (int i = 0; i < OBJECTS; i++) {
        const char *fault = oracle_witness_fault(&w->members[i].history, LINEARIZABLE, share[i], counts[i]);
        if (fault) return fault;
    }
    return NULL;
}

static const char *violation_fault(const whole *w, const lc_violation *v) {
    const member *m = &w->members[w->failing];
    unsigned keep = 0, pending = 0;
    int number[MOST_OPS];
    if (!v || !v->has_prefix) return "the violation is not explained";
    if (strcmp(v->object, m->name) != 0) return "another object fails first";
    if ((int)v->prefix_events != w->prefix) return "another prefix is the smallest that fails";
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        uint32_t at = v->conflict.at[i].op;
        if (at >= (uint32_t)w->op_count || w->origin[at].member != w->failing) return "the conflict is elsewhere";
        keep |= 1u << w->origin[at].op;
        if (v->conflict.at[i].pending) pending |= 1u << w->origin[at].op;
    }
    history part = oracle_part(&m->history, keep, pending, number);
    return oracle_holds(&part, LINEARIZABLE) ? "the operations of the conflict alone do not fail" : NULL;
}

static const char *fault_with(const whole *w, unsigned jobs) {
    lince_check_options options = {.jobs = jobs};
    lince_result *result = NULL;
    lince_error error;
    if (lince_check(w->history, w->specs, &options, &result, &error) != LINCE_DONE) return "the check is refused";
    const char *fault = NULL;
    if (lince_result_verdict(result) != (w->failing < 0 ? LINCE_VERDICT_OK : LINCE_VERDICT_VIOLATION))
        fault = "the verdict is wrong";
    else fault = w->failing < 0 ? witness_fault(w, result) : violation_fault(w, result->violation);
    lince_result_free(result);
    return fault;
}

static const char *run(uint64_t seed, int failures) {
    static const unsigned jobs[] = {1, 2, 4, 0};
    whole *w = build(seed, failures);
    const char *fault = w ? NULL : "the history is refused";
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs && !fault; i++) fault = fault_with(w, jobs[i]);
    if (w) free_whole(w);
    return fault;
}

int main(int argc, char **argv) {
    uint64_t seed = 1, count = 20;
    for (int i = 1; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    for (int failures = 0; failures <= 3; failures++) {
        const char *fault = NULL;
        uint64_t done = 0;
        while (done < count && !fault) fault = run(seed + done++, failures);
        expect(!fault, "%" PRIu64 " histories of %d objects, %d of them wrong%s%s", done, OBJECTS, failures,
               fault ? ": " : "", fault ? fault : "");
        if (fault) fprintf(stderr, "# failed with --seed %" PRIu64 " --count 1\n", seed + done - 1);
    }
    return tap_end();
}
