#include "target/explore/keep.h"

#include "target/explore/merge.h"
#include "target/explore/record_list.h"
#include "target/explore/record_order.h"
#include "target/explore/worker.h"

typedef struct found {
    bool serial;
    enum lct_listed listed;
} found;

/* `partial`: it is that of an order.  Each scenario and kind of history has digests of its own. */
static bool is_new(lct_digest digest, const found *f, bool partial) {
    uint64_t kind = (uint64_t)(lct_how_complete() == LCT_ALL_WAIT) << 1 | f->serial;
    digest.a += ((uint64_t)lct_w.scenario << 3 | (uint64_t)partial << 2 | kind) * 0x9e3779b97f4a7c15u;
    bool new = lct_digest_is_new(digest);
    if (new &&lct_t.merging) lct_merge_new_history();
    return new || lct_w.control->config.no_deduplication;
}

static void send_history(const found *f, const lct_log_entry *log, uint32_t length, const lct_history_order *order) {
    lct_identity identity = lct_current_identity();
    identity.listed = f->listed;
    lct_send_history(f->serial, lct_how_complete(), lct_stuck_report(), &identity, log, length, order);
    lct_w.progress->histories++;
}

static const lct_history_order that_of_events = {.threads = 0};

static void keep_listed(void *context, const lct_log_entry *log, uint32_t length) {
    const found *f = context;
    if (is_new(lct_log_digest(log, length), f, false)) send_history(f, log, length, &that_of_events);
}

/* Of all equivalent schedules.  If these are too many the command explores the order of calls and returns instead. */
static void keep_all(found *f, const lct_history_order *order) {
    f->listed = LCT_LISTED;
    if (order && !is_new(lct_record_order_digest(order), f, true)) return;
    if (order && lct_t.lists && lct_record_list(keep_listed, f)) return;
    f->listed = LCT_LISTED_IN_PART;
    send_history(f, lct_r.log, lct_r.length, &that_of_events);
    __atomic_store_n(&lct_w.control->stop, 1, __ATOMIC_RELAXED);
}

void lct_keep_history(bool serial) {
    lct_history_order order;
    found f = {.serial = serial};
    bool ordered = lct_record_order(&order);
    if (lct_t.linked && (lct_t.lists || !ordered)) keep_all(&f, ordered ? &order : NULL);
    else if (ordered) {
        lct_digest digest = order.threads ? lct_record_order_digest(&order) : lct_record_digest();
        if (is_new(digest, &f, order.threads)) send_history(&f, lct_r.log, lct_r.length, &order);
    } else
        lct_machine_fail(
            LCT_FAILS_LIMIT, 0, 0,
            "an execution has more operations than can be ordered under weak memory: %d, and %d of a thread",
            LCT_ORDERED_MOST, LCT_ORDERED_OF_THREAD);
}

void lct_keep_stuck(void) {
    lct_m.outcome = LCT_STUCK;
    lct_record_waiting();
    lct_keep_history(false);
}
