/* The algorithms against each other, on histories that are too long for the oracle: the search, which knows nothing of
 * particular objects, against what is chosen for each object.  Verdicts and smallest failing prefixes must be the same.
 *
 *     check_engines [HISTORIES [FIRST]]
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "../tap.h"
#include "check/result.h"
#include "history/history.h"
#include "target/runtime/splitmix.h"

static uint64_t seed;

static uint32_t below(uint32_t bound) { return (uint32_t)(lct_splitmix(&seed) % bound); }

/* ---- objects that are correct ---- */

enum { MOST = 128, THREADS = 6, NOTHING = -1, IS_EMPTY = -2, IS_TRUE = -3, IS_FALSE = -4 };

typedef struct object {
    int expected;           /* by the cas under way */
    int items[MOST], count; /* of containers; of a register the first item; else the count alone */
} object;

typedef struct call {
    const char *method;
    int argument; /* or NOTHING */
} call;

static int take(object *o, int place) {
    if (!o->count) return IS_EMPTY;
    int item = o->items[place];
    memmove(&o->items[place], &o->items[place + 1], (size_t)(--o->count - place) * sizeof item);
    return item;
}

static int smallest(const object *o) {
    int place = 0;
    for (int i = 1; i < o->count; i++)
        if (o->items[i] < o->items[place]) place = i;
    return place;
}

static bool container(object *o, const char *spec, const call *c, int *result) {
    object all = *o;
    if (c->argument != NOTHING) {
        o->items[o->count++] = c->argument;
        *result = NOTHING;
    } else {
        int last = o->count ? o->count - 1 : 0, some = o->count ? (int)below((uint32_t)o->count) : 0;
        *result = take(o, *spec == 's' ? last : *spec == 'q' ? 0 : *spec == 'p' ? smallest(o) : some);
    }
    if (!strcmp(c->method, "peek")) *o = all;
    return true;
}

/* False: it has to wait. */
static bool step(object *o, const char *spec, const call *c, int *result) {
    const char *m = c->method;
    *result = NOTHING;
    if (strstr(spec, "register")) {
        bool cas = !strcmp(m, "cas"), matches = o->items[0] == o->expected;
        if (cas) *result = matches ? IS_TRUE : IS_FALSE;
        if (c->argument != NOTHING && (!cas || matches)) o->items[0] = c->argument;
        if (c->argument == NOTHING) *result = o->items[0];
    } else if (!strcmp(spec, "set")) {
        bool in = o->count;
        *result = in == (*m == 'a') ? IS_FALSE : IS_TRUE;
        if (*m == 'c') *result = in ? IS_TRUE : IS_FALSE;
        else o->count = *m == 'a';
    } else if (!strcmp(spec, "mutex")) {
        bool held = o->count;
        if (*m == 't') *result = held ? IS_FALSE : IS_TRUE;
        else if (held != (*m == 'u')) return false;
        o->count = *m != 'u';
    } else if (!strcmp(spec, "semaphore:n=2")) {
        if (*m == 'w' && o->count == -2) return false;
        o->count += *m == 'p' ? 1 : -1;
    } else if (!strcmp(spec, "counter")) {
        if (*m != 'i') *result = o->count;
        if (*m != 'g') o->count++;
    } else {
        return container(o, spec, c, result);
    }
    return true;
}

typedef struct subject {
    const char *spec;
    call calls[3]; /* an argument of 0 stands for a value */
} subject;

static const subject subjects[] = {
    {"queue", {{"enq", 0}, {"deq", NOTHING}}},
    {"stack", {{"push", 0}, {"pop", NOTHING}}},
    {"pqueue", {{"insert", 0}, {"delmin", NOTHING}}},
    {"queue", {{"enq", 0}, {"deq", NOTHING}, {"peek", NOTHING}}},
    {"stack", {{"push", 0}, {"pop", NOTHING}, {"peek", NOTHING}}},
    {"pqueue", {{"insert", 0}, {"delmin", NOTHING}, {"peek", NOTHING}}},
    {"bag", {{"put", 0}, {"take", NOTHING}}},
    {"register", {{"write", 0}, {"read", NOTHING}}},
    {"cas-register", {{"write", 0}, {"read", NOTHING}, {"cas", 0}}},
    {"set", {{"add", 7}, {"remove", 7}, {"contains", 7}}},
    {"mutex", {{"lock", NOTHING}, {"trylock", NOTHING}, {"unlock", NOTHING}}},
    {"semaphore:n=2", {{"wait", NOTHING}, {"post", NOTHING}}},
    {"counter", {{"inc", NOTHING}, {"fetch_add", 1}, {"get", NOTHING}}},
};

/* ---- histories ---- */

static lince_value value(lince_history *h, int v) {
    switch (v) {
    case NOTHING: return LINCE_NOTHING;
    case IS_EMPTY: return LINCE_EMPTY;
    case IS_TRUE: return LINCE_TRUE;
    case IS_FALSE: return LINCE_FALSE;
    default: return lince_int(lince_history_values(h), v);
    }
}

static lince_value arguments(lince_history *h, const call *c, int expected) {
    if (strcmp(c->method, "cas") != 0) return value(h, c->argument);
    lince_value both[] = {value(h, expected), value(h, c->argument)};
    return lince_tuple(lince_history_values(h), both, 2);
}

typedef struct running {
    bool called, done;
    call call;
    int expected; /* by a cas */
    int result;
} running;

