/* Does every execution start from the same state?
 *
 * All verdicts rest on it: an execution is repeated, branched off from and replayed as if nothing had happened before.
 * The memory that image.c lists is restored.  State in other places stays: files, the kernel, variables of libc, memory
 * that was mapped by a system call that nothing replaces.
 *
 * So the first execution of a test is run twice before anything else, and both runs are compared: the steps, at as many
 * steps as there is room for the memory that was written to so far (target/runtime/written.h), and at the end the
 * memory, the outcome and the history.  The same for each later scenario that has an operation which no earlier one
 * had.  The first difference is reported; nothing else is known of such a test.  When all executions are done, the
 * first one is run once more: state that builds up slowly shows by then.
 *
 * Threads run one after another, each for as long as it can.  Stacks are cleared before each run, so that remains of
 * earlier calls, which are copied with the padding of a structure, are the same.  A failure is no news here: the stages
 * of the plan find it again.
 */
#define _GNU_SOURCE
#include "target/explore/purity.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "target/explore/scenario.h"
#include "target/explore/worker.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/written.h"

enum {
    ROOM = 8 << 20,    /* bytes of memory on tape, */
    BETWEEN = 1 << 20, /* so many before the end, */
    MOMENTS = 256,     /* at so many steps at most */
    STEPS = 4096,      /* that are compared */
    LOG = 1024         /* events of a history that are */
};

/* The first run, as far as it is compared with the second. */
typedef struct run {
    lct_step steps[STEPS];
    uint64_t values[STEPS]; /* that a step finds at its address */
    uint8_t threads[STEPS];
    lct_log_entry log[LOG];
    char *moments[MOMENTS]; /* where on the tape; NULL: there was no room */
    char *end;              /* the same for the end */
    int32_t depth;
    uint32_t log_length;
    uint8_t outcome;
    bool failed; /* and how is in `message` */
    char message[256];
} run;

static struct {
    run *first;
    char *room;
    lct_tape tape;
    bool running, again, failed;
    bool remains;  /* the difference may be one of addresses that calls left on a stack */
    bool at_end;   /* it is compared once more, after all executions */
    bool learned;  /* the set of steps changed during the first run */
    bool hopeless; /* the runs cannot be compared any further */
    bool spun;     /* a thread was seen to wait in a loop: when that is seen is not part of the execution */
    bool found;    /* a difference, which is in `message` */
    uintptr_t address, pc;
    uint64_t seen; /* operations that were run, a bit each */
    bool any;      /* some scenario was */
    char message[400], failure[256];
    struct {
        run *first;
        char *room;
        lct_scenario *scenario;
    } kept; /* of the first scenario, until the end */
} p LCT_STATE = {0};

bool lct_purity_is_running(void) { return p.running; }

void lct_purity_failed(int kind, const char *message) {
    p.failed = true;
    /* It took long to find out, or does not concern memory. */
    p.hopeless |= kind == LCT_FAILS_ENDLESS || kind == LCT_FAILS_UNSUPPORTED || kind == LCT_FAILS_LIMIT;
    snprintf(p.failure, sizeof p.failure, "%s", message);
}

unsigned lct_purity_block(uintptr_t address, struct lct_step_report *made) {
    const lct_block *block = lct_heap_near(address);
    if (!block) return 0;
    *made = (lct_step_report){.thread = block->made_by,
                              .kind = LCT_STEP_MADE,
                              .address = block->start,
                              .size = block->size < UINT32_MAX ? (uint32_t)block->size : UINT32_MAX,
                              .pc = block->made_at,
                              .text = ""};
    return 1;
}

/* ---- differences ---- */

__attribute__((format(printf, 3, 4))) static void differ(uintptr_t address, uintptr_t pc, const char *format, ...) {
    if (p.found) return;
    va_list args;
    va_start(args, format);
    vsnprintf(p.message, sizeof p.message, format, args);
    va_end(args);
    p.found = true;
    p.address = address;
    p.pc = pc;
}

/* The run that is compared with the first. */
static const char *later(void) { return p.at_end ? "last" : "second"; }

