// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --heap fifo
// flags: -I$LINCE_BUILD/tests/subjects
#include "../programs/figure_1.h"
