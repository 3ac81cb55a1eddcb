// expect: ok exhaustive
// options: --strategy dpor
// flags: -I$LINCE_BUILD/tests/subjects
#include "../programs/treiber_push.h"
