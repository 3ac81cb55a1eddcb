/* The synchronization objects, as the paper and the table in the manual describe them: which operations, in which
 * order, may meet in which state, and what each of them returns.  The order is that of the description, so `receive,
 * send` is nothing, though the two may meet.
 */
#include "models.h"
#include "sync.h"

static void start(state *s, value init) {
    (void)init;
    *s = (state){0};
}
static void start_n1(state *s, value init) { start(s, init), s->limit = 1; }
static void start_n2(state *s, value init) { start(s, init), s->limit = 2; }
static void start_n3(state *s, value init) { start(s, init), s->limit = 3; }

/* Do these methods, in this order, make up the group? */
static bool are(const op *const *ops, int count, int first, int second, int third) {
    int wanted[] = {first, second, third}, length = third >= 0 ? 3 : second >= 0 ? 2 : 1;
    for (int i = 0; i < count && i < 3; i++)
        if (ops[i]->method != wanted[i]) return false;
    return count == length;
}
#define ARE_1(a)       are(ops, count, (a), -1, -1)
#define ARE_2(a, b)    are(ops, count, (a), (b), -1)
#define ARE_3(a, b, c) are(ops, count, (a), (b), (c))

/* What the k-th of the group was called with. */
#define ARG(k) (ops[k]->args[0])

/* Everyone in the group does this. */
static bool all_are(const op *const *ops, int from, int count, int method) {
    for (int i = from; i < count; i++)
        if (ops[i]->method != method) return false;
    return true;
}

static bool unchanged(const state *now, state *after) {
    *after = *now;
    return true;
}

/* ---- channels ---- */

enum { SEND, RECEIVE, CLOSE };

bool sync_channel(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(SEND, RECEIVE)) return false;
    results[0] = NOTHING;
    results[1] = ARG(0);
    return unchanged(now, after);
}

bool sync_filter_channel(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(SEND, RECEIVE)) return false;
    if (ARG(0) < ops[1]->args[0] || ARG(0) > ops[1]->args[1]) return false;
    results[0] = NOTHING;
    results[1] = ARG(0);
    return unchanged(now, after);
}

bool sync_counter_channel(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(SEND, RECEIVE)) return false;
    *after = *now;
    after->count++;
    results[0] = after->count;
    results[1] = oracle_pair(ARG(0), after->count);
    return true;
}

bool sync_timeout_channel(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (ARE_1(SEND)) {
        results[0] = FALSE;
    } else if (ARE_1(RECEIVE)) {
        results[0] = NONE;
    } else if (ARE_2(SEND, RECEIVE)) {
        results[0] = TRUE;
        results[1] = ARG(0);
    } else {
        return false;
    }
    return unchanged(now, after);
}

/* The count is 1 when it is closed. */
bool sync_closeable_channel(const state *now, const op *const *ops, int count, state *after, value *results) {
    *after = *now;
    if (ARE_1(CLOSE)) {
        results[0] = NOTHING;
        after->count = 1;
        return true;
    }
    if (ARE_1(SEND) || ARE_1(RECEIVE)) {
        results[0] = CLOSED;
        return now->count == 1;
    }
    if (!ARE_2(SEND, RECEIVE)) return false;
    results[0] = NOTHING;
    results[1] = ARG(0);
    return now->count == 0;
}

bool sync_broadcast(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (count != 1 + now->limit || ops[0]->method != SEND || !all_are(ops, 1, count, RECEIVE)) return false;
    results[0] = NOTHING;
    for (int i = 1; i < count; i++) results[i] = ARG(0);
    return unchanged(now, after);
}

/* ---- partners ---- */

bool sync_exchanger(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(0, 0)) return false;
    results[0] = ARG(1);
    results[1] = ARG(0);
    return unchanged(now, after);
}

bool sync_timeout_exchanger(const state *now, const op *const *ops, int count, state *after, value *results) {
    results[0] = NONE;
    if (ARE_1(0)) return unchanged(now, after);
    return sync_exchanger(now, ops, count, after, results);
}

bool sync_men_women(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(0, 1)) return false;
    results[0] = ARG(1);
    results[1] = ARG(0);
    return unchanged(now, after);
}

