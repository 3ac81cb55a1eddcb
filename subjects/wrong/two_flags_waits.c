// expect: failure progress
/* Two flags, where the second thread waits for the first: it cannot end by itself. */
#define CLAIM lince_test_obstruction_free
#include "../objects/two_flags_test.h"