/* Can it be an address of the runtime's, where libraries, stacks and reserved memory are, perhaps partly overwritten?
 */
static bool may_remain(uint64_t word) {
    const uint64_t low = UINT64_C(0x7f0000000000), high = UINT64_C(0x800000000000);
    return word >= low && word < high && word - lct_heap.base >= lct_heap.size;
}

static void differ_in_memory(const lct_difference *d) {
    unsigned long long first = d->first, second = d->second;
    p.remains |= !p.found && !d->heap && d->size == 8 && may_remain(d->first) && may_remain(d->second);
    if (!d->heap)
        differ(d->address, 0, "%u byte%s hold %llu in the first execution and %llu in the %s", d->size,
               d->size == 1 ? "" : "s", first, second, later());
    else if (d->address)
        differ(d->address, 0, "it has %llu bytes in the first execution and %llu in the %s", first, second, later());
    else differ(0, 0, "the first execution allocated %llu blocks, the %s %llu", first, later(), second);
}

static void compare_memory(char *from) {
    lct_difference d;
    if (!from) return;
    lct_tape tape = {.at = from, .end = p.room + ROOM};
    if (lct_written_differs(&tape, &d)) differ_in_memory(&d);
}

/* On the tape, if there is room up to `end`. */
static char *keep_memory(char *end) {
    char *from = p.tape.at;
    p.tape.end = end;
    if (from < end) lct_written_save(&p.tape);
    if (from < end && !p.tape.full) return from;
    p.tape.at = from;
    p.tape.full = false;
    return NULL;
}

/* The value that the step is about to read or to overwrite.  The kernel reads it, because the address may be a bad one.
 */
static uint64_t value_before(const lct_step *s) {
    uint64_t value = 0;
    if (s->access != LCT_READ && s->access != LCT_WRITE) return 0;
    struct iovec here = {&value, s->size < sizeof value ? s->size : sizeof value},
                 there = {(void *)s->address, here.iov_len};
    long process = LCT_SYSTEM(getpid, 0L);
    return LCT_SYSTEM(process_vm_readv, process, &here, 1L, &there, 1L, 0L) == (long)here.iov_len ? value : 0;
}

static void compare_step(uint32_t depth, unsigned thread) {
    const lct_step *was = &p.first->steps[depth], *now = &lct_m.threads[thread].pending;
    uint64_t value = value_before(now);
    bool same = p.first->threads[depth] == thread && was->pc == now->pc && was->address == now->address;
    if (same && value != p.first->values[depth])
        differ(now->address, now->pc, "step %u, by %s, finds %llu in the first execution and %llu in the %s", depth + 1,
               lct_thread_name(thread), (unsigned long long)p.first->values[depth], (unsigned long long)value, later());
    if (same) return;
    if (p.spun) p.hopeless = true;
    else if (p.first->threads[depth] != thread)
        differ(0, now->pc, "step %u is one of %s in the first execution and one of %s in the %s", depth + 1,
               lct_thread_name(p.first->threads[depth]), lct_thread_name(thread), later());
    else
        differ(0, now->pc, "step %u, by %s, is another one in the %s execution than in the first", depth + 1,
               lct_thread_name(thread), later());
}

static bool same_entry(const lct_log_entry *a, const lct_log_entry *b) {
    if (a->thread != b->thread || a->returns != b->returns || a->count != b->count) return false;
    if (!a->returns && a->name != b->name) return false;
    return memcmp(a->values, b->values, a->count * sizeof *a->values) == 0;
}

static const char *call_of(uint32_t event) {
    for (uint32_t i = event; i-- > 0;)
        if (lct_r.log[i].thread == lct_r.log[event].thread && !lct_r.log[i].returns)
            return lct_r.names[lct_r.log[i].name];
    return "an operation";
}

