/* The cycle counter of the processor, or a clock in its place. */
#ifndef SUBJECTS_CYCLES_H
#define SUBJECTS_CYCLES_H

#include <time.h>

static unsigned long cycles(void) {
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_nsec;
#endif
}

#endif
