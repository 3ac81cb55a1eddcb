#include "check/explain/prefix.h"

#include "check/explain/conflict_core.h"
#include "check/explain/failing.h"

/* The least length at which it fails, being violated is monotone: it holds at `holds` and fails at `all`.  Gallop, then
 * halve.  0: a limit was reached. */
static uint32_t least_violated(lc_outcome (*at)(void *, uint32_t length), void *context, uint32_t holds, uint32_t all) {
    uint32_t fails, step = 1;
    for (;; step *= 2) {
        fails = all - holds > step ? holds + step : all;
        if (fails == all) break;
        lc_outcome outcome = at(context, fails);
        if (outcome == LC_VIOLATED) break;
        if (outcome != LC_HOLDS) return 0;
        holds = fails;
    }
    while (fails - holds > 1) {
        uint32_t middle = holds + (fails - holds) / 2;
        lc_outcome outcome = at(context, middle);
        if (outcome == LC_VIOLATED) fails = middle;
        else if (outcome == LC_HOLDS) holds = middle;
        else return 0;
    }
    return fails;
}

/* ---- of a part ---- */

struct prefixes {
    lc_decide *decide;
    void *context;
    const lc_part *part;
};

static lc_outcome decide_prefix(void *context, uint32_t length) {
    const struct prefixes *p = context;
    lc_part prefix = *p->part;
    prefix.event_count = length;
    return p->decide(p->context, &prefix);
}

uint32_t lc_smallest_prefix(lc_decide *decide, void *context, const lc_part *part, uint32_t holds) {
    struct prefixes p = {decide, context, part};
    return least_violated(decide_prefix, &p, holds, part->event_count);
}

/* ---- with a judge ---- */

/* Finding the smallest prefix is not worth every effort. */
typedef struct patient {
    lc_judge *judge;
    uint64_t events; /* that may still be read in polynomial time */
} patient;

static lc_outcome decide_patiently(void *context, const lc_part *part) {
    enum { SHORT = 100000, CONFIGURATIONS = 200000 }; /* the length that may be searched, and the cost */
    patient *w = context;
    lc_judge *j = w->judge;
    uint64_t attempts = w->events / (part->event_count + 1), before = j->poly.work;
    if (!attempts) return LC_HALTED;
    j->poly.most_attempts = attempts < LC_POLY_ATTEMPTS ? (uint32_t)attempts : LC_POLY_ATTEMPTS;
    lc_outcome outcome = lc_judge_quickly(j, part);
    j->poly.most_attempts = LC_POLY_ATTEMPTS;
    uint64_t spent = j->poly.work - before + part->event_count;
    w->events -= spent < w->events ? spent : w->events;
    if (outcome != LC_UNDECIDED) return outcome;
    if (part->event_count > SHORT) return LC_HALTED;
    lc_judge_allow(j, CONFIGURATIONS);
    outcome = lc_judge_at_length(j, part);
    lc_judge_allow(j, UINT64_MAX);
    return outcome;
}

/* The blamed operations alone may fail earlier than the part does, where other operations that have not returned by
 * then might have helped; but when the part fails first, that is mostly at a return of theirs.  The first return of
 * them with which it does; 0: unknown. */
static uint32_t where_core_fails(patient *w, const lc_part *part) {
    lc_judge *j = w->judge;
    lc_conflict_core core;
    uint32_t fails = 0, low = 0, high = lc_conflict_core_find(&core, j, part, LC_NEVER) ? core.events.count : 0;
    while (low < high) {
        uint32_t middle = fails ? low + (high - low) / 2 : high - 1; /* the last one is the surest */
        lc_part prefix = *part;
        prefix.event_count = core.places.at[middle] + 1;
        if (decide_patiently(w, &prefix) == LC_VIOLATED) {
            high = middle;
            fails = prefix.event_count;
        } else {
            low = middle + 1;
        }
    }
    lc_conflict_core_free(&core, j->budget);
    return fails;
}

/* Mostly the operation that a decider blames first is the one that fails first: the prefix just before it holds.  Else
 * go on with that, a few times.  A history that is wrong all over needs halving. */
