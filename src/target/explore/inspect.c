/* Leaks at the end of an execution: lost memory, threads that were not joined, and bytes written behind blocks by
 * uninstrumented code.
 *
 * Looking for it takes longer than most executions.  So it is done for the first one of each scenario and then more and
 * more seldom, unless an option requires it: a leak mostly occurs in every execution.
 */
#include "target/explore/worker.h"
#include "target/runtime/heap.h"

enum { PLACES = 64 };

typedef struct leak {
    uint32_t kind; /* an lct_leak */
    uint64_t pc, count, bytes;
    uintptr_t first; /* where one of them is */
} leak;

typedef struct leaks {
    leak at[PLACES];
    unsigned count;
} leaks;

static struct {
    bool due;
    leaks now, reported;
} state LCT_STATE = {0};

static leak *find(leaks *l, uint32_t kind, uint64_t pc) {
    for (unsigned i = 0; i < l->count; i++)
        if (l->at[i].kind == kind && l->at[i].pc == pc) return &l->at[i];
    return NULL;
}

static void add(leaks *l, uint32_t kind, uint64_t pc, uintptr_t address, uint64_t bytes) {
    leak *found = find(l, kind, pc);
    if (!found && l->count < PLACES) {
        found = &l->at[l->count++];
        *found = (leak){.kind = kind, .pc = pc, .first = address};
    }
    if (!found) return;
    found->count++;
    found->bytes += bytes;
}

static void add_block(const lct_block *block) {
    add(&state.now, LCT_LEAK_MEMORY, block->made_at, block->start, block->size);
}

static void find_threads(void) {
    for (unsigned i = 1; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        if (t->made_at && !t->detached && !t->awaited && !t->resident)
            add(&state.now, LCT_LEAK_THREAD, t->made_at, 0, 0);
    }
}

static bool leaks_fail(void) { return lct_w.control->config.leaks || lct_w.test->no_leaks; }

static void complain_of_leak(const leak *l) {
    lct_machine_fail(LCT_FAILS_LEAK, l->pc, l->first,
                     "%llu block%s allocated here, %llu byte%s, %s not freed, and nothing points to %s",
                     (unsigned long long)l->count, l->count == 1 ? "" : "s", (unsigned long long)l->bytes,
                     l->bytes == 1 ? "" : "s", l->count == 1 ? "is" : "are", l->count == 1 ? "it" : "them");
}

static void inspect(void) {
    state.due = false;
    state.now.count = 0;
    lct_heap_inspect(lct_is_allowed(LCT_FAILS_LEAK) ? NULL : add_block);
    find_threads();
    for (unsigned i = 0; i < state.now.count; i++) {
        const leak *l = &state.now.at[i];
        if (l->kind == LCT_LEAK_MEMORY && leaks_fail()) complain_of_leak(l);
        if (find(&state.reported, l->kind, l->pc)) continue;
        lct_m.in_code = false; /* the report is none of the program's calls */
        lct_send_leak(l->kind, l->pc, l->count, l->bytes);
        lct_m.in_code = true;
        add(&state.reported, l->kind, l->pc, 0, 0);
    }
}

void lct_inspect_scenario(void) { state.due = true; }

void lct_inspect_prepare(bool always) {
    enum { SELDOM = 64 };
    uint64_t n = lct_w.execution; /* and not how many this worker has done: which are looked at is the same for all */
    state.due |= always || leaks_fail() || (n >= SELDOM && !(n & (n - 1)));
    lct_m.inspect = state.due ? inspect : NULL;
}
