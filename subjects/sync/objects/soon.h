/* When those who do not want to wait for ever give up. */
#ifndef SUBJECTS_SOON_H
#define SUBJECTS_SOON_H

#include <time.h>

static inline struct timespec soon(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += 200000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    }
    return time;
}

#endif
