// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/elimination_assignment.h"