/* What was observed instead of the truth, now and then. */
static int distorted(const subject *s, int result, int values) {
    if (result == IS_TRUE || result == IS_FALSE) return result == IS_TRUE ? IS_FALSE : IS_TRUE;
    if (result == NOTHING) return result;
    if (!strcmp(s->spec, "counter")) return result + 1;
    return !strstr(s->spec, "register") && below(3) == 0 ? IS_EMPTY : 1 + (int)below((uint32_t)values);
}

static lince_history *make(const subject *s, int operations, bool distinct, bool wrong) {
    lince_history *h = lc_history_new("made", NULL);
    object o = {.items = {0}};
    running threads[THREADS] = {{0}};
    uint32_t used = 2 + below(THREADS - 1);
    int values = distinct ? 0 : 3, crashes = below(3) ? 0 : 4;
    int distort = wrong ? (int)below((uint32_t)operations) : -1;
    if (wrong && !strcmp(s->spec, "semaphore:n=2")) o.count = 1; /* results it has none, so let it have one too many */
    for (int left = operations, rounds = 0; rounds < 20 * operations; rounds++) {
        char name[8];
        uint32_t t = below(used);
        running *r = &threads[t];
        lince_error error;
        lince_status status = LINCE_DONE;
        lc_span thread = {name, (size_t)snprintf(name, sizeof name, "T%u", t)}, none = {"", 0};
        if (!r->called) {
            if (!left) continue;
            int kinds = s->calls[2].method ? 3 : 2;
            *r = (running){.called = true, .call = s->calls[below((uint32_t)kinds)]};
            if (r->call.argument == 0) r->call.argument = distinct ? ++values : 1 + (int)below((uint32_t)values);
            r->expected = below(3) || !values ? o.items[0] : 1 + (int)below((uint32_t)values);
            left--;
            status = lc_history_invoke(h, 0, thread, none, lc_span_of(r->call.method),
                                       arguments(h, &r->call, r->expected), &error);
        } else if (!r->done) {
            o.expected = r->expected;
            r->done = step(&o, s->spec, &r->call, &r->result);
        } else if ((int)below(100) < crashes) {
            r->called = false;
            status = lc_history_end(h, 0, thread, LC_CRASH, &error);
        } else {
            if (distort-- == 0) r->result = distorted(s, r->result, values ? values : 1);
            r->called = false;
            status = lc_history_return(h, 0, thread, value(h, r->result), &error);
        }
        if (status != LINCE_DONE) return NULL;
    }
    return h;
}

/* ---- the comparison ---- */

/* Registers start at 0. */
static lince_result *ask(const lince_history *h, const lince_specs *specs, lince_algorithm algorithm) {
    /* what the search does not find out soon is left out: it is bounded by memory, not by time */
    lince_check_options options = {.algorithm = algorithm, .jobs = 1, .max_memory = 32u << 20};
    options.init = lince_int(lince_history_values((lince_history *)(uintptr_t)h), 0);
    lince_result *r = NULL;
    return lince_check(h, specs, &options, &r, NULL) == LINCE_DONE ? r : NULL;
}

typedef struct tally {
    uint64_t same, violations, unknown, wrong, without_search;
} tally;

static void compare(const subject *s, const lince_specs *specs, uint64_t number, tally *t) {
    seed = number * 0xd1342543de82ef95u;
    bool distinct = below(4) > 0;
    lince_history *h = make(s, 8 + (int)below(40), distinct, below(3) > 0);
    lince_result *search = h ? ask(h, specs, LINCE_SEARCH) : NULL, *chosen = h ? ask(h, specs, LINCE_AUTO) : NULL;
    bool good = search && chosen;
    if (good && search->verdict == LINCE_VERDICT_UNKNOWN) {
        t->unknown++;
    } else if (good) {
        good = search->verdict == chosen->verdict;
        t->same += good;
        t->violations += chosen->verdict == LINCE_VERDICT_VIOLATION;
        t->without_search += !strstr(chosen->algorithm, "search");
        const lc_violation *a = search->violation, *b = chosen->violation;
        if (good && a && b && a->smallest && b->smallest) good = a->prefix_events == b->prefix_events;
        if (good && chosen->verdict == LINCE_VERDICT_VIOLATION) good = b && b->conflict.count;
    }
    if (!good && t->wrong++ < 3)
        fprintf(stderr, "# %s: history %" PRIu64 ": %s, and by search %s\n", s->spec, number,
                chosen ? lc_verdict_name(chosen->verdict) : "refused",
                search ? lc_verdict_name(search->verdict) : "refused");
    lince_result_free(search);
    lince_result_free(chosen);
    lince_history_free(h);
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1500, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        lince_specs *specs = lince_specs_new();
        tally t = {0};
        bool named = specs && lince_specs_add(specs, subjects[i].spec, NULL) == LINCE_DONE;
        for (uint64_t n = 0; n < count && named; n++) compare(&subjects[i], specs, first + n, &t);
        expect(named && !t.wrong && t.same > count / 2 && t.violations > count / 20 && t.without_search > count / 4,
               "%s: %" PRIu64 " verdicts alike, %" PRIu64 " of them violations, %" PRIu64
               " found without search; %" PRIu64 " too hard for the search",
               subjects[i].spec, t.same, t.violations, t.without_search, t.unknown);
        lince_specs_free(specs);
    }
    return tap_end();
}
