/* Running a scenario: what the first thread does in every execution. */
#define _GNU_SOURCE
#include <unistd.h>

#include "explore/control.h"
#include "explore/record.h"
#include "explore/scenario.h"

static struct {
    const lc_test *test;
    const lc_scenario *scenario;
    uint16_t names[LC_OPS]; /* of the operations, as the record knows them */
} now LC_STATE = {0};

void lc_scenario_use(const lc_test *test, const lc_scenario *scenario) {
    now.test = test;
    now.scenario = scenario;
    for (unsigned i = 0; i < test->op_count; i++) now.names[i] = lc_name(test->ops[i].name, false);
}

static void make_calls(const lc_scenario_part *part) {
    for (unsigned i = 0; i < part->count; i++) {
        const lc_scenario_call *call = &part->calls[i];
        const lc_op *op = &now.test->ops[call->op];
        lc_record_call(now.names[call->op], op->count, call->arguments, 0);
        unsigned count;
        int64_t result = lc_call_op(op, call->arguments, &count);
        lc_record_return(count, &result, 0);
    }
}

static void *thread_of_calls(void *part) {
    make_calls(part);
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
        if (lc_thread_start(calls ? thread_of_calls : thread_of_function, argument) < 0)
            lc_fail(LC_FAILS_LIMIT, 0, 0, "there is no room for the %u threads of the scenario: there can be %d in all",
                    s->thread_count, LC_THREADS);
    }
    lc_thread_join_all(true, LC_CALLER);
}

/* What it gets is made anew in each execution, because a main may change its arguments. */
static void run_program(void) {
    char name[] = "main", *arguments[] = {name, NULL};
    int status = __real_main(1, arguments, environ);
    if (status) lc_fail(LC_FAILS_EXIT, (uintptr_t)__real_main, 0, "main returned %d", status);
}

void lc_scenario_body(void) {
    if (now.scenario->kind == LC_SCENARIO_PROGRAM) {
        run_program();
        return;
    }
    make_calls(&now.scenario->before);
    run_threads();
    make_calls(&now.scenario->after);
    if (now.test->finally) now.test->finally();
}

bool lc_scenario_invariant(void) {
    if (!now.test->invariant) return true;
    /* It looks at one state: what it reads are no steps. */
    lc_m.frozen++;
    bool holds = now.test->invariant();
    lc_m.frozen--;
    return holds;
}
