// expect: failure assertion
// options: --strategy dpor
/* Who puts out the light believes that it stays dark, but whoever keeps it lit may come round once more before he is
 * told to stop.  His rounds change nothing while it is lit, and must be tried all the same in between. */
#include <lince/test.h>

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool lit, stopped;
static bool was_lit;

static void put_out(void) { was_lit = atomic_exchange(&lit, false); }
static void stop(void) { stopped = true; }
static void shine(void) {
    while (!stopped) lit = true;
}
static void stays_dark(void) { assert(!was_lit || !lit); }

LINCE_TEST(light) {
    lince_test_op("put_out", put_out);
    lince_test_op("stop", stop);
    lince_test_op("shine", shine);
    lince_test_op("look", stays_dark);
    lince_test_scenario("; stop() | put_out() | shine(); look()");
}
