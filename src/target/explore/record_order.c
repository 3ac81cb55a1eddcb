/* The order of the operations of an execution graph, or of the schedules that are equivalent to one.
 *
 * Under a weak memory model there is no common time.  An operation comes before another one if its last step happens
 * before the first step of the other; operations of one thread come in program order, and those of the first thread,
 * while it is alone, before or after all other ones.  Only this order must be respected by a linearization.
 * In equivalent schedules operations have the order of dependent steps in common.
 */
#include "target/explore/record_order.h"

#include "target/explore/graph.h"
#include "target/explore/record_links.h"
#include "target/explore/worker.h"

typedef lct_operation operation;

static struct {
    operation at[LCT_ORDERED_MOST];
    lct_links links;
    uint32_t count;
    bool linked;
    uint8_t before[LCT_ORDERED_MOST * LCT_THREADS];
} o LCT_STATE = {0};

/* The operations in the order of their calls. */
static bool collect(void) {
    uint32_t open[LCT_THREADS];
    uint8_t numbers[LCT_THREADS] = {0};
    o.count = 0;
    for (uint32_t i = 0; i < lct_r.length; i++) {
        const lct_log_entry *e = &lct_r.log[i];
        if (e->returns) {
            assert(numbers[e->thread]); /* a call comes before its return */
            operation *a = &o.at[open[e->thread]];
            assert(!a->returned && a->thread == e->thread);
            a->last = e->step;
            a->returned = true;
            a->end = e;
            a->alone = e->alone;
            continue;
        }
        if (o.count == LCT_ORDERED_MOST || numbers[e->thread] == LCT_ORDERED_OF_THREAD) return false;
        open[e->thread] = o.count;
        o.at[o.count++] = (operation){.first = e->alone ? -1 : e->step,
                                      .last = -1,
                                      .call = e,
                                      .thread = e->thread,
                                      .number = ++numbers[e->thread]};
    }
    return true;
}

bool lct_operation_precedes(const operation *a, const operation *b) {
    if (!a->returned || a == b) return false;
    if (a->thread == b->thread) return a->number < b->number;
    if (a->alone || b->first < 0) return a < b; /* the order of calls is that of time */
    if (a->last < 0) return true;
    if (!lct_m.weak && lct_t.events[b->first].thread != b->thread) return true; /* it waits, and is called at the end */
    if (!lct_m.weak) return lct_clock_at(&lct_t.events[b->first].clock, a->thread) >= lct_t.events[a->last].number;
    return lct_clock_at(&lct_g.at[b->first].hb, a->thread) >= lct_g.at[a->last].tick;
}

bool lct_record_order(lct_history_order *order) {
    *order = (lct_history_order){0};
    bool judged = lct_m.outcome != LCT_STUCK || lct_t.lists; /* waiting is about intervals */
    o.linked = false;
    if (!lct_m.weak && (!lct_t.linked || !judged)) return true;
    if (!collect()) return false;
    unsigned threads = lct_m.thread_count;
    for (uint32_t i = 0; i < o.count; i++)
        for (unsigned t = 0; t < threads; t++) o.before[i * threads + t] = 0;
    for (uint32_t i = 0; i < o.count; i++)
        for (uint32_t k = 0; k < o.count; k++) {
            uint8_t *most = &o.before[k * threads + o.at[i].thread];
            if (lct_operation_precedes(&o.at[i], &o.at[k]) && *most < o.at[i].number) *most = o.at[i].number;
        }
    assert(o.count <= LCT_ORDERED_MOST && threads <= LCT_THREADS);
    *order = (lct_history_order){.threads = threads, .before = o.before, .operations = o.count};
    o.linked = o.count && (lct_w.control->config.clients || lct_t.lists) && o.count <= LCT_LINKED_MOST &&
               lct_find_links(&o.links, o.at, o.count);
    if (o.linked) order->links = o.links.at, order->psc = o.links.psc;
    return true;
}

const lct_links *lct_record_links(const operation **ops, uint32_t *count) {
    *ops = o.at;
    *count = o.count;
    return o.linked ? &o.links : NULL;
}

static lct_digest mix(lct_digest d, uint64_t value) {
    return (lct_digest){lct_digest_mix(d.a + value, 0xc0ac29b7c97c50ddu),
                        lct_digest_mix(d.b + value, 0x3f84d5b5b5470917u)};
}

static lct_digest digest_of(const lct_log_entry *entry, unsigned number) {
    uint64_t head = (uint64_t)entry->thread | (uint64_t)entry->returns << 8 | (uint64_t)entry->count << 16 |
                    (uint64_t)entry->name << 32 | (uint64_t)number << 48;
    lct_digest d = {lct_digest_mix(head, 0xa4093822299f31d0u), lct_digest_mix(head, 0x082efa98ec4e6c89u)};
    for (unsigned k = 0; k < entry->count; k++) d = mix(d, (uint64_t)entry->values[k]);
    return d;
}

/* The past and the links of an operation.  The order of calls is that of the schedule: links are added up. */
static lct_digest digest_of_order(const lct_history_order *order, uint32_t call, lct_digest d) {
    lct_digest sum = {0, 0};
    for (unsigned t = 0; t < order->threads; t++) d = mix(d, order->before[call * order->threads + t]);
    for (uint32_t i = 0; order->links && i < order->operations; i++) {
        lct_digest own = mix(d, (uint64_t)order->links[call * order->operations + i] << 16 |
                                    (uint64_t)o.at[i].thread << 8 | o.at[i].number);
        sum.a += own.a;
        sum.b += own.b;
    }
    return order->links ? mix(sum, order->psc) : d;
}

/* The sum does not depend on the schedule: each event has its thread and its number there. */
lct_digest lct_record_order_digest(const lct_history_order *order) {
    lct_digest sum = {0x2ffd72dbd01adfb7u, 0xb8e1afed6a267e96u};
    uint8_t numbers[LCT_THREADS] = {0};
    uint32_t calls = 0;
    for (uint32_t i = 0; i < lct_r.length; i++) {
        const lct_log_entry *e = &lct_r.log[i];
        lct_digest own = digest_of(e, numbers[e->thread]++);
        if (!e->returns) own = digest_of_order(order, calls++, own);
        sum.a += own.a;
        sum.b += own.b;
    }
    return sum;
}