static void compare_histories(void) {
    uint32_t count = lct_r.length < p.first->log_length ? lct_r.length : p.first->log_length;
    for (uint32_t i = 0; i < count && i < LOG; i++) {
        const lct_log_entry *was = &p.first->log[i], *now = &lct_r.log[i];
        char first[80], second[80];
        if (same_entry(was, now)) continue;
        lct_values_print(first, sizeof first, was->count, was->values);
        lct_values_print(second, sizeof second, now->count, now->values);
        if (was->returns && now->returns && was->thread == now->thread)
            differ(0, 0, "%s returns %s to %s in the first execution and %s in the %s", call_of(i), first,
                   lct_thread_name(was->thread), second, later());
        else differ(0, 0, "event %u of the history is another one in the %s execution", i + 1, later());
        return;
    }
}

static void compare_ends(void) {
    if (p.found || p.hopeless) return;
    if (p.spun && (p.first->depth != lct_m.depth || p.first->outcome != lct_m.outcome)) return;
    if (!p.first->failed && p.failed) differ(0, 0, "the %s execution fails: %s", later(), p.failure);
    if (p.first->failed && !p.failed)
        differ(0, 0, "the first execution fails, the %s does not: %s", later(), p.first->message);
    compare_histories();
    if (p.first->depth != lct_m.depth)
        differ(0, 0, "the first execution has %d step%s, the second %d", p.first->depth, p.first->depth == 1 ? "" : "s",
               lct_m.depth);
    else if (p.first->outcome != lct_m.outcome)
        differ(0, 0, "the %s execution ends in another way than the first", later());
    if (!p.found && !p.failed) compare_memory(p.first->end);
}

/* ---- the two runs ---- */

static void keep_step(uint32_t depth, unsigned thread) {
    if (depth < MOMENTS) p.first->moments[depth] = keep_memory(p.room + BETWEEN);
    if (depth >= STEPS) return;
    p.first->steps[depth] = lct_m.threads[thread].pending;
    p.first->values[depth] = value_before(&lct_m.threads[thread].pending);
    p.first->threads[depth] = (uint8_t)thread;
}

/* The second run goes the way of the first, as long as it can. */
static unsigned next_thread(uint32_t depth, const lct_node *node) {
    if (p.again && depth < STEPS && (int32_t)depth < p.first->depth) {
        unsigned first = p.first->threads[depth];
        if ((node->enabled | lct_m.free) >> first & 1) return first;
    }
    bool goes_on = node->previous < LCT_THREADS && node->enabled >> node->previous & 1;
    return goes_on ? node->previous : lct_first(node->enabled);
}

static int choose(uint32_t depth, lct_node *node) {
    unsigned next = next_thread(depth, node);
    lct_m.in_code = false; /* the bytes compared here are not read by the code under test */
    p.spun |= (lct_t.spinning | lct_t.stale | lct_t.observed) != 0;
    if (!p.again) keep_step(depth, next);
    else if ((int32_t)depth < p.first->depth) {
        if (depth < MOMENTS) compare_memory(p.first->moments[depth]);
        if (depth < STEPS && !p.found) compare_step(depth, next);
    }
    lct_m.in_code = true;
    return p.found || p.hopeless ? -1 : (int)next;
}

static bool next(void) { return false; }

static const lct_strategy strategy = {.choose = choose, .next = next};

static void run_once(void) {
    p.failed = false;
    madvise(lct_m.stacks, LCT_THREADS * (lct_m.stack_size + 4096), MADV_DONTNEED);
    lct_heap_set_policy(lct_w.control->config.heap);
    lct_t.call_steps = lct_t.uninstrumented;
    lct_t.weak = LCT_WEAK_NOT; /* under any model there is this execution */
    lct_t.split = 0;
    lct_t.weak = LCT_WEAK_NOT; /* also after a stage of graphs: both runs have the same steps */
    lct_tree_begin(&strategy);
    lct_m.races = false;
    lct_tree_run(lct_scenario_body);
}

static void keep_end(void) {
    run *f = p.first;
    f->end = p.failed ? NULL : keep_memory(p.room + ROOM);
    f->depth = lct_m.depth;
    f->outcome = lct_m.outcome;
    f->log_length = lct_r.length;
    memcpy(f->log, lct_r.log, (lct_r.length < LOG ? lct_r.length : LOG) * sizeof *f->log);
    f->failed = p.failed;
    memcpy(f->message, p.failure, sizeof f->message);
}

