/* Running a scenario: the work of the first thread in every execution. */
#define _GNU_SOURCE
#include <unistd.h>

#include "target/explore/control.h"
#include "target/explore/record.h"
#include "target/explore/scenario.h"
#include "target/explore/wellformed.h"
#include "target/runtime/calls.h"
#include "target/runtime/heap.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/tls.h"

enum { MEMORY = 1 << 20 }; /* of a test with more the invariant keeps its effects */

static struct {
    const lct_test *test;
    const lct_scenario *scenario;
    uint16_t names[LCT_OPS]; /* of the operations, as they are numbered in the record */
    bool sets_up;            /* an execution begins with the setup */
    const lct_protocol *before, *after, *thread[LCT_TEST_THREADS]; /* of the parts */
    char *memory;                                                  /* before the invariant runs */
} now LCT_STATE = {0};

void lct_scenario_use(const lct_test *test, const lct_scenario *scenario) {
    now.test = test;
    now.scenario = scenario;
    if (test->invariant && !now.memory) now.memory = lct_reserve(MEMORY);
    for (unsigned i = 0; i < test->op_count; i++) {
        now.names[i] = lct_name(test->ops[i].name, false);
        lct_r.options[now.names[i]] = test->ops[i].option;
    }
    if (!scenario || scenario->kind == LCT_SCENARIO_PROGRAM) return;
    now.before = lct_part_protocol(test, &scenario->before);
    now.after = lct_part_protocol(test, &scenario->after);
    if (scenario->kind == LCT_SCENARIO_FUNCTIONS) return;
    for (unsigned i = 0; i < scenario->thread_count; i++)
        now.thread[i] = lct_part_protocol(test, &scenario->threads[i]);
}

void lct_scenario_set_up(void) {
    lct_m.setting_up = true;
    if (now.test->setup) now.test->setup();
    lct_m.setting_up = false;
}

bool lct_scenario_has_residents(void) {
    for (unsigned i = 1; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].life == LCT_ALIVE || (lct_m.threads[i].life == LCT_FINISHED && !lct_m.threads[i].joined))
            return now.sets_up = true;
    return now.sets_up = false;
}

/* A call that the protocol does not allow after the results so far is left out. */
static void make_calls(const lct_scenario_part *part, const lct_protocol *protocol) {
    lct_protocol_places places = protocol->first;
    for (unsigned i = 0; i < part->count; i++) {
        const lct_scenario_call *call = &part->calls[i];
        const lct_test_op *op = &now.test->ops[call->op];
        if (!lct_protocol_offers(protocol, places, call->op)) continue;
        int64_t values[LCT_ARGUMENTS];
        unsigned count;
        lct_op_values(op, call->arguments, values);
        lct_record_call(now.names[call->op], op->count, values, 0);
        int64_t result = lct_call_op(op, call->arguments, &count);
        lct_record_return(count, &result, 0);
        places = lct_protocol_after(protocol, places, call->op, count ? &result : NULL);
    }
}

static void *thread_of_calls(void *part) {
    make_calls(part, now.thread[(const lct_scenario_part *)part - now.scenario->threads]);
    return NULL;
}

static void *thread_of_function(void *function) {
    (*(void (**)(void))function)();
    return NULL;
}

static unsigned uses_in(const lct_scenario_part *part, int64_t value) {
    unsigned count = 0;
    for (unsigned i = 0; i < part->count; i++)
        for (unsigned k = 0; k < now.test->ops[part->calls[i].op].count && k < LCT_ARGUMENTS; k++)
            count += part->calls[i].arguments[k] == value;
    return count;
}

static unsigned uses_of(int64_t value) {
    unsigned count = uses_in(&now.scenario->before, value) + uses_in(&now.scenario->after, value);
    for (unsigned i = 0; i < now.scenario->thread_count; i++) count += uses_in(&now.scenario->threads[i], value);
    return count;
}

