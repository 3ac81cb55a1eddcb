// expect: failure assertion
// options: --no-data-races --no-use-after-free --heap fifo
// flags: -I$LINCE_BUILD/tests/subjects
/* The last pop finds nothing though something is there. */
#define TREIBER_FREES
#include "../programs/figure_1.h"
