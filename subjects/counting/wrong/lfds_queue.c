// expect: failure assertion
// flags: -I$LINCE_BUILD/tests/subjects
/* B7: there is room for one value, and the other is lost. */
#define LFDS_QUEUE_CELLS 2
#include "../programs/lfds_queue.h"
