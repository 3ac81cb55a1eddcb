/* The definitions, executed.
 *
 * A history is gone through event by event.  At every point between two events any operations that are open, have not
 * yet synchronized and can take a step together may synchronize, in any order the specification knows.  A return is
 * passed only by an operation that has synchronized, with that result.  Whoever is open at the end, or crashed, may
 * have synchronized with any result, or not.  Nothing is left out because something else would do as well; only what
 * was reached before is not gone through twice.
 */
#include "sync.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
    state objects[MOST_OBJECTS];
} world;

/* Where one can get to. */
typedef struct configuration {
    int event;       /* the next one */
    unsigned synced; /* operations that have synchronized, as a set of bits */
    world world;
} configuration;

typedef struct seen {
    configuration *at;
    size_t count, room; /* room is a power of 2, and at least twice the count */
} seen;

typedef struct problem {
    const history *h;
    bool progress;
    seen seen;
} problem;

/* ---- what was reached before ---- */

static size_t hash(const configuration *c) {
    uint64_t words[sizeof *c / sizeof(uint64_t)];
    static_assert(sizeof words == sizeof *c, "no byte is left out");
    uint64_t h = 14695981039346656037u;
    memcpy(words, c, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) h = (h ^ words[i]) * 1099511628211u;
    return (size_t)(h ^ h >> 29);
}

static bool add_to(seen *s, const configuration *c) {
    size_t i = hash(c) & (s->room - 1);
    while (s->at[i].event >= 0) {
        if (!memcmp(&s->at[i], c, sizeof *c)) return false;
        i = (i + 1) & (s->room - 1);
    }
    s->at[i] = *c;
    s->count++;
    return true;
}

static void grow(seen *s) {
    seen old = *s;
    *s = (seen){.room = old.room ? 2 * old.room : 64};
    s->at = malloc(s->room * sizeof *s->at);
    assert(s->at);
    for (size_t i = 0; i < s->room; i++) s->at[i].event = -1;
    for (size_t i = 0; i < old.room; i++)
        if (old.at[i].event >= 0) add_to(s, &old.at[i]);
    free(old.at);
}

static bool is_new(seen *s, const configuration *c) {
    if (2 * (s->count + 1) > s->room) grow(s);
    return add_to(s, c);
}

/* ---- who may take part ---- */

static bool crashed(const history *h, const op *o) { return o->end != NEVER && h->events[o->end].what == CRASH; }

/* In a history with times a thread may call again at the instant it returns; then its operations keep their order. */
static bool comes_after_somebody(const history *h, int number, unsigned synced) {
    for (int i = 0; i < number; i++)
        if (h->ops[i].thread == h->ops[number].thread && oracle_returned(h, &h->ops[i]) && !(synced & 1u << i))
            return true;
    return false;
}

/* Has it been called, and neither returned nor synchronized? */
static bool may_synchronize(const history *h, const configuration *c, int number) {
    const op *o = &h->ops[number];
    if (oracle_failed(h, o) || c->synced & 1u << number || o->call >= c->event) return false;
    if (oracle_returned(h, o) && o->end < c->event) return false;
    return !comes_after_somebody(h, number, c->synced);
}

/* ---- synchronizations ---- */

void sync_meet(const history *h, const state *objects, const group *g, meetings *out) {
    const op *ops[MOST_TOGETHER] = {0};
    out->count = 0;
    assert(g->count);
    for (int i = 0; i < g->count; i++) {
        ops[i] = &h->ops[g->members[i]];
        if (ops[i]->object != ops[0]->object) return;
    }
    const model *m = h->objects[ops[0]->object].model;
    const state *now = &objects[ops[0]->object];
    if (m->meet) {
        out->at[0].after = *now;
        out->count = m->meet(now, ops, g->count, &out->at[0].after, out->at[0].results);
    } else if (g->count == 1) {
        outcomes o = {0};
        m->step(now, ops[0]->method, ops[0]->args, &o);
        for (; out->count < o.count; out->count++) {
            out->at[out->count].after = o.at[out->count].after;
            out->at[out->count].results[0] = o.at[out->count].result;
        }
    }
}

