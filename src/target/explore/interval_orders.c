#include "target/explore/interval_orders.h"

#include "target/runtime/assert.h"

typedef uint64_t mask; /* of operations */

typedef struct search {
    const lct_intervals *i;
    uint32_t left; /* histories that may still come */
    lct_interval_visit *visit;
    void *context;
    uint32_t length;
    lct_interval_point points[2 * LCT_INTERVALS_MOST];
} search;

static mask bit(uint32_t operation) { return (mask)1 << operation; }
static uint32_t first_of(mask m) { return (uint32_t)__builtin_ctzll(m); }
static mask all_of(const lct_intervals *i) { return i->count == LCT_INTERVALS_MOST ? ~(mask)0 : bit(i->count) - 1; }

static void put(search *s, uint32_t operation, bool ends) {
    assert(s->length < 2 * LCT_INTERVALS_MOST);
    s->points[s->length++] = (lct_interval_point){(uint8_t)operation, ends};
}

static void put_beginnings(search *s, mask which) {
    for (; which; which &= which - 1) put(s, first_of(which), false);
}

/* All that can end.  No end has to wait for another one but by a beginning. */
static mask put_ends(search *s, mask begun, mask ended) {
    for (mask left = s->i->returned & begun & ~ended; left; left &= left - 1) {
        uint32_t a = first_of(left);
        if (s->i->begun[a] & ~begun) continue;
        put(s, a, true);
        ended |= bit(a);
    }
    return ended;
}

/* Does no other end miss less, or an earlier one the same? */
static bool is_least(const search *s, mask begun, mask ended, uint32_t a) {
    mask own = s->i->begun[a] & ~begun;
    for (mask left = s->i->returned & ~ended; left; left &= left - 1) {
        uint32_t other = first_of(left);
        mask missing = s->i->begun[other] & ~begun;
        if (other != a && !(missing & ~own) && (missing != own || other < a)) return false;
    }
    return true;
}

static bool can_begin(const search *s, mask which, mask ended) {
    for (; which; which &= which - 1)
        if (s->i->ended[first_of(which)] & ~ended) return false;
    return true;
}

static bool go_on(search *s, mask begun, mask ended) {
    uint32_t length = s->length;
    bool more = true;
    ended = put_ends(s, begun, ended);
    if (ended == s->i->returned) {
        put_beginnings(s, all_of(s->i) & ~begun);
        more = s->left-- && s->visit(s->context, s->points, s->length);
    }
    for (mask left = s->i->returned & ~ended; left && more; left &= left - 1) {
        uint32_t a = first_of(left), before = s->length;
        mask missing = s->i->begun[a] & ~begun;
        if (!is_least(s, begun, ended, a)) continue;
        more = can_begin(s, missing, ended); /* or the orders contradict each other */
        assert(more);
        put_beginnings(s, missing);
        more = more && go_on(s, begun | missing, ended);
        s->length = before;
    }
    s->length = length;
    return more;
}

bool lct_interval_orders(const lct_intervals *i, uint32_t most, lct_interval_visit *visit, void *context) {
    search s = {.i = i, .left = most, .visit = visit, .context = context};
    assert(i->count <= LCT_INTERVALS_MOST);
    return go_on(&s, 0, 0);
}
