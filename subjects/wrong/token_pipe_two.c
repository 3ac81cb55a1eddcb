// expect: failure data-race
/* Puts a byte in that it has not taken: now there are two. */
#define PUT_BACK   put('t')
#define LOOK_TAKES (void)0
#include "../objects/token_pipe.h"