/* Where plain accesses turn out to be steps, the execution is another one.  False: there is nothing to compare. */
static bool run_first(void) {
    enum { TIMES = 16 };
    for (unsigned i = 0; i < TIMES; i++) {
        p.tape = (lct_tape){.at = p.room};
        run_once();
        if (p.hopeless) return false;
        if (!lct_t.new_races) {
            keep_end();
            return true;
        }
        lct_promoted_apply();
        p.learned = true;
    }
    return false;
}

static void compare_again(void) {
    p.again = true;
    run_once();
    if (!lct_t.new_races) compare_ends();
}

/* The first run is compared with one more at the end, unless it depends on more than the test: on the moment at which a
 * loop is seen to wait. */
static void keep(const lct_scenario *scenario) {
    p.kept.first = p.first;
    p.kept.room = p.room;
    p.kept.scenario = lct_reserve(sizeof *scenario);
    memcpy(p.kept.scenario, scenario, sizeof *scenario);
}

static void run_both(const lct_scenario *scenario) {
    p.first = lct_reserve(sizeof *p.first);
    p.room = lct_reserve(ROOM);
    p.running = true;
    p.again = p.found = p.hopeless = p.spun = p.learned = false;
    lct_m.inspect = NULL;
    bool compared = run_first();
    if (compared) compare_again();
    p.running = false;
    lct_promoted_forget();
    if (compared && !p.kept.first && !p.found && !p.hopeless && !p.spun && !p.learned && !lct_m.all_plain) {
        keep(scenario);
        return;
    }
    lct_unreserve(p.first, sizeof *p.first);
    lct_unreserve(p.room, ROOM);
}

/* ---- which scenarios ---- */

static uint64_t operations_of(const lct_scenario_part *part) {
    uint64_t all = 0;
    for (unsigned i = 0; i < part->count; i++) all |= (uint64_t)1 << part->calls[i].op;
    return all;
}

static bool is_due(const lct_scenario *s) {
    _Static_assert(LCT_OPS <= 64, "a bit for each");
    uint64_t all = 0;
    if (s->kind == LCT_SCENARIO_CALLS) {
        all = operations_of(&s->before) | operations_of(&s->after);
        for (unsigned i = 0; i < s->thread_count; i++) all |= operations_of(&s->threads[i]);
    }
    bool due = !p.any || all & ~p.seen;
    p.any = true;
    p.seen |= all;
    return due;
}

static bool report(void) {
    if (p.found) lct_explorer.report_failure(LCT_FAILS_NONDETERMINISM, p.pc, p.address, p.message);
    return !p.found;
}

bool lct_purity_check(const lct_scenario *scenario) {
    const lct_config *config = &lct_w.control->config;
    if (*lct_w.control->candidates || config->strategy == LCT_STRATEGY_SERIAL || !is_due(scenario)) return true;
    run_both(scenario);
    return report();
}

/* Steps, values, history and outcome are those of the first run, only a word that looks like an address is not.  It may
 * be padding that was copied from a stack, with remains of the runtime's own calls, which depend on how far its tables
 * have grown.  Such remains stay as they are from now on. */
static void compare_last_two(void) {
    p.again = p.found = false;
    if (run_first()) compare_again();
}

bool lct_purity_check_end(void) {
    if (!p.kept.first || lct_m.all_plain) return true;
    p.first = p.kept.first;
    p.room = p.kept.room;
    lct_scenario_print(lct_w.test, p.kept.scenario, lct_w.text, sizeof lct_w.text);
    lct_scenario_use(lct_w.test, p.kept.scenario);
    lct_promoted_forget();
    lct_m.inspect = NULL;
    p.found = p.hopeless = p.spun = p.remains = false;
    p.running = p.at_end = true;
    compare_again();
    if (p.found && p.remains) compare_last_two();
    p.running = false;
    return report();
}
