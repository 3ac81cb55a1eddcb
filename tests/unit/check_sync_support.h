/* For the tests of synchronization objects without state: random histories of them, and a checker of witnesses that
 * knows nothing of specifications. */
#ifndef LC_TESTS_CHECK_SYNC_SUPPORT_H
#define LC_TESTS_CHECK_SYNC_SUPPORT_H

#include <lince/lince.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/driver/parts.h"
#include "check/sync/search.h"
#include "check/sync/stateless.h"
#include "spec/builtin/common.h"
#include "spec/specs.h"
#include "tap.h"

static uint64_t random_state;

static inline int below(int bound) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)bound);
}

static inline void must(bool holds) {
    if (!holds) abort();
}

/* ---- objects of our own, beside those that are built in ---- */

static inline int64_t number_of(const lince_step *step, size_t call) {
    int64_t x = 0;
    (void)lince_get_int(step->values, argument(step, call), &x);
    return x;
}

/* Neighbours: two meet whose numbers differ by at most one.  The graph has circles of odd length. */
static inline bool are_near(int64_t x, int64_t y) { return x - y <= 1 && y - x <= 1; }
static void next_near(lince_step *step) {
    if (step->count == 2 && are_near(number_of(step, 0), number_of(step, 1))) emit_meeting(step, NULL);
}
/* The same, but 0 does without. */
static void next_lonely(lince_step *step) {
    if (step->count == 1 && number_of(step, 0) == 0) emit_meeting(step, NULL);
    next_near(step);
}
/* Two or three meet whose numbers are a multiple of 3 together. */
static inline bool are_of_three(int64_t sum) { return sum % 3 == 0; }
static void next_three(lince_step *step) {
    int64_t sum = 0;
    for (size_t i = 0; i < step->count; i++) sum += number_of(step, i);
    if (step->count > 1 && are_of_three(sum)) emit_meeting(step, NULL);
}
static const lince_method own_methods[] = {{.name = "meet", .args_min = 1, .args_max = 1}};
#define OWN(n, least, most, f)                                                                                         \
    {                                                                                                                  \
        .abi = LINCE_SPEC_ABI, .name = (n), TABLE(own_methods), .traits = LINCE_STATELESS, .arity_min = (least),       \
        .arity_max = (most), .init = init_no_items, .next = (f)                                                        \
    }
static const lince_spec spec_near = OWN("near", 2, 2, next_near), spec_lonely = OWN("lonely", 1, 2, next_lonely),
                        spec_three = OWN("three", 2, 3, next_three);

typedef enum kind {
    CHANNEL,
    TIMEOUT_CHANNEL,
    FILTER,
    MEN_WOMEN,
    EXCHANGER,
    TIMEOUT_EXCHANGER,
    ABC,
    BARRIER,
    SUM,
    MIN,
    BROADCAST,
    NEAR,
    LONELY,
    THREE
} kind;

typedef struct object {
    const char *spec;
    kind kind;
    const lince_spec *own;
    int most;              /* how many meet */
    const char *method[3]; /* by what stands first in a group */
} object;

static const object objects[] = {
    {"channel", CHANNEL, NULL, 2, {"send", "receive"}},
    {"timeout-channel", TIMEOUT_CHANNEL, NULL, 2, {"send", "receive"}},
    {"filter-channel", FILTER, NULL, 2, {"send", "receive"}},
    {"men-women", MEN_WOMEN, NULL, 2, {"man", "woman"}},
    {"exchanger", EXCHANGER, NULL, 2, {"exchange"}},
    {"timeout-exchanger", TIMEOUT_EXCHANGER, NULL, 2, {"exchange"}},
    {"abc", ABC, NULL, 3, {"a", "b", "c"}},
    {"barrier:n=1", BARRIER, NULL, 1, {"sync"}},
    {"barrier:n=2", BARRIER, NULL, 2, {"sync"}},
    {"barrier:n=3", BARRIER, NULL, 3, {"sync"}},
    {"combining-barrier:n=3,f=sum", SUM, NULL, 3, {"sync"}},
    {"combining-barrier:n=2,f=min", MIN, NULL, 2, {"sync"}},
    {"broadcast:n=2", BROADCAST, NULL, 3, {"send", "receive"}},
    {"near", NEAR, &spec_near, 2, {"meet"}},
    {"lonely", LONELY, &spec_lonely, 2, {"meet"}},
    {"three", THREE, &spec_three, 3, {"meet"}},
};
enum { OBJECTS = sizeof objects / sizeof *objects };

