// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/treiber_push.h"