static bool is_equal_call(const lct_scenario_call *a, const lct_scenario_call *b, bool names) {
    if (a->op != b->op) return false;
    const lct_test_op *op = &now.test->ops[a->op];
    for (unsigned i = 0; i < LCT_ARGUMENTS; i++) {
        bool named = names && i < op->count && op->arguments[i].unique == LCT_ARGUMENT_UNIQUE;
        if (a->arguments[i] == b->arguments[i]) continue;
        if (!named || uses_of(a->arguments[i]) != 1 || uses_of(b->arguments[i]) != 1) return false;
    }
    return true;
}

bool lct_scenario_equal(const void *a, const void *b, bool names) {
    if (!now.scenario || now.scenario->kind == LCT_SCENARIO_PROGRAM) return false;
    if (now.scenario->kind == LCT_SCENARIO_FUNCTIONS) return *(void (*const *)(void))a == *(void (*const *)(void))b;
    const lct_scenario_part *x = a, *y = b;
    for (unsigned i = 0; i < x->count && x->count == y->count; i++)
        if (!is_equal_call(&x->calls[i], &y->calls[i], names)) return false;
    return x->count == y->count;
}

static void run_threads(void) {
    const lct_scenario *s = now.scenario;
    for (unsigned i = 0; i < s->thread_count; i++) {
        bool calls = s->kind == LCT_SCENARIO_CALLS;
        void *argument = calls ? (void *)&s->threads[i] : (void *)&now.test->thread[i];
        void *(*start)(void *) = calls ? thread_of_calls : thread_of_function;
        if (now.sets_up) lct_thread_start_as(i + 1, start, argument);
        else if (lct_thread_start(start, argument) < 0)
            lct_machine_fail(LCT_FAILS_LIMIT, 0, 0,
                             "there is no room for the %u threads of the scenario: there can be %d in all",
                             s->thread_count, LCT_THREADS);
    }
    lct_thread_join_all(true, LCT_CALLER);
}

/* Residents finish the work they were given, so that the next part finds the object at rest. */
static void settle(void) {
    if (now.sets_up) lct_thread_join_all(true, LCT_CALLER);
}

/* The arguments of a main are built anew in each execution, because it may change them. */
static void run_program(void) {
    char name[] = "main", *arguments[] = {name, NULL};
    int status = __real_main(1, arguments, environ);
    if (status) lct_machine_fail(LCT_FAILS_EXIT, (uintptr_t)__real_main, 0, "main returned %d", status);
}

void lct_scenario_body(void) {
    if (now.scenario->kind == LCT_SCENARIO_PROGRAM) {
        run_program();
        return;
    }
    if (now.sets_up) {
        lct_thread_reserve(now.scenario->thread_count);
        lct_scenario_set_up();
    }
    make_calls(&now.scenario->before, now.before);
    run_threads();
    make_calls(&now.scenario->after, now.after);
    settle();
    if (now.test->finally) now.test->finally();
    settle();
}

/* ---- the invariant ---- */

static void save_memory(lct_tape *tape) {
    lct_calls_save(tape);
    lct_tls_save(tape, lct_m.current);
    lct_heap_save(tape);
    lct_region_save(tape);
}

static void load_memory(lct_tape *tape) {
    lct_calls_load(tape);
    lct_tls_load(tape, lct_m.current);
    lct_heap_load(tape);
    lct_region_load(tape);
}

/* It reads one state, without steps.  Its own effects are undone, such as the blocks that it has allocated and freed:
 * it does not run in the part of an execution that is known, which must come to the same state. */
bool lct_scenario_invariant(void) {
    if (!now.test->invariant) return true;
    lct_tape before = {.at = now.memory, .end = now.memory + MEMORY}, after = before;
    save_memory(&before);
    lct_m.frozen++;
    bool holds = now.test->invariant();
    lct_m.frozen--;
    if (!before.full) load_memory(&after);
    return holds;
}
