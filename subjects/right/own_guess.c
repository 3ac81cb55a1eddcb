// expect: ok
/* Everybody has a guess of his own, and keeps it from one call to the next. */
#define GUESS static _Thread_local
#include "../objects/guess.h"