static uint32_t smallest(patient *w, const lc_part *part, bool *sure) {
    enum { ROUNDS = 4 };
    lc_judge *j = w->judge;
    uint32_t fails = part->event_count;
    for (int round = 0; round < ROUNDS; round++) {
        lc_part prefix = *part;
        prefix.event_count = round ? fails - 1 : fails;
        lc_outcome outcome = round ? decide_patiently(w, &prefix) : lc_judge_quickly(j, &prefix);
        if (outcome == LC_HOLDS) return fails;
        if (outcome != LC_VIOLATED || j->by != LC_BY_POLY) break;
        fails = prefix.event_count;
        uint32_t place = where_core_fails(w, &prefix);
        if (!place) break;
        fails = place;
    }
    lc_part prefix = *part;
    prefix.event_count = fails;
    uint32_t least = lc_smallest_prefix(decide_patiently, w, &prefix, 0);
    if (least) return least;
    *sure = false;
    while (lc_event_what(part->events[fails - 1]) == LC_INVOKE) fails--; /* no call breaks it */
    return fails;
}

/* The same among the prefixes of those operations only that may be related to those that a decider blames: a few of
 * many. 0: there is no such choice. */
static uint32_t smallest_around_core(patient *w, const lc_part *part) {
    lc_judge *j = w->judge;
    lc_conflict_core core, around = {.part = *part};
    uint32_t place = 0;
    bool any, worth_it = lc_judge_quickly(j, part) == LC_VIOLATED && lc_conflict_core_find(&core, j, part, LC_NEVER);
    if (worth_it) {
        worth_it = lc_conflict_core_surroundings(&around, &core, j, part) && around.events.count < part->event_count;
        if (worth_it && lc_judge_quickly(j, &around.part) == LC_VIOLATED)
            place = around.places.at[smallest(w, &around.part, &any) - 1] + 1;
        if (place <= core.places.at[0]) place = 0; /* operations that were left out might have helped */
        lc_conflict_core_free(&core, j->budget);
    }
    lc_conflict_core_free(&around, j->budget);
    return place;
}

uint32_t lc_smallest_judged_prefix(lc_judge *j, const lc_part *part, bool *sure) {
    enum { EVENTS = 16000000, TIMES = 8 };
    patient w = {j, EVENTS + TIMES * (uint64_t)part->event_count};
    lc_part prefix = *part;
    uint32_t fails = smallest_around_core(&w, part);
    if (!fails) return smallest(&w, part, sure);
    prefix.event_count = fails - 1;
    lc_outcome before = decide_patiently(&w, &prefix);
    if (before == LC_HOLDS) return fails;
    if (before == LC_VIOLATED) return smallest(&w, &prefix, sure);
    *sure = false;
    return fails;
}

/* ---- of the history ---- */

typedef struct cutter {
    const lc_part *part;
    const lc_unfailed *unfailed;
    lc_decide *decide;
    void *context;
    lc_event_list events; /* scratch */
} cutter;

/* The part as it looks if the history ends after `length` events. */
static lc_outcome decide_cut(void *context, uint32_t length) {
    cutter *c = context;
    lc_part cut;
    return lc_cut_part(&cut, c->part, c->unfailed, length, &c->events) ? c->decide(c->context, &cut) : LC_HALTED;
}

uint32_t lc_smallest_cut(lc_decide *decide, void *context, const lc_part *prefix, const lc_part *part, lc_binding *b) {
    lc_unfailed unfailed;
    uint32_t place = lc_place_of(b->history, prefix->events[prefix->event_count - 1]), cut = place + 1;
    cutter c = {.part = part, .unfailed = &unfailed, .decide = decide, .context = context};
    bool found = lc_unfail(&unfailed, b, part, place);
    if (!found) cut = 0;
    else if (unfailed.ops.count) cut = least_violated(decide_cut, &c, place, b->history->events.count);
    lc_unfailed_free(&unfailed);
    lc_vec_free(b->budget, &c.events);
    return cut;
}
