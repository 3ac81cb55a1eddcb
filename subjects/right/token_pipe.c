// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define PUT_BACK   put('t')
#define LOOK_TAKES take()
#include "../objects/token_pipe.h"
