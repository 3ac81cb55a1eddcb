/* Random histories of any sequential object, made by running its specification while threads come and go. */
#ifndef LC_TESTS_STORY_H
#define LC_TESTS_STORY_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "history/values.h"
#include "spec/specs.h"
#include "target/runtime/splitmix.h"

enum { THREADS = 4, MOST_EVENTS = 4096 };

typedef enum what { CALLS, RETURNS, CRASHES, FAILS, QUIET } what;

typedef struct happening {
    what what;
    uint32_t thread, method, count;
    lince_value values[4];
} happening;

typedef struct story {
    happening at[MOST_EVENTS];
    uint32_t count;
} story;

typedef struct maker {
    uint64_t random;
    lc_instance instance;
    lince_values *values;
    lc_runner runner;
    char state[4096];
    size_t size;
    bool unique, no_peeks;
    bool sleepy;    /* what the first thread does takes long */
    uint32_t fails; /* per cent of the operations that have done nothing yet do */
    int64_t last;   /* value that was added */
    /* What a step may lead to. */
    char next[4096];
    size_t next_size;
    lince_results results;
    uint32_t outcomes;
} maker;

static uint64_t draw(maker *m) { return lct_splitmix(&m->random); }
static uint32_t below(maker *m, uint32_t bound) { return (uint32_t)(draw(m) % bound); }
static bool chance(maker *m, uint32_t percent) { return below(m, 100) < percent; }

static void take_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    maker *m = context;
    assert(size <= sizeof m->next);
    if (below(m, ++m->outcomes)) return; /* each with the same chance */
    memcpy(m->next, state, size);
    m->next_size = size;
    if (results) m->results = *results;
}

static bool accept_outcome(maker *m) {
    if (!m->outcomes) return false;
    memcpy(m->state, m->next, m->next_size);
    m->size = m->next_size;
    return true;
}

static void maker_init(maker *m, const char *spec, uint64_t seed, bool unique) {
    lince_error error = {0};
    *m = (maker){.random = seed, .unique = unique};
    lince_status status = lc_instance_parse(&m->instance, spec, NULL, 0, &error);
    assert(status == LINCE_DONE);
    (void)status;
    m->values = lince_values_new();
    lc_runner_init(&m->runner, &m->instance, m->values, LINCE_NO_VALUE);
    lc_run_init(&m->runner, take_outcome, m);
    accept_outcome(m);
}

static void maker_free(maker *m) {
    lc_runner_free(&m->runner);
    lince_values_free(m->values);
    lc_instance_free(&m->instance);
}

static lince_value some_value(maker *m, bool adds) {
    if (adds && m->unique) return lince_int(m->values, ++m->last);
    return lince_int(m->values, 1 + below(m, 3));
}

static happening some_call(maker *m, uint32_t thread) {
    const lince_spec *spec = m->instance.spec;
    happening h = {.what = CALLS, .thread = thread, .method = below(m, spec->method_count)};
    const lince_method *method = &spec->methods[h.method];
    if (m->no_peeks && method->role == LINCE_ROLE_PEEK) return some_call(m, thread);
    h.count = method->args_min;
    for (uint32_t i = 0; i < h.count; i++)
        h.values[i] = some_value(m, method->role == LINCE_ROLE_ADD && i + 1 == h.count);
    return h;
}

/* Lets the operation take effect; false: it cannot now. */
static bool take_effect(maker *m, const happening *call, happening *returned) {
    lince_call c = {.method = call->method, .argc = call->count, .args = call->values};
    m->outcomes = 0;
    memset(&m->results, 0, sizeof m->results);
    lc_run_next(&m->runner, m->state, m->size, &c, 1, take_outcome, m);
    if (!accept_outcome(m)) return false;
    *returned = (happening){.what = RETURNS, .thread = call->thread, .method = call->method};
    while (returned->count < 4 && m->results.at[returned->count] != LINCE_NO_VALUE) {
        returned->values[returned->count] = m->results.at[returned->count];
        returned->count++;
    }
    return true;
}

/* A correct history of about so many events.  Some of the moments when nobody is there are marked QUIET. */
static void tell_story(maker *m, story *s, uint32_t events, uint32_t threads, uint32_t crashes) {
    enum { IDLE, CALLED, DONE } state[THREADS] = {0};
    happening open[THREADS], result[THREADS];
    s->count = 0;
    uint32_t busy = 0;
    for (uint32_t tries = 0; s->count < events && tries < 20 * events; tries++) {
        uint32_t t = below(m, threads);
        if (t == 0 && m->sleepy && chance(m, 90)) continue;
        if (state[t] == IDLE) {
            if (!busy && s->count && chance(m, 30)) s->at[s->count++] = (happening){.what = QUIET};
            open[t] = some_call(m, t);
            s->at[s->count++] = open[t];
            state[t] = CALLED;
            busy++;
        } else if (state[t] == CALLED && m->fails && chance(m, m->fails)) {
            s->at[s->count++] = (happening){.what = FAILS, .thread = t};
            state[t] = IDLE;
            busy--;
        } else if (state[t] == CALLED) {
            if (take_effect(m, &open[t], &result[t])) state[t] = DONE;
        } else if (chance(m, crashes)) {
            s->at[s->count++] = (happening){.what = CRASHES, .thread = t};
            state[t] = IDLE;
            busy--;
        } else {
            s->at[s->count++] = result[t];
            state[t] = IDLE;
            busy--;
        }
    }
}

/* Another result somewhere, of the kind that is returned there. */
static void damage(maker *m, story *s) {
    for (uint32_t tries = 0; tries < 100; tries++) {
        uint32_t i = below(m, s->count), k = below(m, s->count);
        happening *a = &s->at[i], *b = &s->at[k];
        if (a->what != RETURNS || b->what != RETURNS || !a->count || a->count != b->count || a->method != b->method)
            continue;
        if (a->values[0] == b->values[0]) continue;
        lince_value kept = a->values[0];
        a->values[0] = b->values[0];
        if (chance(m, 70)) b->values[0] = kept;
        return;
    }
}

/* ---- as a recorded history ---- */

/* The first so many events. */
static lince_history *recorded(const maker *m, const story *s, uint32_t count) {
    lince_history *h = lince_history_new();
    lince_error error = {0};
    for (uint32_t i = 0; i < count; i++) {
        const happening *e = &s->at[i];
        char thread[8];
        lince_value values[4];
        snprintf(thread, sizeof thread, "T%u", e->thread + 1);
        for (uint32_t k = 0; k < e->count; k++)
            values[k] = lc_value_copy(lince_history_values(h), m->values, e->values[k]);
        const char *name = m->instance.spec->methods[e->method].name;
        lince_status status = e->what == CALLS     ? lince_invoke(h, thread, NULL, name, values, e->count, &error)
                              : e->what == RETURNS ? lince_return(h, thread, values, e->count, &error)
                              : e->what == CRASHES ? lince_crash(h, thread, &error)
                              : e->what == FAILS   ? lince_fail(h, thread, &error)
                                                   : LINCE_DONE;
        assert(status == LINCE_DONE);
        (void)status;
    }
    return h;
}

#endif