/* Did those who returned return this? */
static bool fits(const history *h, const group *g, const value *results) {
    for (int i = 0; i < g->count; i++) {
        const op *o = &h->ops[g->members[i]];
        if (oracle_returned(h, o) && o->result != results[i]) return false;
    }
    return true;
}

static configuration after(const history *h, const configuration *c, const group *g, const state *next) {
    configuration changed = *c;
    for (int i = 0; i < g->count; i++) changed.synced |= 1u << g->members[i];
    changed.world.objects[h->ops[g->members[0]].object] = *next;
    return changed;
}

static bool is_member(const group *g, int number) {
    for (int i = 0; i < g->count; i++)
        if (g->members[i] == number) return true;
    return false;
}

int sync_most_together(const history *h, int object) {
    const model *m = h->objects[object].model;
    return m->meet ? m->together : 1;
}

/* ---- the end ---- */

/* Can some who are still open, those of the group among them, take a step? */
static bool somebody_could(const history *h, const configuration *c, group *g) {
    meetings m;
    if (g->count) sync_meet(h, c->world.objects, g, &m);
    if (g->count && m.count) return true;
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        if (is_member(g, i) || !may_synchronize(h, c, i) || crashed(h, o)) continue;
        if (g->count == sync_most_together(h, g->count ? h->ops[g->members[0]].object : o->object)) continue;
        g->members[g->count++] = i;
        bool could = somebody_could(h, c, g);
        g->count--;
        if (could) return true;
    }
    return false;
}

/* Definitions 7 to 9: no return is anticipated, and no longer sequence is a synchronization linearization. */
static bool nobody_is_stuck(const history *h, const configuration *c) {
    for (int i = 0; i < h->op_count; i++)
        if (c->synced & 1u << i && h->ops[i].end == NEVER) return false;
    group g = {.count = 0};
    return !somebody_could(h, c, &g);
}

/* ---- going through the history ---- */

static bool can_go_on(problem *p, const configuration *c);

/* Lets the group, and every longer one that begins with it, synchronize. */
static bool try_groups(problem *p, const configuration *c, group *g) {
    meetings m = {.count = 0};
    if (g->count) sync_meet(p->h, c->world.objects, g, &m);
    for (int k = 0; k < m.count; k++) {
        if (!fits(p->h, g, m.at[k].results)) continue;
        configuration next = after(p->h, c, g, &m.at[k].after);
        if (can_go_on(p, &next)) return true;
    }
    for (int i = 0; i < p->h->op_count; i++) {
        if (is_member(g, i) || !may_synchronize(p->h, c, i)) continue;
        int object = p->h->ops[g->count ? g->members[0] : i].object;
        if (g->count == sync_most_together(p->h, object) || p->h->ops[i].object != object) continue;
        g->members[g->count++] = i;
        bool found = try_groups(p, c, g);
        g->count--;
        if (found) return true;
    }
    return false;
}

static bool can_go_on(problem *p, const configuration *c) {
    if (!is_new(&p->seen, c)) return false;
    if (c->event == p->h->event_count) {
        if (!p->progress || nobody_is_stuck(p->h, c)) return true;
    } else {
        const event *e = &p->h->events[c->event];
        configuration next = *c;
        next.event++;
        if ((e->what != RETURN || c->synced & 1u << e->op) && can_go_on(p, &next)) return true;
    }
    group g = {.count = 0};
    return try_groups(p, c, &g);
}

static configuration at_start(const history *h) {
    configuration c;
    memset(&c, 0, sizeof c);
    for (int i = 0; i < h->object_count; i++) h->objects[i].model->start(&c.world.objects[i], h->init);
    return c;
}

bool sync_holds(const history *h, bool progress) {
    problem p = {.h = h, .progress = progress};
    configuration c = at_start(h);
    bool holds = can_go_on(&p, &c);
    free(p.seen.at);
    return holds;
}

/* ---- possible partners ---- */

