/* Random histories of objects whose operations wait for each other, made like those of story.h. */
#ifndef LC_TESTS_MEETINGS_H
#define LC_TESTS_MEETINGS_H

#include "story.h"

typedef struct crowd {
    maker m;
    happening call[THREADS];
    enum { AWAY, WAITING, DONE } at[THREADS];
    happening result[THREADS];
    lince_results got[THREADS];
    uint32_t met[THREADS], met_count; /* who takes the step */
    uint32_t outcomes;
} crowd;

static void take_meeting(void *context, const void *state, size_t size, const lince_results *results) {
    crowd *c = context;
    if (below(&c->m, ++c->outcomes)) return;
    memcpy(c->m.next, state, size);
    c->m.next_size = size;
    memcpy(c->got, results, c->met_count * sizeof *results);
}

/* Some of those who wait take a step together, if they can. */
static void try_to_meet(crowd *c) {
    lince_call calls[THREADS];
    c->met_count = 0;
    for (uint32_t row = 0; row < c->m.instance.spec->method_count; row++)
        for (uint32_t t = 0; t < THREADS; t++)
            if (c->at[t] == WAITING && c->call[t].method == row && chance(&c->m, 70)) c->met[c->met_count++] = t;
    uint32_t least, most;
    lc_instance_arity(&c->m.instance, &least, &most);
    if (c->met_count < least || c->met_count > most) return;
    for (uint32_t i = 0; i < c->met_count; i++) {
        const happening *call = &c->call[c->met[i]];
        calls[i] = (lince_call){.method = call->method, .argc = call->count, .args = call->values};
    }
    c->outcomes = 0;
    lc_run_next(&c->m.runner, c->m.state, c->m.size, calls, c->met_count, take_meeting, c);
    if (!c->outcomes) return;
    memcpy(c->m.state, c->m.next, c->m.next_size);
    c->m.size = c->m.next_size;
    for (uint32_t i = 0; i < c->met_count; i++) {
        uint32_t t = c->met[i];
        c->result[t] = (happening){.what = RETURNS, .thread = t, .method = c->call[t].method};
        while (c->result[t].count < 4 && c->got[i].at[c->result[t].count] != LINCE_NO_VALUE) {
            c->result[t].values[c->result[t].count] = c->got[i].at[c->result[t].count];
            c->result[t].count++;
        }
        c->at[t] = DONE;
    }
}

static void tell_meetings(crowd *c, story *s, uint32_t events) {
    s->count = 0;
    for (uint32_t tries = 0; s->count < events && tries < 50 * events; tries++) {
        uint32_t t = below(&c->m, THREADS);
        if (c->at[t] == AWAY) {
            c->call[t] = some_call(&c->m, t);
            s->at[s->count++] = c->call[t];
            c->at[t] = WAITING;
        } else if (c->at[t] == DONE) {
            s->at[s->count++] = c->result[t];
            c->at[t] = AWAY;
        } else try_to_meet(c);
    }
}

/* Two events of different threads change places: somebody may return too early. */
__attribute__((unused)) static void hurry(maker *m, story *s) {
    if (s->count < 3) return;
    uint32_t at = below(m, s->count - 1);
    happening x = s->at[at], y = s->at[at + 1];
    if (x.thread != y.thread) s->at[at] = y, s->at[at + 1] = x;
}

#endif
