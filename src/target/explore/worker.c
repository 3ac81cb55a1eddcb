/* The substitute for the main of the program under test: it maps the control block and executes its request. */
#include "target/explore/worker.h"

#include "target/explore/graph.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "target/explore/purity.h"
#include "target/explore/resume.h"
#include "target/explore/scenario.h"
#include "target/explore/walk.h"
#include "target/runtime/calls.h"
#include "target/runtime/crash.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/mapped.h"
#include "target/runtime/order.h"
#include "target/runtime/override.h"
#include "target/runtime/region.h"
#include "target/runtime/retry.h"
#include "target/runtime/stack.h"
#include "target/runtime/tls.h"
#include "target/runtime/weaker.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/world.h"

lct_worker lct_w LCT_STATE = {0};

bool lct_stopping(void) {
    const lct_control *c = lct_w.control;
    return __atomic_load_n(&c->stop, __ATOMIC_RELAXED) ||
           __atomic_load_n(&c->executions, __ATOMIC_RELAXED) >= c->config.max_executions;
}

unsigned lct_worker_given_up(void) {
    const lct_worker_progress *p = lct_w.progress;
    bool same = p && p->given_up_epoch == lct_m.epoch && p->given_up_depth == lct_m.depth;
    unsigned why = same ? __atomic_load_n(&p->given_up, __ATOMIC_ACQUIRE) : LCT_GIVEN_UP_NOT;
    /* The body of a test may take long.  --patience sets how long the command waits for it. */
    return why == LCT_GIVEN_UP_ENDLESS && lct_is_describing() ? LCT_GIVEN_UP_NOT : why;
}

/* The path with its choices, and the plain accesses in it, as control.h describes them. */
enum { PLACES = LCT_PROMOTED_PCS, BEGINS = 1024 };
static struct {
    uint8_t *path;
    uint64_t places[PLACES];
    size_t place_count;
    uint32_t begins[BEGINS];
} identity LCT_STATE = {0};

static void add_place(uint64_t pc) {
    for (size_t i = 0; i < identity.place_count; i++)
        if (identity.places[i] == pc) return;
    if (identity.place_count < PLACES) identity.places[identity.place_count++] = pc;
}

static uint32_t memory_model(void) {
    static const uint8_t models[] = {[LCT_WEAK_NOT] = LCT_MEMORY_SC,
                                     [LCT_WEAK_SC] = LCT_MEMORY_SC,
                                     [LCT_WEAK_TSO] = LCT_MEMORY_TSO,
                                     [LCT_WEAK_RC11] = LCT_MEMORY_RC11,
                                     [LCT_WEAK_C11] = LCT_MEMORY_C11};
    return models[lct_m.weak];
}

lct_identity lct_current_identity(void) {
    size_t length = 0, begins = 0;
    uint32_t preemptions = 0;
    identity.place_count = 0;
    for (int32_t i = 0; i < lct_m.depth; i++) {
        const lct_step_event *e = &lct_t.events[i];
        identity.path[length++] = lct_m.path[i];
        if (e->values || (lct_m.weak && lct_m.choices[i])) identity.path[length++] = (uint8_t)(0x80 | lct_m.choices[i]);
        if (!e->atomic) add_place(e->pc);
        if (e->calls && begins < BEGINS) identity.begins[begins++] = (uint32_t)i;
        preemptions += lct_was_preempted(&lct_t.nodes[i], lct_m.path[i]);
    }
    if (lct_m.weak) lct_promoted_blocks(add_place); /* their versions are numbered together in a replay, too */
    /* Threads may also stand before a step that was never taken. */
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].life == LCT_ALIVE && !lct_m.threads[i].pending.atomic)
            add_place(lct_m.threads[i].pending.pc);
    return (lct_identity){.scenario = lct_w.scenario,
                          .text = lct_w.text,
                          .stage = lct_w.stage,
                          .task = lct_w.task,
                          .number = lct_w.execution,
                          .heap = lct_w.heap,
                          .preemptions = preemptions,
                          .path = identity.path,
                          .length = length,
                          .plain = identity.places,
                          .plain_count = identity.place_count,
                          .begins = identity.begins,
                          .begin_count = begins,
                          .memory = memory_model(),
                          .listed = lct_t.linked && lct_t.lists ? LCT_LISTED : LCT_LISTED_NOT};
}

/* A thread that waits in uninstrumented code keeps all other threads from going on, and an action there that another
 * thread waits for is not noticed. */
const char *lct_doubt_about(int kind) {
    bool waits = kind == LCT_FAILS_ENDLESS || kind == LCT_FAILS_SPINNING || kind == LCT_FAILS_DEADLOCK;
    return waits && lct_t.uninstrumented ? "there is code that is not seen, and threads may wait for each other there"
                                         : NULL;
}