/* Can the group, or a longer one that begins with it, have met? */
static bool could_meet(const history *h, const configuration *c, int number, group *g) {
    meetings m = {.count = 0};
    if (is_member(g, number)) sync_meet(h, c->world.objects, g, &m);
    for (int k = 0; k < m.count; k++)
        if (fits(h, g, m.at[k].results)) return true;
    for (int i = 0; i < h->op_count; i++) {
        bool overlaps = !is_member(g, i) && !oracle_failed(h, &h->ops[i]);
        for (int k = 0; k < g->count; k++) {
            const op *x = &h->ops[i], *y = &h->ops[g->members[k]];
            overlaps = overlaps && !(oracle_returned(h, x) && x->end < y->call);
            overlaps = overlaps && !(oracle_returned(h, y) && y->end < x->call) && x->object == y->object;
        }
        if (!overlaps || g->count == sync_most_together(h, h->ops[i].object)) continue;
        g->members[g->count++] = i;
        bool could = could_meet(h, c, number, g);
        g->count--;
        if (could) return true;
    }
    return false;
}

bool sync_could_meet(const history *h, int number) {
    configuration c = at_start(h);
    group g = {.count = 0};
    return could_meet(h, &c, number, &g);
}

/* ---- witnesses ---- */

typedef struct witness {
    const history *h;
    bool progress;
    const unsigned *order, *ends;
    int groups;
} witness;

static bool legal_from(const witness *w, const configuration *c, int which);

/* Those of the next group are tried in every order. */
static bool legal_group(const witness *w, const configuration *c, int which, group *g) {
    int first = which ? (int)w->ends[which - 1] : 0, count = (int)w->ends[which] - first;
    if (g->count == count) {
        meetings m;
        sync_meet(w->h, c->world.objects, g, &m);
        for (int k = 0; k < m.count; k++) {
            if (!fits(w->h, g, m.at[k].results)) continue;
            configuration next = after(w->h, c, g, &m.at[k].after);
            if (legal_from(w, &next, which + 1)) return true;
        }
        return false;
    }
    for (int i = 0; i < count; i++) {
        int number = (int)w->order[first + i];
        if (is_member(g, number)) continue;
        g->members[g->count++] = number;
        bool legal = legal_group(w, c, which, g);
        g->count--;
        if (legal) return true;
    }
    return false;
}

static bool legal_from(const witness *w, const configuration *c, int which) {
    if (which == w->groups) return !w->progress || nobody_is_stuck(w->h, c);
    group g = {.count = 0};
    return legal_group(w, c, which, &g);
}

/* Each group as early as it can be: after all calls of its members, and not before the group in front of it. */
static const char *time_fault(const witness *w) {
    unsigned synced = 0;
    int moment = 0, at = 0;
    for (int which = 0; which < w->groups; which++) {
        int first = at, end = (int)w->ends[which];
        for (; at < end; at++)
            if (w->h->ops[w->order[at]].call > moment) moment = w->h->ops[w->order[at]].call;
        for (at = first; at < end; at++) {
            const op *o = &w->h->ops[w->order[at]];
            if (oracle_returned(w->h, o) && o->end < moment)
                return "a group is not within the intervals of all members";
            if (comes_after_somebody(w->h, (int)w->order[at], synced)) return "a thread's operations are out of order";
        }
        for (at = first; at < end; at++) synced |= 1u << w->order[at];
    }
    return NULL;
}

const char *sync_witness_fault(const history *h, bool progress, const unsigned *order, int count, const unsigned *ends,
                               int groups) {
    witness w = {h, progress, order, ends, groups};
    unsigned named = 0;
    for (int i = 0; i < count; i++) {
        if (order[i] >= (unsigned)h->op_count) return "it names an operation that is not in the history";
        if (named & 1u << order[i]) return "it names an operation twice";
        if (oracle_failed(h, &h->ops[order[i]])) return "it names an operation that failed";
        named |= 1u << order[i];
    }
    for (int i = 0; i < h->op_count; i++)
        if (oracle_returned(h, &h->ops[i]) && !(named & 1u << i)) return "an operation that returned is missing";
    for (int i = 0; i < groups; i++) {
        unsigned from = i ? ends[i - 1] : 0;
        if (ends[i] <= from || ends[i] - from > MOST_TOGETHER) return "a group is empty, or too large";
    }
    if (groups ? (int)ends[groups - 1] != count : count) return "the groups are not all of the witness";
    const char *fault = time_fault(&w);
    configuration c = at_start(h);
    c.event = h->event_count; /* what has been called in the end is open, if it has not returned */
    return fault ? fault : legal_from(&w, &c, 0) ? NULL : "the specification does not allow it";
}
