// models:                      sc  tso        rc11       c11
// expect:                      ok  ok         ok         ok
// expect: VOLATILE             ok  ok         ok         ok
// expect: LOCKED               ok  ok         ok         ok
// expect: WEAK=ENTER           ok  assertion  assertion  assertion
// expect: WEAK=ENTER VOLATILE  ok  assertion  assertion  assertion
// expect: HALF                 ok  assertion  assertion  assertion
/* A section that a thread enters if the other one does not want to: each raises its flag and looks at the other one, as
 * authors write it for x86, with mfence, or with LOCKED a locked instruction between.
 *
 * ENTER: nothing is between.  HALF: one of the threads has no fence. */
#include "../structures/weak.h"

enum { NONE, ENTER };

#include "x86.h"

static int wants[2], inside;

static void enter(int me, bool fenced) {
    ST(wants[me], 1);
    if (fenced) {
#ifdef LOCKED
        LOCKED_FENCE;
#else
        MFENCE;
#endif
    }
    if (LD(wants[!me])) return;
    lince_assert(!ADD(inside, 1));
    ADD(inside, -1);
}

static void left(void) { enter(0, WEAK != ENTER); }
static void right(void) {
#ifdef HALF
    enter(1, false);
#else
    enter(1, WEAK != ENTER);
#endif
}

LINCE_TEST(two_flags) {
    lince_test_thread(left);
    lince_test_thread(right);
}
