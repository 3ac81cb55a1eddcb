// expect: failure progress
/* Two threads can keep each other busy for ever: not lock-free. */
#include "../objects/own_both.h"

LINCE_TEST(own_both) {
    own_both();
    lince_test_lock_free();
}
