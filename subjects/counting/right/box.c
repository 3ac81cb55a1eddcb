// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/box.h"
