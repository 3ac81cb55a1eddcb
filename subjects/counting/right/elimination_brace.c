// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/elimination_brace.h"
