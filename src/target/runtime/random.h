/* Random numbers of the code under test: a generator of each thread's own, so that the numbers a thread draws depend
 * neither on the schedule nor on anything outside. */
#ifndef LC_TARGET_RUNTIME_RANDOM_H
#define LC_TARGET_RUNTIME_RANDOM_H

#include <stdint.h>

/* The state a thread starts with. */
uint64_t lct_random_first(unsigned thread);

#endif
