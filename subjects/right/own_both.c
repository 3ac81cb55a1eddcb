// expect: ok bounded:3
// options: --strategy bounded --preemptions 3
/* Whoever runs alone is done: obstruction-free. */
#include "../objects/own_both.h"

LINCE_TEST(own_both) {
    own_both();
    lince_test_obstruction_free();
}
