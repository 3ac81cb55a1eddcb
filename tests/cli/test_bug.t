# An assertion of the runtime that fails is a bug in Lince, and no failure of the code under test.
= bug.c
#include <lince/test.h>
_Noreturn void lct_bug(const char *condition, const char *file, unsigned line);
static void run(void) { lct_bug("head != tail", "runtime/heap.c", 7); }
LINCE_TEST(bug) {
    lince_test_op("run", run);
}
$ lince test bug.c
lince: bug.c: bug: BUG in Lince, not in the code under test (please report it): runtime/heap.c:7: assertion `head != tail` does not hold in the scenario run()
? 2

$ lince test --strategy stress bug.c
lince: bug.c: bug: BUG in Lince, not in the code under test (please report it): runtime/heap.c:7: assertion `head != tail` does not hold
? 2
