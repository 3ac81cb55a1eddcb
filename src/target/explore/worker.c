/* What the program under test does instead of its main: it maps the control block and does what it says. */
#include "target/explore/worker.h"

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
#include "target/runtime/region.h"
#include "target/runtime/retry.h"
#include "target/runtime/stack.h"
#include "target/runtime/tls.h"
#include "target/runtime/weaker.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/world.h"

lc_worker lc_w LC_STATE = {0};

bool lc_stopping(void) {
    const lc_control *c = lc_w.control;
    return __atomic_load_n(&c->stop, __ATOMIC_RELAXED) ||
           __atomic_load_n(&c->executions, __ATOMIC_RELAXED) >= c->config.max_executions;
}

unsigned lc_worker_given_up(void) {
    const lc_standing *p = lc_w.progress;
    bool same = p && p->given_up_epoch == lc_m.epoch && p->given_up_depth == lc_m.depth;
    unsigned why = same ? __atomic_load_n(&p->given_up, __ATOMIC_ACQUIRE) : LC_GIVEN_UP_NOT;
    /* The body of a test may take long.  How long the command waits for it --patience says. */
    return why == LC_GIVEN_UP_ENDLESS && lc_is_describing() ? LC_GIVEN_UP_NOT : why;
}

/* The path with its choices, and the plain accesses in it, as control.h describes them. */
enum { PLACES = LC_RACY_PCS, BEGINS = 1024 };
static struct {
    uint8_t *path;
    uint64_t places[PLACES];
    size_t place_count;
    uint32_t begins[BEGINS];
} identity LC_STATE = {0};

static void add_place(uint64_t pc) {
    for (size_t i = 0; i < identity.place_count; i++)
        if (identity.places[i] == pc) return;
    if (identity.place_count < PLACES) identity.places[identity.place_count++] = pc;
}

lc_identity lc_current_identity(void) {
    size_t length = 0, begins = 0;
    uint32_t preemptions = 0;
    identity.place_count = 0;
    for (int32_t i = 0; i < lc_m.depth; i++) {
        const lc_step_event *e = &lc_t.events[i];
        identity.path[length++] = lc_m.path[i];
        if (e->values) identity.path[length++] = (uint8_t)(0x80 | lc_m.choices[i]);
        if (!e->atomic) add_place(e->pc);
        if (e->calls && begins < BEGINS) identity.begins[begins++] = (uint32_t)i;
        preemptions += lc_was_preempted(&lc_t.nodes[i], lc_m.path[i]);
    }
    /* Threads may also stand before a step that was never taken. */
    for (unsigned i = 0; i < lc_m.thread_count; i++)
        if (lc_m.threads[i].life == LC_ALIVE && !lc_m.threads[i].pending.atomic) add_place(lc_m.threads[i].pending.pc);
    return (lc_identity){.scenario = lc_w.scenario,
                         .text = lc_w.text,
                         .stage = lc_w.stage,
                         .task = lc_w.task,
                         .number = lc_w.execution,
                         .heap = lc_w.heap,
                         .preemptions = preemptions,
                         .path = identity.path,
                         .length = length,
                         .plain = identity.places,
                         .plain_count = identity.place_count,
                         .begins = identity.begins,
                         .begin_count = begins};
}

/* Who waits in code that is not seen keeps all others from going on, and who does there what another one waits for is
 * not noticed. */
const char *lc_doubt_about(int kind) {
    bool waits = kind == LC_FAILS_ENDLESS || kind == LC_FAILS_SPINNING || kind == LC_FAILS_DEADLOCK;
    return waits && lc_t.unseen ? "there is code that is not seen, and threads may wait for each other there" : NULL;
}

static lc_step_report access_of(const lc_race_side *side) {
    static const uint8_t kinds[] = {[LC_TOUCH_READ] = LC_STEP_READ,
                                    [LC_TOUCH_WRITE] = LC_STEP_WRITE,
                                    [LC_TOUCH_FREE] = LC_STEP_FREE,
                                    [LC_TOUCH_LOAD] = LC_STEP_LOAD,
                                    [LC_TOUCH_STORE] = LC_STEP_STORE};
    return (lc_step_report){.thread = side->thread,
                            .kind = side->modifies ? LC_STEP_EXCHANGE : kinds[side->touch],
                            .address = side->address,
                            .size = side->size,
                            .after = side->told,
                            .pc = side->pc,
                            .frames = side->frames,
                            .frame_count = side->frame_count};
}

