// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --heap fifo
#include "../programs/figure_1.h"
