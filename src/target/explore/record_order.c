/* The order of the operations of an execution graph.
 *
 * Under a weak memory model there is no common time.  An operation comes before another one if its last step happens
 * before the first step of the other; operations of one thread come in program order, and those of the first thread,
 * while it is alone, before or after all other ones.  Only this order must be respected by a linearization.
 */
#include "target/explore/record_order.h"

#include "target/explore/graph.h"

enum { OPERATIONS = 1 << 12 };

typedef struct operation {
    int32_t first, last; /* steps; -1: none, while the first thread is alone */
    uint8_t thread, number;
    bool returned;
    bool alone; /* it returned while no other thread was there */
} operation;

static struct {
    operation at[OPERATIONS];
    uint32_t count;
    uint8_t before[OPERATIONS * LCT_THREADS];
} o LCT_STATE = {0};

/* The operations in the order of their calls. */
static bool collect(void) {
    uint32_t open[LCT_THREADS];
    uint8_t numbers[LCT_THREADS] = {0};
    o.count = 0;
    for (uint32_t i = 0; i < lct_r.length; i++) {
        const lct_log_entry *e = &lct_r.log[i];
        if (e->returns) {
            operation *a = &o.at[open[e->thread]];
            a->last = e->step;
            a->returned = true;
            a->alone = e->alone;
            continue;
        }
        if (o.count == OPERATIONS || numbers[e->thread] == UINT8_MAX) return false;
        open[e->thread] = o.count;
        o.at[o.count++] = (operation){
            .first = e->alone ? -1 : e->step, .last = -1, .thread = e->thread, .number = ++numbers[e->thread]};
    }
    return true;
}

static bool comes_before(const operation *a, const operation *b) {
    if (!a->returned || a == b) return false;
    if (a->thread == b->thread) return a->number < b->number;
    if (a->alone || b->first < 0) return a < b; /* the order of calls is that of time */
    return a->last < 0 || lct_clock_at(&lct_g.at[b->first].hb, a->thread) >= lct_g.at[a->last].tick;
}

bool lct_record_order(lct_history_order *order) {
    *order = (lct_history_order){0};
    if (!lct_m.weak) return true;
    if (!collect()) return false;
    unsigned threads = lct_m.thread_count;
    for (uint32_t i = 0; i < o.count; i++)
        for (unsigned t = 0; t < threads; t++) o.before[i * threads + t] = 0;
    for (uint32_t i = 0; i < o.count; i++)
        for (uint32_t k = 0; k < o.count; k++) {
            uint8_t *most = &o.before[k * threads + o.at[i].thread];
            if (comes_before(&o.at[i], &o.at[k]) && *most < o.at[i].number) *most = o.at[i].number;
        }
    *order = (lct_history_order){.threads = threads, .before = o.before, .operations = o.count};
    return true;
}

static lct_digest digest_of(const lct_log_entry *entry, const uint8_t *before, unsigned threads, unsigned number) {
    uint64_t head = (uint64_t)entry->thread | (uint64_t)entry->returns << 8 | (uint64_t)entry->count << 16 |
                    (uint64_t)entry->name << 32 | (uint64_t)number << 48;
    uint64_t a = lct_digest_mix(head, 0xa4093822299f31d0u), b = lct_digest_mix(head, 0x082efa98ec4e6c89u);
    for (unsigned k = 0; k < entry->count; k++) {
        a = lct_digest_mix(a + (uint64_t)entry->values[k], 0xc0ac29b7c97c50ddu);
        b = lct_digest_mix(b + (uint64_t)entry->values[k], 0x3f84d5b5b5470917u);
    }
    for (unsigned t = 0; before && t < threads; t++) {
        a = lct_digest_mix(a + before[t], 0x9216d5d98979fb1bu);
        b = lct_digest_mix(b + before[t], 0xd1310ba698dfb5acu);
    }
    return (lct_digest){a, b};
}

/* The sum does not depend on the schedule: each event has its thread and its number there. */
lct_digest lct_record_order_digest(const lct_history_order *order) {
    lct_digest sum = {0x2ffd72dbd01adfb7u, 0xb8e1afed6a267e96u};
    uint8_t numbers[LCT_THREADS] = {0};
    uint32_t calls = 0;
    for (uint32_t i = 0; i < lct_r.length; i++) {
        const lct_log_entry *e = &lct_r.log[i];
        const uint8_t *before = e->returns ? NULL : order->before + calls * order->threads;
        calls += !e->returns;
        lct_digest own = digest_of(e, before, order->threads, numbers[e->thread]++);
        sum.a += own.a;
        sum.b += own.b;
    }
    return sum;
}