static bool have_met(const state *s, value x, value y) {
    for (int i = 0; i < s->count; i++)
        if (s->item[i] == x && s->rank[i] == y) return true;
    return false;
}

static void note_pair(state *s, value x, value y) {
    assert(s->count < MOST_ITEMS);
    s->item[s->count] = x;
    s->rank[s->count++] = y;
}

bool sync_two_families(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(0, 1) || have_met(now, ARG(0), ARG(1))) return false;
    *after = *now;
    note_pair(after, ARG(0), ARG(1));
    results[0] = ARG(1);
    results[1] = ARG(0);
    return true;
}

bool sync_one_family(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(0, 0) || ARG(0) == ARG(1)) return false;
    if (have_met(now, ARG(0), ARG(1)) || have_met(now, ARG(1), ARG(0))) return false;
    *after = *now;
    note_pair(after, ARG(0), ARG(1));
    results[0] = ARG(1);
    results[1] = ARG(0);
    return true;
}

bool sync_abc(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_3(0, 1, 2)) return false;
    results[0] = oracle_pair(ARG(1), ARG(2));
    results[1] = oracle_pair(ARG(0), ARG(2));
    results[2] = oracle_pair(ARG(0), ARG(1));
    return unchanged(now, after);
}

/* ---- barriers ---- */

bool sync_barrier(const state *now, const op *const *ops, int count, state *after, value *results) {
    (void)ops;
    if (count != now->limit) return false;
    for (int i = 0; i < count; i++) results[i] = NOTHING;
    return unchanged(now, after);
}

static bool combine(const state *now, const op *const *ops, int count, value (*f)(value, value), state *after,
                    value *results) {
    if (count != now->limit) return false;
    value all = ARG(0);
    for (int i = 1; i < count; i++) all = f(all, ARG(i));
    for (int i = 0; i < count; i++) results[i] = all;
    return unchanged(now, after);
}

static value sum(value a, value b) { return a + b; }
static value least(value a, value b) { return a < b ? a : b; }
static value most(value a, value b) { return a > b ? a : b; }

bool sync_sum(const state *now, const op *const *ops, int count, state *after, value *results) {
    return combine(now, ops, count, sum, after, results);
}
bool sync_min(const state *now, const op *const *ops, int count, state *after, value *results) {
    return combine(now, ops, count, least, after, results);
}
bool sync_max(const state *now, const op *const *ops, int count, state *after, value *results) {
    return combine(now, ops, count, most, after, results);
}

enum { SYNC, ENROL, RESIGN };

/* The items are those who are enrolled, in the order of their numbers, and so they have to come. */
bool sync_enrollable_barrier(const state *now, const op *const *ops, int count, state *after, value *results) {
    for (int i = 0; i < count; i++) results[i] = NOTHING;
    *after = *now;
    if (ARE_1(ENROL)) {
        int place = 0;
        while (place < now->count && now->item[place] < ARG(0)) place++;
        if (place_of(now, ARG(0)) >= 0) return false;
        insert_at(after, place, ARG(0));
        return true;
    }
    if (ARE_1(RESIGN)) {
        if (place_of(now, ARG(0)) < 0) return false;
        remove_at(after, place_of(now, ARG(0)));
        return true;
    }
    if (count != now->count || !all_are(ops, 0, count, SYNC)) return false;
    for (int i = 0; i < count; i++)
        if (ARG(i) != now->item[i]) return false;
    return true;
}

/* ---- a queue at which all give up together ---- */

enum { ENQUEUE, DEQUEUE };

bool sync_terminating_queue(const state *now, const op *const *ops, int count, state *after, value *results) {
    *after = *now;
    if (ARE_1(ENQUEUE)) {
        insert_at(after, now->count, ARG(0));
        results[0] = NOTHING;
        return true;
    }
    if (ARE_1(DEQUEUE) && now->count) {
        results[0] = now->item[0];
        remove_at(after, 0);
        return true;
    }
    if (count != now->limit || !all_are(ops, 0, count, DEQUEUE) || now->count) return false;
    for (int i = 0; i < count; i++) results[i] = NONE;
    return true;
}