static lct_step_report access_of(const lct_race_side *side) {
    static const uint8_t kinds[] = {
        [LCT_TOUCH_READ] = LCT_STEP_READ,    [LCT_TOUCH_WRITE] = LCT_STEP_WRITE, [LCT_TOUCH_FREE] = LCT_STEP_FREE,
        [LCT_TOUCH_LOAD] = LCT_STEP_LOAD,    [LCT_TOUCH_STORE] = LCT_STEP_STORE, [LCT_TOUCH_CALL] = LCT_STEP_CALL,
        [LCT_TOUCH_RETURN] = LCT_STEP_RETURN};
    return (lct_step_report){.thread = side->thread,
                             .kind = side->modifies ? LCT_STEP_EXCHANGE : kinds[side->touch],
                             .address = side->address,
                             .size = side->size,
                             .after = side->trace_length,
                             .pc = side->pc,
                             .frames = side->frames,
                             .frame_count = side->frame_count};
}

/* The call of an operation is recorded with its first step.  A failure before that, in the code of the operation, comes
 * after the call all the same. */
static void record_call(int kind) {
    const uint32_t own = 1u << LCT_FAILS_CRASH | 1u << LCT_FAILS_ASSERTION | 1u << LCT_FAILS_ENDLESS |
                         1u << LCT_FAILS_EXIT | 1u << LCT_FAILS_EXCEPTION | 1u << LCT_FAILS_USE_AFTER_FREE |
                         1u << LCT_FAILS_DOUBLE_FREE | 1u << LCT_FAILS_BAD_FREE | 1u << LCT_FAILS_MISUSE |
                         1u << LCT_FAILS_OVERFLOW;
    if (own >> kind & 1 && lct_self()->call_pending && lct_r.length < LCT_LOG_MAX) lct_record_begin(lct_m.current);
}