/* ---- operations as the tests see them ---- */

enum { NOTHING = -100, NO, YES, NONE }; /* words among the results */

typedef enum fate { OPEN, RETURNED, CRASHED } fate;

typedef struct operation {
    int method, args[2], results[2];
    uint32_t call, end; /* places among the events */
    fate fate;
} operation;

static inline int role_count(const object *o) { return o->method[2] ? 3 : o->method[1] ? 2 : 1; }

static inline bool fits(const operation *o, int first, int second) {
    return o->fate != RETURNED || (o->results[0] == first && o->results[1] == second);
}

/* May these have met?  If they have not returned, any result will do. */
static inline bool is_legal(const object *o, operation *const *g, int count) {
    const operation *a = g[0], *b = count > 1 ? g[1] : NULL, *c = count > 2 ? g[2] : NULL;
    int sum = 0, least = 1000;
    for (int i = 0; i < count; i++) {
        sum += g[i]->args[0];
        if (g[i]->args[0] < least) least = g[i]->args[0];
    }
    if (count == 1) {
        if (o->kind == TIMEOUT_CHANNEL) return fits(a, a->method == 0 ? NO : NONE, NOTHING);
        if (o->kind == TIMEOUT_EXCHANGER) return fits(a, NONE, NOTHING);
        return (o->kind == LONELY && a->args[0] == 0) || (o->kind == BARRIER && o->most == 1);
    }
    switch (o->kind) {
    case CHANNEL: return count == 2 && a->method == 0 && b->method == 1 && fits(b, a->args[0], NOTHING);
    case TIMEOUT_CHANNEL:
        return count == 2 && a->method == 0 && b->method == 1 && fits(a, YES, NOTHING) && fits(b, a->args[0], NOTHING);
    case FILTER:
        return count == 2 && a->method == 0 && b->method == 1 && fits(b, a->args[0], NOTHING) &&
               b->args[0] <= a->args[0] && a->args[0] <= b->args[1];
    case MEN_WOMEN:
        return count == 2 && a->method == 0 && b->method == 1 && fits(a, b->args[0], NOTHING) &&
               fits(b, a->args[0], NOTHING);
    case EXCHANGER:
    case TIMEOUT_EXCHANGER: return count == 2 && fits(a, b->args[0], NOTHING) && fits(b, a->args[0], NOTHING);
    case ABC:
        return count == 3 && a->method == 0 && b->method == 1 && c->method == 2 && fits(a, b->args[0], c->args[0]) &&
               fits(b, a->args[0], c->args[0]) && fits(c, a->args[0], b->args[0]);
    case BARRIER: return count == o->most;
    case SUM: return count == 3 && fits(a, sum, NOTHING) && fits(b, sum, NOTHING) && fits(c, sum, NOTHING);
    case MIN: return count == 2 && fits(a, least, NOTHING) && fits(b, least, NOTHING);
    case BROADCAST:
        return count == 3 && a->method == 0 && b->method == 1 && c->method == 1 && fits(b, a->args[0], NOTHING) &&
               fits(c, a->args[0], NOTHING);
    case NEAR:
    case LONELY: return count == 2 && are_near(a->args[0], b->args[0]);
    case THREE: return are_of_three(sum);
    }
    return false;
}

static inline int by_method(const void *a, const void *b) {
    return (*(operation *const *)a)->method - (*(operation *const *)b)->method;
}

static inline bool may_meet(const object *o, operation **group, int count) {
    qsort(group, (size_t)count, sizeof *group, by_method);
    return is_legal(o, group, count);
}

