// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/treiber_pop.h"