#define CHANNEL                                                                                                        \
    {                                                                                                                  \
        {"send", "v", "", 1}, { "receive", "", "v", 1 }                                                                \
    }
#define COMBINING                                                                                                      \
    {                                                                                                                  \
        { "sync", "v", "m", 1 }                                                                                        \
    }
#define QUEUE                                                                                                          \
    {                                                                                                                  \
        {"enqueue", "v", "", 2}, { "dequeue", "", "o", 3 }                                                             \
    }
#define FAMILIES                                                                                                       \
    {                                                                                                                  \
        {"a", "i", "i", 1}, { "b", "i", "i", 1 }                                                                       \
    }

/* ---- an object of the tests' own ---- */

bool sync_relay(const state *now, const op *const *ops, int count, state *after, value *results) {
    if (!ARE_2(0, 0)) return false;
    results[0] = now->count;
    results[1] = after->count = ARG(0);
    return true;
}

const model sync_models[] = {
    {"channel", CHANNEL, start, NULL, sync_channel, 2},
    {"filter-channel", {{"send", "v", "", 1}, {"receive", "vv", "v", 1}}, start, NULL, sync_filter_channel, 2},
    {"men-women", {{"man", "i", "i", 1}, {"woman", "i", "i", 1}}, start, NULL, sync_men_women, 2},
    {"exchanger", {{"exchange", "v", "v", 1}}, start, NULL, sync_exchanger, 2},
    {"counter-channel", {{"send", "v", "c", 1}, {"receive", "", "vc", 1}}, start, NULL, sync_counter_channel, 2},
    {"two-families:n=3", FAMILIES, start, NULL, sync_two_families, 2},
    {"one-family:n=4", {{"sync", "i", "i", 1}}, start, NULL, sync_one_family, 2},
    {"abc", {{"a", "v", "vv", 1}, {"b", "v", "vv", 1}, {"c", "v", "vv", 1}}, start, NULL, sync_abc, 3},
    {"barrier:n=1", {{"sync", "", "", 1}}, start_n1, NULL, sync_barrier, 1},
    {"barrier:n=2", {{"sync", "", "", 1}}, start_n2, NULL, sync_barrier, 2},
    {"barrier:n=3", {{"sync", "", "", 1}}, start_n3, NULL, sync_barrier, 3},
    {"combining-barrier:n=2,f=sum", COMBINING, start_n2, NULL, sync_sum, 2},
    {"combining-barrier:n=3,f=sum", COMBINING, start_n3, NULL, sync_sum, 3},
    {"combining-barrier:n=2,f=min", COMBINING, start_n2, NULL, sync_min, 2},
    {"combining-barrier:n=3,f=max", COMBINING, start_n3, NULL, sync_max, 3},
    {"enrollable-barrier",
     {{"sync", "i", "", 4}, {"enrol", "i", "", 2}, {"resign", "i", "", 1}},
     start,
     NULL,
     sync_enrollable_barrier,
     4},
    {"timeout-channel", {{"send", "v", "b", 1}, {"receive", "", "o", 1}}, start, NULL, sync_timeout_channel, 2},
    {"timeout-exchanger", {{"exchange", "v", "o", 1}}, start, NULL, sync_timeout_exchanger, 2},
    {"closeable-channel",
     {{"send", "v", "y", 3}, {"receive", "", "x", 3}, {"close", "", "", 1}},
     start,
     NULL,
     sync_closeable_channel,
     2},
    {"terminating-queue:n=1", QUEUE, start_n1, NULL, sync_terminating_queue, 1},
    {"terminating-queue:n=2", QUEUE, start_n2, NULL, sync_terminating_queue, 2},
    {"terminating-queue:n=3", QUEUE, start_n3, NULL, sync_terminating_queue, 3},
    {"broadcast:n=1", CHANNEL, start_n1, NULL, sync_broadcast, 2},
    {"broadcast:n=2", CHANNEL, start_n2, NULL, sync_broadcast, 3},
    {"relay", {{"pass", "v", "l", 1}}, start, NULL, sync_relay, 2},
    {0},
};
