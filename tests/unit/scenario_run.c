/* Running scenarios: who is called in which order, and what is recorded of it. */
#include "scenario_support.h"
#include "target/explore/control.h"

static long value;
static bool sound = true;
static unsigned frozen_in_invariant;

static void set(long v) { value = v; }
static long get(void) { return value; }
static bool is(int v) { return v == value; }
static void finally(void) { note("finally "); }
static bool invariant(void) {
    frozen_in_invariant = lct_m.frozen;
    return sound;
}
static void first(void) { note("first:%u ", lct_m.current); }
static void second(void) { note("second:%u ", lct_m.current); }

LINCE_TEST(variable) {
    lince_test_op("set", set);
    lince_test_op("get", get);
    lince_test_op("is", is);
    lince_test_finally(finally);
    lince_test_invariant(invariant);
    lince_test_thread(first);
    lince_test_thread(second);
}

static void setup(void) { note("setup:%d ", lct_m.setting_up); }
LINCE_TEST(resident) {
    lince_test_setup(setup);
    lince_test_op("get", get);
    lince_test_finally(finally);
}

LINCE_TEST(plain) { lince_test_op("get", get); }

/* The program's own main, as --wrap=main would name it. */
static int status;
int __real_main(int argc, char **argv, char **environment) {
    note("%d %s %d %d", argc, argv[0], argv[1] == NULL, environment != NULL);
    argv[0][0] = '?';
    return status;
}

static char error[LCT_SCENARIO_ERROR];

static void run(const lct_test *t, const char *text, const char *wanted) {
    static lct_scenario s;
    bool parsed = lct_scenario_parse(t, text, &s, error, sizeof error);
    *recorded = 0;
    *failure = 0;
    lct_m.thread_count = 0;
    value = 0;
    if (parsed && !setjmp(failed)) {
        lct_scenario_use(t, &s);
        lct_scenario_body();
    }
    expect(parsed && strcmp(*failure ? failure : recorded, wanted) == 0, "%s: %s", text,
           *failure ? failure
           : parsed ? recorded
                    : error);
}

int main(void) {
    expect(lct_test_count() == 3 && lct_test_find("main") == -1, "a main beside tests is not one of them");
    const lct_test *t = lct_describe((unsigned)lct_test_find("variable"));
    char wanted[512];
    run(t, "set(1) | get()", "1:set(1) 2:get()=1 joined finally ");
    run(t, "set(1) get(); set(2) get() | set(3); get() set(4)",
        "0:set(1) 0:get()=1 1:set(2) 1:get()=2 2:set(3) joined 0:get()=3 0:set(4) finally ");
    snprintf(wanted, sizeof wanted, "1:is(0)=%ld 1:is(1)=%ld joined finally ", lince_true, lince_false);
    run(t, "is(0) is(1)", wanted);
    snprintf(wanted, sizeof wanted, "1:set(%ld) 1:get()=%ld joined finally ", lince_empty, lince_empty);
    run(t, "set(EMPTY) get()", wanted);
    run(t, "threads", "first:1 second:2 joined finally ");
    run(t, "set(5); threads; get()", "0:set(5) first:1 second:2 joined 0:get()=5 finally ");

    /* The object may have threads of its own. */
    most_threads = 3;
    snprintf(wanted, sizeof wanted, "%d: there is no room for the 3 threads of the scenario: there can be %d in all",
             LCT_FAILS_LIMIT, LCT_THREADS);
    run(t, "get() | get() | get()", wanted);
    most_threads = LCT_THREADS;

    expect(lct_scenario_invariant() && frozen_in_invariant == 1 && !lct_m.frozen, "the invariant is one step");
    sound = false;
    expect(!lct_scenario_invariant(), "and it may fail");

    t = lct_describe((unsigned)lct_test_find("plain"));
    run(t, "get()", "1:get()=0 joined ");
    expect(lct_scenario_invariant(), "there is none");

    /* Where the setup leaves a thread behind it is the beginning of every execution. */
    t = lct_describe((unsigned)lct_test_find("resident"));
    run(t, "get()", "1:get()=0 joined finally ");
    lct_m.thread_count = 2;
    lct_m.threads[1].life = LCT_FINISHED;
    lct_m.threads[1].joined = true;
    expect(!lct_scenario_has_residents(), "who was joined is none");
    lct_m.threads[1].joined = false;
    expect(lct_scenario_has_residents(), "who has ended may still be joined");
    run(t, "get(); get() | get(); get()",
        "reserve:2 setup:1 0:get()=0 1:get()=0 2:get()=0 joined 0:get()=0 joined finally joined ");
    lct_m.thread_count = 1;
    expect(!lct_scenario_has_residents() && !lct_m.setting_up, "that is found out anew");

    /* A test that is a program; only its scenario is one of a program. */
    static lct_test program;
    program = (lct_test){.name = "main", .program = true};
    run(&program, "main", "1 main 1 1");
    run(&program, " main ", "1 main 1 1");
    status = 3;
    snprintf(wanted, sizeof wanted, "%d: main returned 3", LCT_FAILS_EXIT);
    run(&program, "main", wanted);
    static lct_scenario s;
    expect(!lct_scenario_parse(&program, "main | main", &s, error, sizeof error) &&
               strcmp(error, "column 1: the test is a program: its only scenario is `main`") == 0,
           "%s", error);
    expect(lct_scenarios_start(&program, "", 0, error, sizeof error) &&
               lct_scenarios_next()->kind == LCT_SCENARIO_PROGRAM && !lct_scenarios_next() &&
               lct_scenarios_count().all == 1,
           "it is all there is to run");
    return tap_end();
}
