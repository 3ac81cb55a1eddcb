// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/lock_list.h"
