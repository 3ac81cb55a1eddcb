/* Histories in which several things happen at one time.
 *
 * Intervals are closed, so operations of different threads overlap even if they only touch; those of one thread stay in
 * order.  That can no longer be told from the order of the events, and has to be tested on its own.
 */
#include "generate.h"

/* A small generator of its own, so that the history does not depend on whether its times are blurred. */
static bool coin(uint64_t *random) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return *random >> 63;
}

static void add_event(history *h, int number, what how, int time) {
    h->times[h->event_count] = time;
    h->events[h->event_count++] = (event){number, how};
}

/* A thread that calls again has given up what it called before, if that has not returned; only then is it seen. */
static void add_call(history *h, const history *old, int number, int time) {
    for (int i = number - 1; i >= 0; i--) {
        if (h->ops[i].thread != h->ops[number].thread) continue;
        if (!oracle_returned(old, &old->ops[i])) add_event(h, i, CRASH, time);
        break;
    }
    add_event(h, number, INVOKE, time);
}

/* The returned operation with the earliest end, at or before `time`; the first called among equals; -1: none. */
static int next_return(const history *old, unsigned done, int time) {
    int best = -1;
    for (int i = 0; i < old->op_count; i++) {
        const op *o = &old->ops[i];
        if (done & 1u << i || !oracle_returned(old, o) || old->times[o->end] > time) continue;
        if (best < 0 || old->times[o->end] < old->times[old->ops[best].end]) best = i;
    }
    return best;
}

void oracle_blur_times(history *h, uint64_t seed) {
    unsigned happened = 0, done = 0;
    int number[MOST_OPS], time = 0, next;
    uint64_t random = seed;
    for (int i = 0; i < h->op_count; i++)
        if (!oracle_failed(h, &h->ops[i])) happened |= 1u << i;
    history old = oracle_part(h, happened, 0, number);
    for (int i = 0; i < old.event_count; i++) old.times[i] = time += coin(&random);

    *h = old;
    h->event_count = 0;
    for (int i = 0; i <= old.op_count; i++) {
        int call = i < old.op_count ? old.times[old.ops[i].call] : NEVER;
        while ((next = next_return(&old, done, call - 1)) >= 0) {
            add_event(h, next, RETURN, old.times[old.ops[next].end]);
            done |= 1u << next;
        }
        if (i < old.op_count) add_call(h, &old, i, call);
    }
    oracle_renumber(h);
}
