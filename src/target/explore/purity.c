/* Does every execution start from the same state?
 *
 * All verdicts rest on it: an execution is repeated, branched off from and replayed as if nothing had happened before.
 * What is restored is the memory that image.c knows.  State in other places stays: files, the kernel, variables of
 * libc, memory that was mapped by a system call that nothing replaces.
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
#include <unistd.h>

#include "target/explore/scenario.h"
#include "target/explore/worker.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/snapshot.h"
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
    lc_step steps[STEPS];
    uint64_t values[STEPS]; /* that a step finds at its address */
    uint8_t threads[STEPS];
    lc_log_entry log[LOG];
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
    lc_tape tape;
    bool running, again, failed;
    bool remains;  /* the difference may be one of addresses that calls left on a stack */
    bool at_end;   /* it is compared once more, after all executions */
    bool learned;  /* what is a step changed during the first run */
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
        lc_scenario *scenario;
    } kept; /* of the first scenario, until the end */
} p LC_STATE = {0};

bool lc_purity_is_running(void) { return p.running; }

void lc_purity_failed(int kind, const char *message) {
    p.failed = true;
    /* It took long to find out, or says nothing about memory. */
    p.hopeless |= kind == LC_FAILS_ENDLESS || kind == LC_FAILS_UNSUPPORTED || kind == LC_FAILS_LIMIT;
    snprintf(p.failure, sizeof p.failure, "%s", message);
}

unsigned lc_purity_block(uintptr_t address, struct lc_step_report *made) {
    const lc_block *block = lc_heap_near(address);
    if (!block) return 0;
    *made = (lc_step_report){.thread = block->made_by,
                             .kind = LC_STEP_MADE,
                             .address = block->start,
                             .size = block->size < UINT32_MAX ? (uint32_t)block->size : UINT32_MAX,
                             .pc = block->made_at,
                             .text = ""};
    return 1;
}

/* ---- what differs ---- */

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
    return word >= low && word < high && word - lc_heap.base >= lc_heap.size;
}

static void differ_in_memory(const lc_difference *d) {
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
    lc_difference d;
    if (!from) return;
    lc_tape tape = {.at = from, .end = p.room + ROOM};
    if (lc_written_differs(&tape, &d)) differ_in_memory(&d);
}

/* On the tape, if there is room up to `end`. */
static char *keep_memory(char *end) {
    char *from = p.tape.at;
    p.tape.end = end;
    if (from < end) lc_written_save(&p.tape);
    if (from < end && !p.tape.full) return from;
    p.tape.at = from;
    p.tape.full = false;
    return NULL;
}

/* The value that the step is about to read or to overwrite.  The kernel reads it, because the address may be a bad one.
 */
static uint64_t value_before(const lc_step *s) {
    uint64_t value = 0;
    if (s->access != LC_READ && s->access != LC_WRITE) return 0;
    struct iovec here = {&value, s->size < sizeof value ? s->size : sizeof value},
                 there = {(void *)s->address, here.iov_len};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)here.iov_len ? value : 0;
}

static void compare_step(uint32_t depth, unsigned thread) {
    const lc_step *was = &p.first->steps[depth], *now = &lc_m.threads[thread].pending;
    uint64_t value = value_before(now);
    bool same = p.first->threads[depth] == thread && was->pc == now->pc && was->address == now->address;
    if (same && value != p.first->values[depth])
        differ(now->address, now->pc, "step %u, by %s, finds %llu in the first execution and %llu in the %s", depth + 1,
               lc_thread_name(thread), (unsigned long long)p.first->values[depth], (unsigned long long)value, later());
    if (same) return;
    if (p.spun) p.hopeless = true;
    else if (p.first->threads[depth] != thread)
        differ(0, now->pc, "step %u is one of %s in the first execution and one of %s in the %s", depth + 1,
               lc_thread_name(p.first->threads[depth]), lc_thread_name(thread), later());
    else
        differ(0, now->pc, "step %u, by %s, is another one in the %s execution than in the first", depth + 1,
               lc_thread_name(thread), later());
}

static bool same_entry(const lc_log_entry *a, const lc_log_entry *b) {
    if (a->thread != b->thread || a->returns != b->returns || a->count != b->count) return false;
    if (!a->returns && a->name != b->name) return false;
    return memcmp(a->values, b->values, a->count * sizeof *a->values) == 0;
}