/* The call of an operation is recorded with its first step.  What fails before that, in the code of the operation, has
 * called it all the same. */
static void record_call(int kind) {
    const uint32_t own = 1u << LC_FAILS_CRASH | 1u << LC_FAILS_ASSERTION | 1u << LC_FAILS_ENDLESS |
                         1u << LC_FAILS_EXIT | 1u << LC_FAILS_EXCEPTION | 1u << LC_FAILS_USE_AFTER_FREE |
                         1u << LC_FAILS_DOUBLE_FREE | 1u << LC_FAILS_BAD_FREE | 1u << LC_FAILS_MISUSE |
                         1u << LC_FAILS_OVERFLOW;
    if (own >> kind & 1 && lc_self()->call_pending && lc_r.length < LC_LOG_MAX) lc_record_begin(lc_m.current);
}

void lc_worker_report_failure(int kind, uintptr_t pc, uintptr_t address, const char *message) {
    if (kind != LC_FAILS_UNSUPPORTED && lc_world_forked()) { /* nothing that follows from it is a failure of the test */
        lc_worker_report_failure(LC_FAILS_UNSUPPORTED, 0, 0, lc_world_forked_words);
        return;
    }
    if (lc_is_describing()) {
        lc_describe_mistake("its body fails: %s", message);
        return;
    }
    if (lc_purity_is_running()) {
        lc_purity_failed(kind, message);
        return;
    }
    if (lc_w.rehearses) return;
    uint32_t wanted = lc_w.control ? lc_w.control->config.wanted : 0;
    if (wanted && wanted != (uint32_t)kind + 1 && lc_w.stage != LC_STAGE_SERIAL) return; /* it comes to nothing */
    lc_w.failed = true;
    if (!lc_w.control) {
        fprintf(stderr, "lince: %s\n", message);
        return;
    }
    uint64_t mine = lc_w.task + 1, first = __atomic_load_n(&lc_w.control->first_failure, __ATOMIC_RELAXED);
    while ((!first || mine < first) && !__atomic_compare_exchange_n(&lc_w.control->first_failure, &first, mine, false,
                                                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    record_call(kind);
    lc_step_report accesses[] = {access_of(&lc_race[0]), access_of(&lc_race[1])};
    uint32_t access_count = kind == LC_FAILS_RACE ? 2 : 0;
    if (kind == LC_FAILS_NONDETERMINISM) access_count = lc_purity_block(address, &accesses[0]);
    lc_identity execution = lc_current_identity();
    lc_say_failure(&(lc_failure_report){.kind = (uint32_t)kind,
                                        .message = message,
                                        .doubt = lc_doubt_about(kind),
                                        .thread = lc_m.current,
                                        .pc = pc,
                                        .address = address,
                                        .accesses = accesses,
                                        .access_count = access_count},
                   &execution, lc_r.log, lc_r.length);
    if (lc_m.tracing) lc_tell_failure(message, pc, address);
    lc_debug_failure(message);
}

/* ---- starting ---- */

static bool map_control(void) {
    struct stat info;
    if (fstat(LC_CONTROL_FD, &info) != 0 || (size_t)info.st_size < sizeof(lc_control)) return false;
    lc_control *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, LC_CONTROL_FD, 0);
    if (c == MAP_FAILED) return false;
    lc_mapped_gone(c, sizeof *c); /* it is not the program's, and stays as it is */
    if (c->magic != LC_CONTROL_MAGIC || c->size != sizeof *c) return false;
    lc_w.control = c;
    return true;
}

/* The pages that hold the machine. */
static uintptr_t machine_pages(void) { return (uintptr_t)&lc_m & -(uintptr_t)LC_PAGE; }
static size_t machine_size(void) {
    return (((uintptr_t)(&lc_m + 1) + LC_PAGE - 1) & -(uintptr_t)LC_PAGE) - machine_pages();
}

/* From now on the pages that hold the machine are those of the shared block: the command reads there how far an
 * execution is, which costs a step nothing.  The variables beside the machine come with it.  Pages of its own would
 * cost: the linker would fill up the page before them, as a part of the program's variables that every snapshot copies.
 */
static void share_machine(void) {
    _Static_assert(sizeof lc_m + 2 * LC_PAGE <= LC_MACHINE_BYTES, "it must fit, wherever in a page it begins");
    _Static_assert(offsetof(lc_control, machines) % LC_PAGE == 0, "these are pages");
    lc_standing *p = lc_w.progress;
    unsigned char *to = lc_w.control->machines[lc_w.number];
    uintptr_t first = machine_pages(), end = first + machine_size();
    uint32_t at = (uint32_t)((uintptr_t)&lc_m - first);
    if (getpagesize() != LC_PAGE) return;
    memcpy(to, (const void *)first, end - first);
    off_t offset = (off_t)(to - (unsigned char *)lc_w.control);
    enum { HOW = PROT_READ | PROT_WRITE };
    if (LC_SYSTEM(mmap, first, end - first, HOW, MAP_SHARED | MAP_FIXED, LC_CONTROL_FD, offset) == -1) return;
    p->pid = getpid();
    p->at_depth = at + offsetof(lc_machine, depth);
    p->at_in_code = at + offsetof(lc_machine, in_code);
    p->at_watching = at + offsetof(lc_machine, watching);
    __atomic_store_n(&p->at_epoch, at + (uint32_t)offsetof(lc_machine, epoch), __ATOMIC_RELEASE);
}

static void list_tests(void) {
    lc_prepare_list(lc_say_test);
    lc_say_end(LC_WORKER_DONE, NULL);
}

/* A process that an instruction makes must not write to what the command reads. */
static void keep_from_children(void) {
    (void)LC_SYSTEM(madvise, machine_pages(), machine_size(), MADV_DONTFORK);
    (void)LC_SYSTEM(madvise, lc_w.control, sizeof *lc_w.control, MADV_DONTFORK);
}

/* From here on the code under test runs.  A debugger would stop at each SIGSYS. */
static void close_world(void) {
    if (lc_w.control->config.debugged) return;
    if (lc_world_close()) {
        __atomic_store_n(&lc_w.control->filtered, 1, __ATOMIC_RELAXED);
        return;
    }
    lc_world_open();
    keep_from_children();
    lc_say_warning(
        "the kernel does not let this program filter its system calls (seccomp): those that instructions or "
        "libraries make themselves are not seen");
}

/* What holds for all executions of the test, and its setup. */
static bool prepare(void) {
    const lc_config *config = &lc_w.control->config;
    lc_m.plain = config->plain != LC_PLAIN_NEVER;
    lc_m.all_plain = config->plain == LC_PLAIN_ALWAYS;
    lc_t.loops = LC_RETRY_POSSIBLE && config->retry == LC_RETRY_AUTO && config->mode == LC_MODE_EXPLORE;
    lc_t.history_edges = !config->no_history_edges;
    lc_t.races = !config->no_data_races;
    lc_m.assembly = config->assembly;
    lc_m.self_waits = config->waits == LC_WAITS_KNOWN;
    lc_m.races_all = config->all_failures && config->mode == LC_MODE_EXPLORE;
    lc_race_wanted(config->race[0], config->race[1]);
    lc_t.races_end = !lc_m.races_all && !lc_m.assembly && !lc_is_allowed(LC_FAILS_RACE) && !config->wanted &&
                     !config->race[0] && config->mode == LC_MODE_EXPLORE;
    lc_t.invariant = lc_w.test->invariant != NULL;
    lc_w.claim = config->claim > lc_w.test->claim ? config->claim : lc_w.test->claim;
    lc_t.unseen = lc_w.control->config.unseen;
    lc_t.call_steps = lc_t.unseen || lc_w.control->config.call_steps;
    lc_scenario_use(lc_w.test, NULL);
    if (!lc_prepare_setup()) return false;
    const char *warning = lc_image_warning();
    if (warning) lc_say_warning(warning);
    return true;
}

static enum lc_worker_end work(const char **why) {
    const lc_config *config = &lc_w.control->config;
    int index = lc_test_find(config->test);
    *why = "there is no test of this name in the program";
    if (index < 0) return LC_WORKER_MISTAKE;
    close_world();
    lc_w.test = lc_prepare_test((unsigned)index);
    *why = lc_w.test->mistakes;
    if (**why) return LC_WORKER_MISTAKE;
    if (config->balanced) lc_describe_balanced();
    if (*config->order) lc_describe_order(config->order);
    if (config->parties) lc_describe_meeting(config->parties);
    *why = lc_w.test->mistakes;
    if (**why) return LC_WORKER_MISTAKE;
    *why = "the setup of the test failed";
    if (!prepare()) return LC_WORKER_MISTAKE;
    return config->mode == LC_MODE_EXPLORE ? lc_plan_run(why) : lc_replay_run(why);
}

/* Places that executed a memory order weaker than seq_cst. */
static void say_weaker(void) {
    for (unsigned i = 0; i < LC_WEAKER_SLOTS; i++) {
        const lc_weaker_place *p = &lc_weaker_places[i];
        if (p->key)
            lc_say_weaker(&(lc_weaker_report){.kind = lc_weaker_kind_of(p->key),
                                              .order = lc_weaker_order_of(p->key),
                                              .pc = lc_weaker_pc(p->key),
                                              .address = p->address,
                                              .frames = p->frames,
                                              .frame_count = p->frame_count});
    }
}

/* So that variables can be named. */
static void tell_places(void) {
    _Static_assert((int)LC_OWNERS == (int)LC_THREADS, "each has its own");
    const lc_own_piece *p = lc_own.program;
    lc_own_places *own = &lc_w.control->own;
    if (!p || lc_m.swaps) return;
    for (unsigned i = 0; i < LC_THREADS; i++) __atomic_store_n(&own->at[i], (uintptr_t)p->of[i], __ATOMIC_RELAXED);
    __atomic_store_n(&own->size, p->size, __ATOMIC_RELAXED);
}

int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv) {
    (void)argc;
    lc_tree_install();
    if (!map_control()) {
        fprintf(stderr, "%s: built for 'lince test', which runs it: lince test %s\n", argv[0], argv[0]);
        return 2;
    }
    const lc_config *config = &lc_w.control->config;
    lc_w.number = __atomic_fetch_add(&lc_w.control->workers, 1, __ATOMIC_RELAXED) % LC_JOBS_MAX;
    lc_w.progress = &lc_w.control->progress[lc_w.number];
    int32_t steps = config->max_steps && config->max_steps < 1000000 ? (int32_t)config->max_steps : 10000;
    lc_calls_init();
    lc_calls.spurious = config->spurious;
    lc_calls.random_choices = config->random_choices;
    lc_calls.seed = config->seed;
    lc_image_init();
    tell_places();
    if (config->mode == LC_MODE_REPLAY) lc_region_copy_all(); /* it may be looked at with a debugger */
    lc_heap_init(config->heap);
    const uint64_t accesses = (uint64_t)1 << LC_FAILS_USE_AFTER_FREE | (uint64_t)1 << LC_FAILS_OVERFLOW;
    lc_m.allowed = config->allowed | (config->no_use_after_free ? accesses : 0);
    lc_heap_set_checked((lc_m.allowed & accesses) != accesses);
    lc_machine_init(config->stack_bytes ? config->stack_bytes : 256 * 1024, steps);
    lc_tree_init((uint32_t)steps);
    lc_record_init();
    lc_resume_init(config->mode == LC_MODE_EXPLORE && !config->no_snapshots);
    lc_crash_init();
    lc_stack_init();
    identity.path = lc_reserve(2 * (size_t)steps + 2);
    share_machine();
    if (config->mode == LC_MODE_LIST) list_tests();
    else {
        const char *why;
        enum lc_worker_end end = work(&why);
        say_weaker();
        lc_say_end(end, why);
    }
    _exit(0);
}