void lct_worker_report_failure(int kind, uintptr_t pc, uintptr_t address, const char *message) {
    if (kind != LCT_FAILS_UNSUPPORTED &&
        lct_world_forked()) { /* nothing that follows from it is a failure of the test */
        lct_worker_report_failure(LCT_FAILS_UNSUPPORTED, 0, 0, lct_world_forked_words);
        return;
    }
    if (lct_is_describing()) {
        lct_describe_mistake("its body fails: %s", message);
        return;
    }
    if (lct_purity_is_running()) {
        lct_purity_failed(kind, message);
        return;
    }
    if (lct_w.rehearsing) return;
    uint32_t wanted = lct_w.control ? lct_w.control->config.wanted : 0;
    if (wanted && wanted != (uint32_t)kind + 1 && lct_w.stage != LCT_STAGE_SERIAL) return; /* it comes to nothing */
    lct_w.failed = true;
    if (!lct_w.control) {
        fprintf(stderr, "lince: %s\n", message);
        return;
    }
    uint64_t mine = lct_w.task + 1, first = __atomic_load_n(&lct_w.control->first_failure, __ATOMIC_RELAXED);
    while ((!first || mine < first) && !__atomic_compare_exchange_n(&lct_w.control->first_failure, &first, mine, false,
                                                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    record_call(kind);
    lct_step_report accesses[] = {access_of(&lct_race[0]), access_of(&lct_race[1])};
    uint32_t access_count = kind == LCT_FAILS_RACE || kind == LCT_FAILS_SYNC ? 2 : 0;
    if (kind == LCT_FAILS_NONDETERMINISM) access_count = lct_purity_block(address, &accesses[0]);
    lct_identity execution = lct_current_identity();
    lct_send_failure(&(lct_failure_report){.kind = (uint32_t)kind,
                                           .message = message,
                                           .doubt = lct_doubt_about(kind),
                                           .thread = lct_m.current,
                                           .pc = pc,
                                           .address = address,
                                           .accesses = accesses,
                                           .access_count = access_count},
                     &execution, lct_r.log, lct_r.length);
    if (lct_m.tracing) lct_trace_failure(message, pc, address);
    lct_debug_failure(message);
}

/* ---- starting ---- */

static bool map_control(void) {
    struct stat info;
    if (fstat(LCT_CONTROL_FD, &info) != 0 || (size_t)info.st_size < sizeof(lct_control)) return false;
    lct_control *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, LCT_CONTROL_FD, 0);
    if (c == MAP_FAILED) return false;
    lct_mapped_gone(c, sizeof *c); /* it is not the program's, and stays as it is */
    if (c->magic != LCT_CONTROL_MAGIC || c->size != sizeof *c) return false;
    lct_w.control = c;
    return true;
}

/* The pages that hold the machine. */
static uintptr_t machine_pages(void) { return (uintptr_t)&lct_m & -(uintptr_t)LCT_PAGE; }
static size_t machine_size(void) {
    return (((uintptr_t)(&lct_m + 1) + LCT_PAGE - 1) & -(uintptr_t)LCT_PAGE) - machine_pages();
}

/* From now on the pages that hold the machine are those of the shared block: the command reads there how far an
 * execution is, which costs a step nothing.  The variables beside the machine come with it.  Pages of its own would
 * cost: the linker would fill up the page before them, as a part of the program's variables that every snapshot copies.
 */
static void share_machine(void) {
    _Static_assert(sizeof lct_m + 2 * LCT_PAGE <= LCT_MACHINE_BYTES, "it must fit, wherever in a page it begins");
    _Static_assert(offsetof(lct_control, machines) % LCT_PAGE == 0, "these are pages");
    lct_worker_progress *p = lct_w.progress;
    unsigned char *to = lct_w.control->machines[lct_w.number];
    uintptr_t first = machine_pages(), end = first + machine_size();
    uint32_t at = (uint32_t)((uintptr_t)&lct_m - first);
    if (getpagesize() != LCT_PAGE) return;
    memcpy(to, (const void *)first, end - first);
    off_t offset = (off_t)(to - (unsigned char *)lct_w.control);
    enum { HOW = PROT_READ | PROT_WRITE };
    if (LCT_SYSTEM(mmap, first, end - first, HOW, MAP_SHARED | MAP_FIXED, LCT_CONTROL_FD, offset) == -1) return;
    p->pid = getpid();
    p->at_depth = at + offsetof(lct_machine, depth);
    p->at_in_code = at + offsetof(lct_machine, in_code);
    p->at_watching = at + offsetof(lct_machine, watching);
    __atomic_store_n(&p->at_epoch, at + (uint32_t)offsetof(lct_machine, epoch), __ATOMIC_RELEASE);
}

static void list_tests(void) {
    lct_prepare_list(lct_send_test);
    lct_send_end(LCT_WORKER_DONE, NULL);
}

/* A process that an instruction makes must not write to memory that the command reads. */
static void keep_from_children(void) {
    (void)LCT_SYSTEM(madvise, machine_pages(), machine_size(), MADV_DONTFORK);
    (void)LCT_SYSTEM(madvise, lct_w.control, sizeof *lct_w.control, MADV_DONTFORK);
}

/* From here on the code under test runs.  A debugger would stop at each SIGSYS. */
static void close_world(void) {
    if (lct_w.control->config.debugged) return;
    if (lct_world_close()) {
        __atomic_store_n(&lct_w.control->filtered, 1, __ATOMIC_RELAXED);
        return;
    }
    lct_world_open();
    keep_from_children();
    lct_send_warning(
        "the kernel does not let this program filter its system calls (seccomp): those that instructions or "
        "libraries make themselves are not seen");
}

/* The properties of all executions of the test, and its setup. */
static bool prepare(void) {
    const lct_config *config = &lct_w.control->config;
    lct_m.plain = config->plain != LCT_PLAIN_NEVER;
    lct_m.all_plain = config->plain == LCT_PLAIN_ALWAYS;
    lct_t.rounds = config->retry == LCT_RETRY_AUTO;
    lct_t.loops = LCT_RETRY_POSSIBLE && config->retry == LCT_RETRY_AUTO && config->mode == LCT_MODE_EXPLORE;
    lct_t.history_edges = !config->no_history_edges;
    lct_t.links = config->clients == LCT_CLIENTS_OF_ALL;
    lct_t.lists = config->lists;
    lct_g.genmc = config->genmc_readings;
    lct_t.races = !config->no_data_races;
    lct_m.assembly = config->assembly;
    lct_m.all_orders = config->orders;
    lct_overrides_set(config->override, config->overrides);
    lct_m.self_waits = config->waits == LCT_WAITS_KNOWN;
    lct_m.races_all = config->all_failures && config->mode == LCT_MODE_EXPLORE;
    lct_race_wanted(config->race[0], config->race[1]);
    lct_t.races_end = !lct_m.races_all && !lct_m.assembly && !lct_is_allowed(LCT_FAILS_RACE) && !config->wanted &&
                      !config->race[0] && config->mode == LCT_MODE_EXPLORE;
    lct_t.invariant = lct_w.test->invariant != NULL;
    lct_w.claim = config->claim > lct_w.test->claim ? config->claim : lct_w.test->claim;
    lct_t.uninstrumented = lct_w.control->config.uninstrumented;
    lct_t.call_steps = lct_t.uninstrumented || lct_w.control->config.call_steps;
    lct_scenario_use(lct_w.test, NULL);
    if (!lct_prepare_setup()) return false;
    const char *warning = lct_image_warning();
    if (warning) lct_send_warning(warning);
    return true;
}

static enum lct_worker_end work(const char **why) {
    const lct_config *config = &lct_w.control->config;
    int index = lct_test_find(config->test);
    *why = "there is no test of this name in the program";
    if (index < 0) return LCT_WORKER_MISTAKE;
    close_world();
    lct_w.test = lct_prepare_test((unsigned)index);
    *why = lct_w.test->mistakes;
    if (**why) return LCT_WORKER_MISTAKE;
    if (config->threads) lct_describe_size(config->threads, config->calls);
    if (config->balanced) lct_describe_balanced();
    if (*config->order) lct_describe_order(config->order);
    if (config->parties) lct_describe_meeting(config->parties);
    *why = lct_w.test->mistakes;
    if (**why) return LCT_WORKER_MISTAKE;
    *why = "the setup of the test failed";
    if (!prepare()) return LCT_WORKER_MISTAKE;
    return config->mode == LCT_MODE_EXPLORE ? lct_plan_run(why) : lct_replay_run(why);
}

/* Places that executed a memory order weaker than seq_cst. */
static void send_weaker_accesses(void) {
    for (unsigned i = 0; i < LCT_WEAKER_SLOTS; i++) {
        const lct_weaker_place *p = &lct_weaker_places[i];
        if (p->key)
            lct_send_weaker(&(lct_weaker_report){.kind = lct_weaker_kind_of(p->key),
                                                 .order = lct_weaker_order_of(p->key),
                                                 .pc = lct_weaker_pc(p->key),
                                                 .address = p->address,
                                                 .frames = p->frames,
                                                 .frame_count = p->frame_count});
    }
}

/* So that variables can be named. */
static void publish_tls_places(void) {
    _Static_assert((int)LCT_TLS_THREADS >= (int)LCT_THREADS, "each has its own");
    const lct_tls_piece *p = lct_tls.program;
    lct_tls_places *tls = &lct_w.control->tls;
    if (!p || lct_m.swaps) return;
    for (unsigned i = 0; i < LCT_THREADS; i++) __atomic_store_n(&tls->at[i], (uintptr_t)p->of[i], __ATOMIC_RELAXED);
    __atomic_store_n(&tls->size, p->size, __ATOMIC_RELAXED);
}

int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv) {
    (void)argc;
    if (!map_control()) {
        fprintf(stderr, "%s: built for 'lince test', which runs it: lince test %s\n", argv[0], argv[0]);
        return 2;
    }
    const lct_config *config = &lct_w.control->config;
    lct_w.number = __atomic_fetch_add(&lct_w.control->workers, 1, __ATOMIC_RELAXED) % LCT_JOBS_MAX;
    lct_w.progress = &lct_w.control->progress[lct_w.number];
    int32_t steps = config->max_steps && config->max_steps < 1000000 ? (int32_t)config->max_steps : 10000;
    lct_calls_init();
    lct_calls.spurious = config->spurious;
    lct_calls.random_choices = config->random_choices;
    lct_calls.seed = config->seed;
    lct_image_init();
    publish_tls_places();
    if (config->mode == LCT_MODE_REPLAY) lct_region_copy_all(); /* it may be looked at with a debugger */
    lct_heap_init(config->heap);
    const uint64_t accesses = (uint64_t)1 << LCT_FAILS_USE_AFTER_FREE | (uint64_t)1 << LCT_FAILS_OVERFLOW;
    lct_m.allowed = config->allowed | (config->no_use_after_free ? accesses : 0);
    lct_heap_set_checked((lct_m.allowed & accesses) != accesses);
    lct_machine_init(config->stack_bytes ? config->stack_bytes : 256 * 1024, steps);
    lct_m.relinks = config->relinks;
    lct_tree_init((uint32_t)steps);
    lct_record_init();
    lct_resume_init(config->mode == LCT_MODE_EXPLORE && !config->no_snapshots);
    lct_crash_init();
    lct_stack_init();
    identity.path = lct_reserve(2 * (size_t)steps + 2);
    share_machine();
    if (config->mode == LCT_MODE_LIST) list_tests();
    else {
        const char *why;
        enum lct_worker_end end = work(&why);
        send_weaker_accesses();
        if (lct_m.merged) __atomic_store_n(&lct_w.control->merged, 1, __ATOMIC_RELAXED);
        lct_send_end(end, why);
    }
    _exit(0);
}
