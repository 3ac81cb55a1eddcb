// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
// options: --strategy exhaustive
// expect: failure assertion
// flags: -I$LINCE_BUILD/tests/subjects
/* Nothing is ever found. */
#define BOX_ALWAYS_EMPTY
#include "../programs/box.h"
