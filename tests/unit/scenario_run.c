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
    frozen_in_invariant = lc_m.frozen;
    return sound;
}
static void first(void) { note("first:%u ", lc_m.current); }
static void second(void) { note("second:%u ", lc_m.current); }

LINCE_TEST(variable) {
    lince_test_op("set", set);
    lince_test_op("get", get);
    lince_test_op("is", is);
    lince_test_finally(finally);
    lince_test_invariant(invariant);
    lince_test_thread(first);
    lince_test_thread(second);
}

static void setup(void) { note("setup:%d ", lc_m.setting_up); }
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

static char error[LC_SCENARIO_ERROR];

static void run(const lc_test *t, const char *text, const char *wanted) {
    static lc_scenario s;
    bool parsed = lc_scenario_parse(t, text, &s, error, sizeof error);
    *recorded = 0;
    *failure = 0;
    lc_m.thread_count = 0;
    value = 0;
    if (parsed && !setjmp(failed)) {
        lc_scenario_use(t, &s);
        lc_scenario_body();
    }
    expect(parsed && strcmp(*failure ? failure : recorded, wanted) == 0, "%s: %s", text,
           *failure ? failure
           : parsed ? recorded
                    : error);
}

int main(void) {
    expect(lc_test_count() == 3 && lc_test_find("main") == -1, "a main beside tests is not one of them");
    const lc_test *t = lc_describe((unsigned)lc_test_find("variable"));
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
             LC_FAILS_LIMIT, LC_THREADS);
    run(t, "get() | get() | get()", wanted);
    most_threads = LC_THREADS;

    expect(lc_scenario_invariant() && frozen_in_invariant == 1 && !lc_m.frozen, "the invariant is one step");
    sound = false;
    expect(!lc_scenario_invariant(), "and it may fail");

    t = lc_describe((unsigned)lc_test_find("plain"));
    run(t, "get()", "1:get()=0 joined ");
    expect(lc_scenario_invariant(), "there is none");

    /* Where the setup leaves a thread behind it is the beginning of every execution. */
    t = lc_describe((unsigned)lc_test_find("resident"));
    run(t, "get()", "1:get()=0 joined finally ");
    lc_m.thread_count = 2;
    lc_m.threads[1].life = LC_FINISHED;
    lc_m.threads[1].joined = true;
    expect(!lc_scenario_has_residents(), "who was joined is none");
    lc_m.threads[1].joined = false;
    expect(lc_scenario_has_residents(), "who has ended may still be joined");
    run(t, "get(); get() | get(); get()",
        "reserve:2 setup:1 0:get()=0 1:get()=0 2:get()=0 joined 0:get()=0 joined finally joined ");
    lc_m.thread_count = 1;
    expect(!lc_scenario_has_residents() && !lc_m.setting_up, "that is found out anew");

    /* A test that is a program; only its scenario is one of a program. */
    static lc_test program;
    program = (lc_test){.name = "main", .program = true};
    run(&program, "main", "1 main 1 1");
    run(&program, " main ", "1 main 1 1");
    status = 3;
    snprintf(wanted, sizeof wanted, "%d: main returned 3", LC_FAILS_EXIT);
    run(&program, "main", wanted);
    static lc_scenario s;
    expect(!lc_scenario_parse(&program, "main | main", &s, error, sizeof error) &&
               strcmp(error, "column 1: the test is a program: its only scenario is `main`") == 0,
           "%s", error);
    expect(lc_scenarios_start(&program, "", 0, error, sizeof error) &&
               lc_scenarios_next()->kind == LC_SCENARIO_PROGRAM && !lc_scenarios_next() &&
               lc_scenarios_count().all == 1,
           "it is all there is to run");
    return tap_end();
}
