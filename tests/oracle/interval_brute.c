/* An interval-sequential history is a sequence of steps.  It respects a history if, whenever a returned before b was
 * called, each step of a comes before each step of b (Lawrence and Lowe, 10.1).  So b may begin as soon as everybody
 * who returned before its call has ended; nothing here knows about moments in time.
 */
#include "interval_brute.h"

#include <stdlib.h>
#include <string.h>

/* ---- the objects ---- */

static bool ends(char part) { return part == 'w' || part == 'l'; }
static bool begins(char part) { return part == 'w' || part == 'f'; }
static bool may_return(const brute_member *m, int result) { return !m->op->returned || m->op->result == result; }

/* The child's call: `s`ignal_up_and_wait.  signal_down begins with an s, too, and is renamed `d`. */
static int signal_step(int state, const brute_member *m, int count) {
    if (count != 2) return -1;
    const brute_member *child = m[0].op->method == 's' ? &m[0] : &m[1], *parent = child == m ? &m[1] : &m[0];
    if (child->op->method != 's' || parent->part != 'w') return -1;
    bool up = child->part == 'f' && parent->op->method == 'w', down = child->part == 'l' && parent->op->method == 'd';
    return up || down ? state : -1;
}

static int snapshot_step(int state, const brute_member *m, int count) {
    for (int i = 0; i < count; i++) {
        if (m[i].part == 'm') return -1;
        if (begins(m[i].part)) state |= 1 << m[i].op->argument;
    }
    for (int i = 0; i < count; i++)
        if (ends(m[i].part) && !may_return(&m[i], state)) return -1;
    return state;
}

/* The state is 0: no party, or 1 + the number of guests. */
static int party_step(int state, const brute_member *m, int count) {
    const brute_member *host = NULL;
    for (int i = 0; i < count; i++) {
        if (m[i].op->method == 'g' && m[i].part != 'w') return -1;
        if (m[i].op->method == 'h' && host) return -1;
        if (m[i].op->method == 'h') host = &m[i];
    }
    if (!host || (host->part == 'm' && count == 1)) return -1;
    if (begins(host->part) ? state != 0 : state == 0) return -1;
    int guests = (state ? state - 1 : 0) + count - 1;
    if (ends(host->part)) return may_return(host, guests) ? 0 : -1;
    return 1 + guests;
}

static int doors_step(int state, const brute_member *m, int count) {
    int firsts = 0, middles = 0, lasts = 0, wholes = 0, others = 0;
    char other = 0;
    for (int i = 0; i < count; i++) {
        bool goes = m[i].op->method == 'g';
        if (!goes && m[i].part != 'w') return -1;
        if (!goes) other = m[i].op->method;
        others += !goes;
        firsts += goes && m[i].part == 'f';
        middles += goes && m[i].part == 'm';
        lasts += goes && m[i].part == 'l';
        wholes += goes && m[i].part == 'w';
    }
    bool alone = count == 1 && middles, nods = count == 3 && middles == 2 && other == 'n';
    bool two = count == 2 && others == 1;
    bool fits = two && ((firsts && other == 'o') || (lasts && other == 'c') || (wholes && other == 'p'));
    return alone || nods || fits ? state : -1;
}

const brute_object brute_doors = {doors_step};
const brute_object brute_signal = {signal_step}, brute_snapshot = {snapshot_step}, brute_party = {party_step};

/* ---- the definition ---- */

enum { IDLE, BEGUN, ENDED, MOST_SEEN = 1 << 16 };

typedef struct brute {
    brute_op ops[BRUTE_MOST_OPS];
    int count;
    const brute_object *object;
    bool progress;
    int status[BRUTE_MOST_OPS];
    uint64_t seen[MOST_SEEN]; /* configurations, plus 1 */
} brute;

static bool is_new(brute *b, int state) {
    uint64_t key = (uint64_t)state + 1;
    for (int i = 0; i < b->count; i++) key = key * 3 + (uint64_t)b->status[i];
    uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 48);
    while (b->seen[at] && b->seen[at] != key + 1) at = (at + 1) % MOST_SEEN;
    bool fresh = !b->seen[at];
    b->seen[at] = key + 1;
    return fresh;
}

