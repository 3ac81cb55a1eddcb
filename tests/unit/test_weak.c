/* Failures under weak memory in words: the model, whether sequential consistency has the failure, too, and which
 * operations are ordered. */
#include <stdlib.h>
#include <string.h>

#include "history/history.h"
#include "history/partial_order.h"
#include "tap.h"
#include "target/explore/control.h"
#include "tester/view/print.h"

static lcd_session session = {.style = {.width = 76}};

/* Operations `T1 enq`, with what comes before each: as many numbers as there are threads, in the order of their first
 * operations. */
typedef struct call {
    const char *thread, *method;
    bool returns;
    uint8_t before[3];
} call;

static lince_history *history_of(const call *calls, size_t count) {
    lince_history *h = lc_history_new("x.c", NULL);
    uint8_t before[3 * 8];
    bool good = h != NULL;
    for (size_t i = 0; i < count && good; i++) {
        lc_span thread = lc_span_of(calls[i].thread), none = {"", 0};
        good = lc_history_invoke(h, 0, thread, none, lc_span_of(calls[i].method), LINCE_NOTHING, NULL) == LINCE_DONE;
        if (good && calls[i].returns) good = lc_history_return(h, 0, thread, LINCE_NOTHING, NULL) == LINCE_DONE;
    }
    uint32_t threads = good ? h->threads.items.count : 0;
    for (size_t i = 0; i < count; i++) memcpy(before + i * threads, calls[i].before, threads);
    if (good && lc_history_set_order(h, before)) return h;
    lince_history_free(h);
    return NULL;
}

static void stage(lcd_test_run *t, uint64_t scenario, uint32_t kind, uint32_t memory, bool complete) {
    lcd_msg_stage s = {.scenario = scenario,
                       .number = kind,
                       .name = {.kind = (uint8_t)kind, .memory = (uint8_t)memory, .bound = UINT32_MAX},
                       .executions = 1,
                       .complete = complete};
    lcd_coverage_stage(&t->coverage, &s);
}

static void says(lcd_test_run *t, const lcd_failure *f, const char *wanted, const char *what) {
    lince_text text = {0};
    t->failure = f;
    lcd_print_memory(&text, t);
    bool same = expect(!strcmp(lc_text(&text), wanted) && !text.cut, "%s", what);
    if (!same) printf("# %s\n", lc_text(&text));
    lc_text_free(&text);
}

static void test_model(void) {
    lcd_test_run t = {.session = &session};
    lcd_failure f = {.memory = LCT_MEMORY_SC, .scenario = (char[]){"a() | b()"}, .place = {.scenario = 1}};
    lcd_coverage_init(&t.coverage);
    says(&t, &f, "", "of sequential consistency nothing is said");
    f.memory = LCT_MEMORY_RC11;
    stage(&t, 0, LCT_DOES_DPOR, LCT_MEMORY_SC, true);
    stage(&t, 1, LCT_DOES_DPOR, LCT_MEMORY_SC, false);
    says(&t, &f, "\n  The failure exists under the memory model rc11.\n", "the scenario may be wrong in any case");
    stage(&t, 1, LCT_DOES_STATES, LCT_MEMORY_SC, true);
    says(&t, &f,
         "\n  The failure exists under the memory model rc11. Under sequential\n"
         "  consistency all executions of the scenario are correct. --fix finds the\n"
         "  cheapest orders that repair it, and prints a patch.\n",
         "it is not");
    lcd_failure smaller = {.memory = LCT_MEMORY_RC11, .scenario = (char[]){"a()"}};
    t.shrunk = (lcd_shrunk){.from = &f, .failure = smaller};
    says(&t, &t.shrunk.failure,
         "\n  The failure exists under the memory model rc11. Under sequential\n"
         "  consistency all executions of the scenario that it was shrunk from are\n"
         "  correct. --fix finds the cheapest orders that repair it, and prints a\n"
         "  patch.\n",
         "the scenario that was explored counts");
    lcd_failure other = {.memory = LCT_MEMORY_SC};
    if (!lc_push(NULL, &t.judge.failures, other)) exit(1);
    says(&t, &f, "\n  The failure exists under the memory model rc11.\n", "another failure is sequentially consistent");
    lc_vec_free(NULL, &t.judge.failures);
    lcd_coverage_free(&t.coverage);
}

static void orders(const call *calls, size_t count, const char *wanted, const char *what) {
    lcd_test_run t = {.session = &session};
    lcd_failure f = {.memory = LCT_MEMORY_TSO, .history = history_of(calls, count)};
    lince_text text = {0};
    lcd_coverage_init(&t.coverage);
    lc_text_printf(&text, "\n  The failure exists under the memory model tso.\n%s", wanted);
    if (expect(f.history, "%s: a history", what)) says(&t, &f, lc_text(&text), what);
    lc_text_free(&text);
    lince_history_free(f.history);
    lcd_coverage_free(&t.coverage);
}

static void test_order(void) {
    static const call none[] = {{"T1", "a", true, {0, 0}}, {"T2", "b", true, {0, 0}}};
    orders(none, 2,
           "  The time line shows the schedule that was executed. Clients can rely on\n"
           "  less: no operation of a thread comes before one of another thread.\n",
           "nothing is ordered");
    static const call apart[] = {{"main", "init", true, {0, 0, 0}},
                                 {"T1", "a", true, {1, 0, 0}},
                                 {"T2", "b", true, {1, 0, 0}},
                                 {"main", "end", true, {1, 1, 1}}};
    orders(apart, 4,
           "  The time line shows the schedule that was executed. Clients can rely on\n"
           "  less: main's operations come before or after all of the threads, and no\n"
           "  operation of a thread comes before one of another thread.\n",
           "but main's operations");
    static const call some[] = {{"T1", "a", true, {0, 0}},
                                {"T1", "b", true, {1, 0}},
                                {"T2", "c", true, {0, 0}},
                                {"T2", "d", true, {1, 1}},
                                {"T2", "e", false, {1, 2}}};
    orders(some, 5,
           "  The time line shows the schedule that was executed. Clients can rely on\n"
           "  less: T1 a() comes before T2 d(); no other operations of different threads\n"
           "  are ordered.\n",
           "a pair, and not those that follow from it");
}

int main(void) {
    test_model();
    test_order();
    return tap_end();
}
