// expect: failure deadlock
/* Keeps the byte. */
#define PUT_BACK   (void)0
#define LOOK_TAKES take()
#include "../objects/token_pipe.h"
