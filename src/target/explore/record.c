#include "target/explore/record.h"

#include <string.h>

#include "target/explore/control.h"
#include "target/explore/tree.h"
#include "target/runtime/machine.h"
#include "target/runtime/retry.h"

lc_record lc_r LC_STATE = {0};

void lc_record_init(void) { lc_r.log = lc_reserve(LC_LOG_MAX * sizeof *lc_r.log); }

uint16_t lc_name(const char *text, bool copy) {
    for (uint32_t i = 0; i < lc_r.name_count; i++)
        if (lc_r.names[i] == text || strcmp(lc_r.names[i], text) == 0) return (uint16_t)i;
    if (lc_r.name_count == LC_NAMES)
        lc_machine_fail(LC_FAILS_LIMIT, 0, 0, "more than %d different names of operations", LC_NAMES);
    if (copy) {
        size_t size = strlen(text) + 1;
        text = memcpy(lc_reserve(size), text, size);
    }
    lc_r.names[lc_r.name_count] = text;
    return (uint16_t)lc_r.name_count++;
}

static LC_INLINE lc_digest digest_of(const lc_log_entry *entry) {
    uint64_t head = (uint64_t)entry->thread | (uint64_t)entry->returns << 8 | (uint64_t)entry->count << 16 |
                    (uint64_t)entry->name << 32;
    uint64_t a = lc_digest_mix(head, 0xa4093822299f31d0u), b = lc_digest_mix(head, 0x082efa98ec4e6c89u);
    for (unsigned k = 0; k < entry->count; k++) {
        a = lc_digest_mix(a + (uint64_t)entry->values[k], 0xc0ac29b7c97c50ddu);
        b = lc_digest_mix(b + (uint64_t)entry->values[k], 0x3f84d5b5b5470917u);
    }
    return (lc_digest){a, b};
}

static inline lc_digest after_block(const lc_log_entry *last) {
    return (lc_digest){lc_digest_mix(last->before.a + last->block.a, 0x452821e638d01377u),
                       lc_digest_mix(last->before.b + last->block.b, 0xbe5466cf34e90c6cu)};
}

/* What stands before the first entry: an empty block of calls. */
static const lc_log_entry first = {.before = {0x243f6a8885a308d3u, 0x13198a2e03707344u}};

static LC_INLINE void append(unsigned thread, bool returns, uint16_t name, unsigned count, const int64_t *values) {
    if (lc_r.length == LC_LOG_MAX)
        lc_machine_fail(LC_FAILS_LIMIT, 0, 0, "more than %d operations in one execution", LC_LOG_MAX / 2);
    lc_log_entry *entry = &lc_r.log[lc_r.length++];
    lc_t.quiet = lc_m.depth;
    entry->thread = (uint8_t)thread;
    entry->returns = returns;
    entry->count = (uint8_t)count;
    entry->name = name;
    for (unsigned i = 0; i < count; i++) entry->values[i] = values[i];
    /* Entries of one block (calls or returns next to each other) are added up, so that their order does not matter. */
    lc_digest own = digest_of(entry);
    const lc_log_entry *last = lc_r.length > 1 ? entry - 1 : &first;
    bool same = last->returns == returns;
    entry->before = same ? last->before : after_block(last);
    entry->block = same ? (lc_digest){last->block.a + own.a, last->block.b + own.b} : own;
}

void lc_record_call(uint16_t name, unsigned count, const int64_t *values, uintptr_t pc) {
    if (lc_m.speculating) lc_retry_abandon();
    lc_thread *t = lc_self();
    if (t->in_operation)
        lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "operation %s begins inside operation %s of the same thread",
                        lc_r.names[name], lc_r.names[t->call.name]);
    assert(count <= LC_VALUES);
    t->call = (lc_thread_call){.name = name, .count = (uint8_t)count};
    memcpy(t->call.values, values, count * sizeof *values);
    t->in_operation = t->call_pending = true;
    t->reading = false;
    if (!lc_m.watching) lc_record_begin(lc_m.current);
    /* An invariant must find no operation half done, not even the part before its first step; and what is not seen, or
     * plain accesses where they are not looked at, may have done everything by then. */
    else if (lc_t.invariant || lc_t.call_steps) lc_point(LC_LOCAL, LC_STEP_NOTE, 0, 0, true, LC_CALLER);
}

void lc_record_begin(unsigned thread) {
    lc_thread *t = &lc_m.threads[thread];
    t->call_pending = false;
    lc_r.open++;
    if (!lc_known()) append(thread, false, t->call.name, t->call.count, t->call.values);
    if (lc_m.tracing) lc_tell_call(thread, t->call.name, t->call.count, t->call.values);
}

void lc_record_waiting(void) {
    for (unsigned i = 0; i < lc_m.thread_count && lc_r.length < LC_LOG_MAX; i++)
        if (lc_m.threads[i].life == LC_ALIVE && lc_m.threads[i].call_pending) lc_record_begin(i);
}

void lc_record_result(int64_t value, uintptr_t pc) {
    if (lc_m.speculating) lc_retry_abandon();
    lc_thread *t = lc_self();
    if (!t->in_operation) lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "lince_also_returns outside of an operation");
    if (t->call.result_count == LC_VALUES)
        lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "operation %s has more than %d results", lc_r.names[t->call.name],
                        LC_VALUES);
    t->call.results[t->call.result_count++] = value;
}

void lc_record_return(unsigned given, const int64_t *results, uintptr_t pc) {
    if (lc_m.speculating) lc_retry_abandon();
    lc_thread *t = lc_self();
    if (!t->in_operation)
        lc_machine_fail(LC_FAILS_MISUSE, pc, 0,
                        pc ? "lince_op_end outside of an operation"
                           : "the function of an operation has called lince_op_end: it ends when the function returns");
    unsigned more = t->call.result_count, count = given + more;
    int64_t values[LC_VALUES];
    if (count > LC_VALUES)
        lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "operation %s has %u results: there can be %d",
                        lc_r.names[t->call.name], count, LC_VALUES);
    memcpy(values, results, given * sizeof *results);
    memcpy(values + given, t->call.results, more * sizeof *values);
    /* An operation without a step of its own gets one, or else it could only happen right after the last one. */
    if (t->call_pending) lc_point(LC_LOCAL, LC_STEP_NOTE, 0, 0, true, LC_CALLER);
    t->in_operation = t->reading = false;
    lc_r.open--;
    if (!lc_known()) {
        append(lc_m.current, true, 0, count, values);
        lc_tree_returned();
    }
    if (lc_m.tracing) lc_tell_return(lc_m.current, count, values);
}

lc_digest lc_record_digest(void) { return after_block(lc_r.length ? &lc_r.log[lc_r.length - 1] : &first); }