static bool may_begin(const brute *b, int op) {
    for (int a = 0; a < b->count; a++)
        if (b->ops[a].returned && b->ops[a].end < b->ops[op].call && b->status[a] != ENDED) return false;
    return true;
}

static bool waits(const brute *b, int op) { return !b->ops[op].returned && !b->ops[op].crashed; }

typedef struct choice {
    brute_member members[BRUTE_TOGETHER];
    int ops[BRUTE_TOGETHER], count;
} choice;

/* Told of each step that can be taken: true ends the search. */
typedef bool taken(brute *, const choice *, int next);

static bool try_steps(brute *b, int state, choice *c, int from, bool only_waiting, taken *found) {
    if (c->count) {
        int next = b->object->step(state, c->members, c->count);
        if (next >= 0 && found(b, c, next)) return true;
    }
    for (int op = from; op < b->count && c->count < BRUTE_TOGETHER; op++) {
        if (b->status[op] == ENDED || (only_waiting && !waits(b, op))) continue;
        if (b->status[op] == IDLE && !may_begin(b, op)) continue;
        const char *parts = b->status[op] == IDLE ? "wf" : "ml";
        for (int i = 0; i < 2; i++) {
            c->members[c->count] = (brute_member){&b->ops[op], parts[i]};
            c->ops[c->count++] = op;
            if (try_steps(b, state, c, op + 1, only_waiting, found)) return true;
            c->count--;
        }
    }
    return false;
}

/* Somebody who waits could begin or end. */
static bool goes_on(brute *b, const choice *c, int next) {
    (void)b, (void)next;
    for (int i = 0; i < c->count; i++)
        if (c->members[i].part != 'm') return true;
    return false;
}

static bool is_the_end(brute *b, int state) {
    for (int i = 0; i < b->count; i++) {
        if (b->ops[i].returned && b->status[i] != ENDED) return false;
        if (b->progress && waits(b, i) && b->status[i] == ENDED) return false;
    }
    choice c = {.count = 0};
    return !b->progress || !try_steps(b, state, &c, 0, true, goes_on);
}

static bool search(brute *b, int state);

static bool take(brute *b, const choice *c, int next) {
    int before[BRUTE_MOST_OPS];
    memcpy(before, b->status, sizeof before);
    for (int i = 0; i < c->count; i++) b->status[c->ops[i]] = ends(c->members[i].part) ? ENDED : BEGUN;
    bool found = search(b, next);
    memcpy(b->status, before, sizeof before);
    return found;
}

static bool search(brute *b, int state) {
    if (!is_new(b, state)) return false;
    if (is_the_end(b, state)) return true;
    choice c = {.count = 0};
    return try_steps(b, state, &c, 0, false, take);
}

/* ---- from Lince's histories ---- */

static int number_of(const lince_values *values, lince_value payload) {
    int64_t n;
    size_t count;
    if (payload == LINCE_NO_VALUE || payload == LINCE_NOTHING) return -1;
    if (lince_get_int(values, payload, &n)) return (int)n;
    if (lince_value_kind(values, payload) != LINCE_LIST) return -1;
    const lince_value *items = lince_get_items(values, payload, &count);
    int set = 0;
    for (size_t i = 0; i < count; i++) set |= 1 << number_of(values, items[i]);
    return set;
}

bool brute_holds(const lince_history *h, const brute_object *object, bool progress) {
    static brute b;
    b = (brute){.object = object, .progress = progress, .count = (int)h->ops.count};
    if (h->ops.count > BRUTE_MOST_OPS) abort();
    for (int i = 0; i < b.count; i++) {
        const lc_op *o = &h->ops.at[i];
        lc_span name = lc_method_name(h, o);
        lc_event_kind outcome = lc_op_outcome(h, o);
        bool list = o->results != LINCE_NO_VALUE && lince_value_kind(&h->values, o->results) == LINCE_LIST;
        b.ops[i] = (brute_op){.method = name.length == strlen("signal_down") ? 'd' : name.at[0],
                              .argument = number_of(&h->values, o->args),
                              .result = object == &brute_snapshot && !list ? -1 : number_of(&h->values, o->results),
                              .returned = outcome == LC_RETURN,
                              .crashed = outcome == LC_CRASH,
                              .call = o->call,
                              .end = o->end};
    }
    return search(&b, 0);
}