/* The results they get. */
static inline void let_meet(const object *o, operation **g, int count) {
    int sum = 0, least = 1000;
    for (int i = 0; i < count; i++) {
        sum += g[i]->args[0];
        if (g[i]->args[0] < least) least = g[i]->args[0];
    }
    for (int i = 0; i < count; i++) {
        int *r = g[i]->results, other = g[count - 1 - i]->args[0];
        r[0] = r[1] = NOTHING;
        if (count == 1 && (o->kind == TIMEOUT_CHANNEL || o->kind == TIMEOUT_EXCHANGER))
            r[0] = o->kind == TIMEOUT_CHANNEL && g[0]->method == 0 ? NO : NONE;
        else if (o->kind == TIMEOUT_CHANNEL && i == 0) r[0] = YES;
        else if (o->kind == CHANNEL || o->kind == FILTER || o->kind == TIMEOUT_CHANNEL || o->kind == BROADCAST)
            r[0] = i == 0 ? NOTHING : g[0]->args[0];
        else if (o->kind == MEN_WOMEN || o->kind == EXCHANGER || o->kind == TIMEOUT_EXCHANGER) r[0] = other;
        else if (o->kind == SUM) r[0] = sum;
        else if (o->kind == MIN) r[0] = least;
        else if (o->kind == ABC) {
            r[0] = g[i == 0]->args[0];
            r[1] = g[i == 2 ? 1 : 2]->args[0];
        }
    }
}

/* ---- random histories ---- */

enum { MOST_THREADS = 200, MOST_OPERATIONS = 2000 };

typedef struct habits {
    int threads, operations, values;
    int lies, crashes; /* in a thousand */
} habits;

typedef struct simulation {
    const object *object;
    habits habits;
    lince_history *history;
    operation ops[MOST_OPERATIONS];
    int count;
    uint32_t events;
    struct {
        int stage; /* 0: idle, 1: called, 2: met */
        int op;
    } threads[MOST_THREADS];
} simulation;

static inline lince_value value_of(lince_values *values, int x) {
    return x == NO ? LINCE_FALSE : x == YES ? LINCE_TRUE : x == NONE ? LINCE_NONE : lince_int(values, x);
}

static inline void call(simulation *s, int t) {
    char name[16];
    const object *o = s->object;
    lince_values *values = lince_history_values(s->history);
    operation *x = &s->ops[s->count];
    *x = (operation){.method = below(role_count(o)), .results = {NOTHING, NOTHING}, .call = s->events++};
    x->args[0] = below(s->habits.values);
    if (o->kind == FILTER && x->method == 1) x->args[1] = x->args[0] + below(3);
    snprintf(name, sizeof name, "T%d", t);
    bool gives = !(x->method == 1 && (o->kind == CHANNEL || o->kind == TIMEOUT_CHANNEL || o->kind == BROADCAST)) &&
                 o->kind != BARRIER;
    if (!gives) x->args[0] = 0;
    size_t argc = !gives ? 0 : o->kind == FILTER && x->method == 1 ? 2 : 1;
    lince_value args[2] = {lince_int(values, x->args[0]), lince_int(values, x->args[1])};
    must(lince_invoke(s->history, name, NULL, o->method[x->method], args, argc, NULL) == LINCE_DONE);
    s->threads[t].op = s->count++;
    s->threads[t].stage = 1;
}

/* t and some others that wait, whoever fits; false: nobody does. */
static inline bool meet_others(simulation *s, int t) {
    operation *group[3] = {&s->ops[s->threads[t].op]};
    int who[3] = {t};
    for (int tries = 0; tries < 6; tries++) {
        int count = 1;
        while (count < s->object->most) {
            int other = below(s->habits.threads);
            bool again = s->threads[other].stage != 1;
            for (int i = 0; i < count; i++) again |= who[i] == other;
            if (again && below(4) == 0) break;
            if (again) continue;
            who[count] = other;
            group[count++] = &s->ops[s->threads[other].op];
        }
        operation *sorted[3] = {group[0], group[1], group[2]};
        if (!may_meet(s->object, sorted, count)) continue;
        let_meet(s->object, sorted, count);
        for (int i = 0; i < count; i++) s->threads[who[i]].stage = 2;
        return true;
    }
    return false;
}

static inline void finish(simulation *s, int t, fate how) {
    char name[16];
    operation *x = &s->ops[s->threads[t].op];
    lince_values *values = lince_history_values(s->history);
    snprintf(name, sizeof name, "T%d", t);
    x->fate = how;
    x->end = s->events++;
    s->threads[t].stage = 0;
    lince_value results[2] = {value_of(values, x->results[0]), value_of(values, x->results[1])};
    size_t count = (x->results[0] != NOTHING) + (x->results[1] != NOTHING);
    if (how == CRASHED) must(lince_crash(s->history, name, NULL) == LINCE_DONE);
    else must(lince_return(s->history, name, results, count, NULL) == LINCE_DONE);
}