static void put_values(char *text, size_t size, const lc_log_entry *e) {
    size_t length = 0;
    text[0] = 0;
    for (unsigned i = 0; i < e->count && length < size; i++) {
        const char *symbol = lc_symbol_name(e->values[i]), *comma = i ? ", " : "";
        length += (size_t)(symbol ? snprintf(text + length, size - length, "%s%s", comma, symbol)
                                  : snprintf(text + length, size - length, "%s%lld", comma, (long long)e->values[i]));
    }
}

static const char *call_of(uint32_t event) {
    for (uint32_t i = event; i-- > 0;)
        if (lc_r.log[i].thread == lc_r.log[event].thread && !lc_r.log[i].returns) return lc_r.names[lc_r.log[i].name];
    return "an operation";
}

static void compare_histories(void) {
    uint32_t count = lc_r.length < p.first->log_length ? lc_r.length : p.first->log_length;
    for (uint32_t i = 0; i < count && i < LOG; i++) {
        const lc_log_entry *was = &p.first->log[i], *now = &lc_r.log[i];
        char first[80], second[80];
        if (same_entry(was, now)) continue;
        put_values(first, sizeof first, was);
        put_values(second, sizeof second, now);
        if (was->returns && now->returns && was->thread == now->thread)
            differ(0, 0, "%s returns %s to %s in the first execution and %s in the %s", call_of(i), first,
                   lc_thread_name(was->thread), second, later());
        else differ(0, 0, "event %u of the history is another one in the %s execution", i + 1, later());
        return;
    }
}

static void compare_ends(void) {
    if (p.found || p.hopeless) return;
    if (p.spun && (p.first->depth != lc_m.depth || p.first->outcome != lc_m.outcome)) return;
    if (!p.first->failed && p.failed) differ(0, 0, "the %s execution fails: %s", later(), p.failure);
    if (p.first->failed && !p.failed)
        differ(0, 0, "the first execution fails, the %s does not: %s", later(), p.first->message);
    compare_histories();
    if (p.first->depth != lc_m.depth)
        differ(0, 0, "the first execution has %d step%s, the second %d", p.first->depth, p.first->depth == 1 ? "" : "s",
               lc_m.depth);
    else if (p.first->outcome != lc_m.outcome)
        differ(0, 0, "the %s execution ends in another way than the first", later());
    if (!p.found && !p.failed) compare_memory(p.first->end);
}

/* ---- the two runs ---- */

static void keep_step(uint32_t depth, unsigned thread) {
    if (depth < MOMENTS) p.first->moments[depth] = keep_memory(p.room + BETWEEN);
    if (depth >= STEPS) return;
    p.first->steps[depth] = lc_m.threads[thread].pending;
    p.first->values[depth] = value_before(&lc_m.threads[thread].pending);
    p.first->threads[depth] = (uint8_t)thread;
}

/* The second run goes the way of the first, as long as it can. */
static unsigned next_thread(uint32_t depth, const lc_node *node) {
    if (p.again && depth < STEPS && (int32_t)depth < p.first->depth) {
        unsigned first = p.first->threads[depth];
        if ((node->enabled | lc_m.free) >> first & 1) return first;
    }
    bool goes_on = node->previous < LC_THREADS && node->enabled >> node->previous & 1;
    return goes_on ? node->previous : (unsigned)__builtin_ctz(node->enabled);
}

static int choose(uint32_t depth, lc_node *node) {
    unsigned next = next_thread(depth, node);
    lc_m.in_code = false; /* what is compared here is not read by the code under test */
    p.spun |= (lc_t.spinning | lc_t.stale | lc_t.observed) != 0;
    if (!p.again) keep_step(depth, next);
    else if ((int32_t)depth < p.first->depth) {
        if (depth < MOMENTS) compare_memory(p.first->moments[depth]);
        if (depth < STEPS && !p.found) compare_step(depth, next);
    }
    lc_m.in_code = true;
    return p.found || p.hopeless ? -1 : (int)next;
}

static bool next(void) { return false; }

static const lc_strategy strategy = {.choose = choose, .next = next};

