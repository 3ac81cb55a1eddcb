// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/lfds_queue.h"
