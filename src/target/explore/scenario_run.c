/* Running a scenario: what the first thread does in every execution. */
#define _GNU_SOURCE
#include <unistd.h>

#include "target/explore/control.h"
#include "target/explore/record.h"
#include "target/explore/scenario.h"
#include "target/runtime/calls.h"
#include "target/runtime/heap.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/tls.h"

enum { MEMORY = 1 << 20 }; /* of a test with more the invariant keeps its effects */

static struct {
    const lc_test *test;
    const lc_scenario *scenario;
    uint16_t names[LC_OPS];                                      /* of the operations, as the record knows them */
    bool sets_up;                                                /* an execution begins with the setup */
    const lc_protocol *before, *after, *thread[LC_TEST_THREADS]; /* of the parts */
    char *memory;                                                /* before the invariant runs */
} now LC_STATE = {0};

void lc_scenario_use(const lc_test *test, const lc_scenario *scenario) {
    now.test = test;
    now.scenario = scenario;
    if (test->invariant && !now.memory) now.memory = lc_reserve(MEMORY);
    for (unsigned i = 0; i < test->op_count; i++) now.names[i] = lc_name(test->ops[i].name, false);
    if (!scenario || scenario->kind == LC_SCENARIO_PROGRAM) return;
    now.before = lc_part_protocol(test, &scenario->before);
    now.after = lc_part_protocol(test, &scenario->after);
    if (scenario->kind == LC_SCENARIO_FUNCTIONS) return;
    for (unsigned i = 0; i < scenario->thread_count; i++) now.thread[i] = lc_part_protocol(test, &scenario->threads[i]);
}

void lc_scenario_set_up(void) {
    lc_m.setting_up = true;
    if (now.test->setup) now.test->setup();
    lc_m.setting_up = false;
}

bool lc_scenario_has_residents(void) {
    for (unsigned i = 1; i < lc_m.thread_count; i++)
        if (lc_m.threads[i].life == LC_ALIVE || (lc_m.threads[i].life == LC_FINISHED && !lc_m.threads[i].joined))
            return now.sets_up = true;
    return now.sets_up = false;
}

/* A call that the protocol does not allow after the results so far is left out. */
static void make_calls(const lc_scenario_part *part, const lc_protocol *protocol) {
    lc_protocol_places places = protocol->first;
    for (unsigned i = 0; i < part->count; i++) {
        const lc_scenario_call *call = &part->calls[i];
        const lc_test_op *op = &now.test->ops[call->op];
        if (!lc_protocol_offers(protocol, places, call->op)) continue;
        lc_record_call(now.names[call->op], op->count, call->arguments, 0);
        unsigned count;
        int64_t result = lc_call_op(op, call->arguments, &count);
        lc_record_return(count, &result, 0);
        places = lc_protocol_after(protocol, places, call->op, count ? &result : NULL);
    }
}

static void *thread_of_calls(void *part) {
    make_calls(part, now.thread[(const lc_scenario_part *)part - now.scenario->threads]);
    return NULL;
}

static void *thread_of_function(void *function) {
    (*(void (**)(void))function)();
    return NULL;
}

static void run_threads(void) {
    const lc_scenario *s = now.scenario;
    for (unsigned i = 0; i < s->thread_count; i++) {
        bool calls = s->kind == LC_SCENARIO_CALLS;
        void *argument = calls ? (void *)&s->threads[i] : (void *)&now.test->thread[i];
        void *(*start)(void *) = calls ? thread_of_calls : thread_of_function;
        if (now.sets_up) lc_thread_start_as(i + 1, start, argument);
        else if (lc_thread_start(start, argument) < 0)
            lc_machine_fail(LC_FAILS_LIMIT, 0, 0,
                            "there is no room for the %u threads of the scenario: there can be %d in all",
                            s->thread_count, LC_THREADS);
    }
    lc_thread_join_all(true, LC_CALLER);
}

/* Residents finish what they were given, so that what comes next finds the object at rest. */
static void settle(void) {
    if (now.sets_up) lc_thread_join_all(true, LC_CALLER);
}

/* What it gets is made anew in each execution, because a main may change its arguments. */
static void run_program(void) {
    char name[] = "main", *arguments[] = {name, NULL};
    int status = __real_main(1, arguments, environ);
    if (status) lc_machine_fail(LC_FAILS_EXIT, (uintptr_t)__real_main, 0, "main returned %d", status);
}

void lc_scenario_body(void) {
    if (now.scenario->kind == LC_SCENARIO_PROGRAM) {
        run_program();
        return;
    }
    if (now.sets_up) {
        lc_thread_reserve(now.scenario->thread_count);
        lc_scenario_set_up();
    }
    make_calls(&now.scenario->before, now.before);
    run_threads();
    make_calls(&now.scenario->after, now.after);
    settle();
    if (now.test->finally) now.test->finally();
    settle();
}

/* ---- the invariant ---- */

static void save_memory(lc_tape *tape) {
    lc_calls_save(tape);
    lc_own_save(tape, lc_m.current);
    lc_heap_save(tape);
    lc_region_save(tape);
}

static void load_memory(lc_tape *tape) {
    lc_calls_load(tape);
    lc_own_load(tape, lc_m.current);
    lc_heap_load(tape);
    lc_region_load(tape);
}

/* It reads one state, without steps.  Its own effects are undone, such as the blocks that it has allocated and freed:
 * it does not run in the part of an execution that is known, which must come to the same state. */
bool lc_scenario_invariant(void) {
    if (!now.test->invariant) return true;
    lc_tape before = {.at = now.memory, .end = now.memory + MEMORY}, after = before;
    save_memory(&before);
    lc_m.frozen++;
    bool holds = now.test->invariant();
    lc_m.frozen--;
    if (!before.full) load_memory(&after);
    return holds;
}