static void run_once(void) {
    p.failed = false;
    madvise(lc_m.stacks, LC_THREADS * (lc_m.stack_size + 4096), MADV_DONTNEED);
    lc_heap_set_policy(lc_w.control->config.heap);
    lc_t.call_steps = lc_t.unseen;
    lc_t.split = 0;
    lc_tree_begin(&strategy);
    lc_m.races = false;
    lc_tree_run(lc_scenario_body);
}

static void keep_end(void) {
    run *f = p.first;
    f->end = p.failed ? NULL : keep_memory(p.room + ROOM);
    f->depth = lc_m.depth;
    f->outcome = lc_m.outcome;
    f->log_length = lc_r.length;
    memcpy(f->log, lc_r.log, (lc_r.length < LOG ? lc_r.length : LOG) * sizeof *f->log);
    f->failed = p.failed;
    memcpy(f->message, p.failure, sizeof f->message);
}

/* Where plain accesses turn out to be steps, the execution is another one.  False: there is nothing to compare. */
static bool run_first(void) {
    enum { TIMES = 16 };
    for (unsigned i = 0; i < TIMES; i++) {
        p.tape = (lc_tape){.at = p.room};
        run_once();
        if (p.hopeless) return false;
        if (!lc_t.new_races) {
            keep_end();
            return true;
        }
        lc_racy_apply();
        p.learned = true;
    }
    return false;
}

static void compare_again(void) {
    p.again = true;
    run_once();
    if (!lc_t.new_races) compare_ends();
}

/* The first run is compared with one more at the end, unless what it was depends on more than the test: on when a loop
 * is seen to wait. */
static void keep(const lc_scenario *scenario) {
    p.kept.first = p.first;
    p.kept.room = p.room;
    p.kept.scenario = lc_reserve(sizeof *scenario);
    memcpy(p.kept.scenario, scenario, sizeof *scenario);
}

static void run_both(const lc_scenario *scenario) {
    p.first = lc_reserve(sizeof *p.first);
    p.room = lc_reserve(ROOM);
    p.running = true;
    p.again = p.found = p.hopeless = p.spun = p.learned = false;
    lc_m.inspect = NULL;
    bool compared = run_first();
    if (compared) compare_again();
    p.running = false;
    lc_racy_forget();
    if (compared && !p.kept.first && !p.found && !p.hopeless && !p.spun && !p.learned && !lc_m.all_plain) {
        keep(scenario);
        return;
    }
    lc_unreserve(p.first, sizeof *p.first);
    lc_unreserve(p.room, ROOM);
}

/* ---- which scenarios ---- */

static uint64_t operations_of(const lc_scenario_part *part) {
    uint64_t all = 0;
    for (unsigned i = 0; i < part->count; i++) all |= (uint64_t)1 << part->calls[i].op;
    return all;
}

static bool is_due(const lc_scenario *s) {
    _Static_assert(LC_OPS <= 64, "a bit for each");
    uint64_t all = 0;
    if (s->kind == LC_SCENARIO_CALLS) {
        all = operations_of(&s->before) | operations_of(&s->after);
        for (unsigned i = 0; i < s->thread_count; i++) all |= operations_of(&s->threads[i]);
    }
    bool due = !p.any || all & ~p.seen;
    p.any = true;
    p.seen |= all;
    return due;
}

static bool report(void) {
    if (p.found) lc_explorer.report_failure(LC_FAILS_NONDETERMINISM, p.pc, p.address, p.message);
    return !p.found;
}

bool lc_purity_check(const lc_scenario *scenario) {
    const lc_config *config = &lc_w.control->config;
    if (*lc_w.control->candidates || config->strategy == LC_STRATEGY_SERIAL || !is_due(scenario)) return true;
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

bool lc_purity_check_end(void) {
    if (!p.kept.first || lc_m.all_plain) return true;
    p.first = p.kept.first;
    p.room = p.kept.room;
    lc_scenario_print(lc_w.test, p.kept.scenario, lc_w.text, sizeof lc_w.text);
    lc_scenario_use(lc_w.test, p.kept.scenario);
    lc_racy_forget();
    lc_m.inspect = NULL;
    p.found = p.hopeless = p.spun = p.remains = false;
    p.running = p.at_end = true;
    compare_again();
    if (p.found && p.remains) compare_last_two();
    p.running = false;
    return report();
}