/* A result as if it had met somebody. */
static inline void lie(simulation *s, operation *x) {
    operation others[3], *group[3];
    for (int i = 0; i < s->object->most; i++) {
        others[i] = (operation){.method = i < role_count(s->object) ? i : role_count(s->object) - 1,
                                .args = {below(s->habits.values)}};
        group[i] = &others[i];
    }
    int own = 0;
    for (int i = 0; i < s->object->most; i++)
        if (others[i].method == x->method) own = i;
    others[own] = *x;
    let_meet(s->object, group, s->object->most);
    memcpy(x->results, others[own].results, sizeof x->results);
}

static inline void draw(simulation *s, const object *o, const habits *h, uint64_t seed) {
    *s = (simulation){.object = o, .habits = *h, .history = lince_history_new()};
    random_state = seed * 0x9e3779b97f4a7c15u + 1;
    for (int rounds = 6 * h->operations; rounds; rounds--) {
        int t = below(h->threads);
        if (s->threads[t].stage == 0) {
            if (s->count < h->operations) call(s, t);
        } else if (below(1000) < h->crashes) {
            finish(s, t, CRASHED);
        } else if (s->threads[t].stage == 2) {
            if (below(2)) finish(s, t, RETURNED);
        } else if (below(1000) < h->lies) {
            lie(s, &s->ops[s->threads[t].op]);
            s->threads[t].stage = 2;
        } else {
            (void)meet_others(s, t);
        }
    }
}

/* ---- a history, ready to be decided ---- */

typedef struct subject {
    lc_budget budget;
    lc_limits limits;
    lc_instance instance;
    lc_binding binding;
    lc_parts parts;
    lc_sync_search search;
    lc_stateless stateless;
} subject;

static inline const lc_instance *only_instance(const void *context, lc_span name) {
    (void)name;
    return context;
}

static inline void prepare(subject *s, const object *o, const lince_history *h, bool progress) {
    static const lc_tuning plain;
    *s = (subject){.limits = {0}};
    lc_budget_init(&s->budget, 0);
    if (o->own) must(lc_instance_of(&s->instance, o->own, NULL) == LINCE_DONE);
    else must(lc_instance_parse(&s->instance, o->spec, NULL, 0, NULL) == LINCE_DONE);
    lc_bind_options options = {.lookup = only_instance,
                               .context = &s->instance,
                               .init = LINCE_NO_VALUE,
                               .sync = true,
                               .keep_pure = progress,
                               .limits = &s->limits};
    must(lc_bind(&s->binding, h, &options, &s->budget, NULL) == LINCE_DONE);
    must(lc_split(&s->parts, &s->binding, false, &s->budget) && s->parts.parts.count <= 1);
    lc_sync_search_init(&s->search, &s->binding, &plain, &s->limits, progress, &s->budget);
    lc_stateless_init(&s->stateless, &s->binding, &plain, &s->limits, progress, &s->budget);
}

static inline void discard(subject *s) {
    lc_sync_search_free(&s->search);
    lc_stateless_free(&s->stateless);
    lc_parts_free(&s->parts);
    lc_binding_free(&s->binding);
    lc_instance_free(&s->instance);
    must(atomic_load(&s->budget.used) == 0);
}

/* ---- is a witness one? ---- */

static inline bool explains(const simulation *s, const lc_sync_answer *a, bool progress) {
    static bool used[MOST_OPERATIONS];
    memset(used, 0, sizeof used);
    uint32_t from = 0, moment = 0;
    for (uint32_t i = 0; i < a->ends.count; from = a->ends.at[i++]) {
        operation *group[3];
        int count = 0;
        for (uint32_t k = from; k < a->ends.at[i]; k++) {
            uint32_t op = a->met.at[k];
            const operation *x = &s->ops[op];
            if (count == 3 || used[op] || (progress && x->fate == OPEN)) return false;
            used[op] = true;
            group[count++] = (operation *)x;
            if (x->call > moment) moment = x->call;
        }
        for (int k = 0; k < count; k++)
            if (group[k]->fate == RETURNED && group[k]->end < moment) return false;
        if (!count || !may_meet(s->object, group, count)) return false;
    }
    for (int i = 0; i < s->count; i++)
        if (s->ops[i].fate == RETURNED && !used[i]) return false;
    return true;
}

#endif
