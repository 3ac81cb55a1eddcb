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

/* A function of its own, so that its variables are gone when it returns. */
__attribute__((noinline, unused)) static void wait_for(unsigned long some) {
    unsigned long end = cycles() + some;
    while (cycles() < end) {}
}

#endif
