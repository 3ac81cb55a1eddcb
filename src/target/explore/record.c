#include "target/explore/record.h"

#include <string.h>

#include "target/explore/control.h"
#include "target/explore/record_sync.h"
#include "target/explore/tree.h"
#include "target/explore/worker.h"
#include "target/runtime/machine.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/retry.h"

lct_record lct_r LCT_STATE = {0};

void lct_record_init(void) { lct_r.log = lct_reserve(LCT_LOG_MAX * sizeof *lct_r.log); }

uint16_t lct_name(const char *text, bool copy) {
    for (uint32_t i = 0; i < lct_r.name_count; i++)
        if (lct_r.names[i] == text || strcmp(lct_r.names[i], text) == 0) return (uint16_t)i;
    if (lct_r.name_count == LCT_NAMES)
        lct_machine_fail(LCT_FAILS_LIMIT, 0, 0, "more than %d different names of operations", LCT_NAMES);
    if (copy) {
        size_t size = strlen(text) + 1;
        text = memcpy(lct_reserve(size), text, size);
    }
    lct_r.names[lct_r.name_count] = text;
    return (uint16_t)lct_r.name_count++;
}

static LCT_INLINE lct_digest digest_of(const lct_log_entry *entry) {
    uint64_t head = (uint64_t)entry->thread | (uint64_t)entry->returns << 8 | (uint64_t)entry->count << 16 |
                    (uint64_t)entry->name << 32;
    uint64_t a = lct_digest_mix(head, 0xa4093822299f31d0u), b = lct_digest_mix(head, 0x082efa98ec4e6c89u);
    for (unsigned k = 0; k < entry->count; k++) {
        a = lct_digest_mix(a + (uint64_t)entry->values[k], 0xc0ac29b7c97c50ddu);
        b = lct_digest_mix(b + (uint64_t)entry->values[k], 0x3f84d5b5b5470917u);
    }
    return (lct_digest){a, b};
}

static inline lct_digest after_block(const lct_log_entry *last) {
    return (lct_digest){lct_digest_mix(last->before.a + last->block.a, 0x452821e638d01377u),
                        lct_digest_mix(last->before.b + last->block.b, 0xbe5466cf34e90c6cu)};
}

/* The entry before the first one: an empty block of calls. */
static const lct_log_entry first = {.before = {0x243f6a8885a308d3u, 0x13198a2e03707344u}};

/* Entries of one block (calls or returns next to each other) are added up, so that their order does not matter. */
void lct_record_chain(lct_log_entry *entry, const lct_log_entry *last) {
    lct_digest own = digest_of(entry);
    if (!last) last = &first;
    bool same = last->returns == entry->returns;
    entry->before = same ? last->before : after_block(last);
    entry->block = same ? (lct_digest){last->block.a + own.a, last->block.b + own.b} : own;
}

static LCT_INLINE void append(unsigned thread, bool returns, uint16_t name, unsigned count, const int64_t *values) {
    if (lct_r.length == LCT_LOG_MAX)
        lct_machine_fail(LCT_FAILS_LIMIT, 0, 0, "more than %d operations in one execution", LCT_LOG_MAX / 2);
    lct_log_entry *entry = &lct_r.log[lct_r.length++];
    lct_t.quiet = lct_m.depth;
    entry->thread = (uint8_t)thread;
    entry->returns = returns;
    entry->alone = !lct_m.watching;
    entry->step = returns ? lct_t.last[thread] : lct_m.depth - 1;
    entry->count = (uint8_t)count;
    entry->name = name;
    entry->tick = lct_order.threads[thread].tick;
    if (returns && lct_m.weak) memcpy(entry->seen, &lct_order.threads[thread].now, sizeof entry->seen);
    entry->reported = lct_m.tracing ? lct_trace_length() : 0;
    for (unsigned i = 0; i < count; i++) entry->values[i] = values[i];
    lct_record_chain(entry, lct_r.length > 1 ? entry - 1 : NULL);
}

void lct_record_call(uint16_t name, unsigned count, const int64_t *values, uintptr_t pc) {
    if (lct_m.speculating) lct_retry_abandon();
    lct_thread *t = lct_self();
    if (t->in_operation)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "operation %s begins inside operation %s of the same thread",
                         lct_r.names[name], lct_r.names[t->call.name]);
    assert(count <= LCT_VALUES);
    t->call = (lct_thread_call){.name = name, .count = (uint8_t)count};
    memcpy(t->call.values, values, count * sizeof *values);
    t->in_operation = t->call_pending = true;
    t->reading = false;
    if (!lct_m.watching) lct_record_begin(lct_m.current);
    /* An invariant must find no operation half done, not even the part before its first step; and uninstrumented code,
     * or plain accesses where they are not examined, may have done everything by then. */
    else if (lct_t.invariant || lct_t.call_steps) lct_point(LCT_LOCAL, LCT_STEP_NOTE, 0, 0, true, LCT_CALLER);
}

void lct_record_begin(unsigned thread) {
    lct_thread *t = &lct_m.threads[thread];
    t->call_pending = false;
    lct_r.open++;
    if (!lct_is_prefix()) append(thread, false, t->call.name, t->call.count, t->call.values);
    if (lct_m.tracing) lct_trace_call(thread, t->call.name, t->call.count, t->call.values);
}

void lct_record_waiting(void) {
    for (unsigned i = 0; i < lct_m.thread_count && lct_r.length < LCT_LOG_MAX; i++)
        if (lct_m.threads[i].life == LCT_ALIVE && lct_m.threads[i].call_pending) lct_record_begin(i);
}

void lct_record_result(int64_t value, uintptr_t pc) {
    if (lct_m.speculating) lct_retry_abandon();
    lct_thread *t = lct_self();
    if (!t->in_operation) lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "lince_also_returns outside of an operation");
    if (t->call.result_count == LCT_VALUES)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "operation %s has more than %d results", lct_r.names[t->call.name],
                         LCT_VALUES);
    t->call.results[t->call.result_count++] = value;
}

void lct_record_return(unsigned given, const int64_t *results, uintptr_t pc) {
    if (lct_m.speculating) lct_retry_abandon();
    lct_thread *t = lct_self();
    if (!t->in_operation)
        lct_machine_fail(
            LCT_FAILS_MISUSE, pc, 0,
            pc ? "lince_op_end outside of an operation"
               : "the function of an operation has called lince_op_end: it ends when the function returns");
    unsigned more = t->call.result_count, count = given + more;
    int64_t values[LCT_VALUES];
    if (count > LCT_VALUES)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "operation %s has %u results: there can be %d",
                         lct_r.names[t->call.name], count, LCT_VALUES);
    memcpy(values, results, given * sizeof *results);
    memcpy(values + given, t->call.results, more * sizeof *values);
    /* An operation without a step of its own gets one, or else it could only happen right after the last one. */
    if (t->call_pending) lct_point(LCT_LOCAL, LCT_STEP_NOTE, 0, 0, true, LCT_CALLER);
    t->in_operation = t->reading = false;
    lct_r.open--;
    if (!lct_is_prefix()) {
        append(lct_m.current, true, 0, count, values);
        lct_tree_returned();
    }
    if (lct_m.tracing) lct_trace_return(lct_m.current, count, values);
    if (lct_m.weak && !lct_is_prefix()) lct_record_check_sync(t->call.name);
}

lct_digest lct_log_digest(const lct_log_entry *log, uint32_t length) {
    return after_block(length ? &log[length - 1] : &first);
}

lct_digest lct_record_digest(void) { return lct_log_digest(lct_r.log, lct_r.length); }
