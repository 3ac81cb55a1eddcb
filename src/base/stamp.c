#include "base/stamp.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#if defined __x86_64__
#include <cpuid.h>
#endif

bool lc_stamp_counts = false;

/* Does the processor guarantee that its counter runs at constant speed? */
static bool is_invariant(void) {
#if defined __x86_64__
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && d & 1u << 8;
#else
    return false;
#endif
}

static bool kernel_trusts_it(void) {
    char name[16] = "";
    int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, name, sizeof name - 1);
    close(file);
    return length == 4 && memcmp(name, "tsc\n", 4) == 0;
}

void lc_stamp_init(void) { lc_stamp_counts = is_invariant() && kernel_trusts_it(); }

void lc_stamp_doubt(void) { lc_stamp_counts = false; }

/* Repeated reading sees every leap, if a reading takes less than it; if it takes more, its own duration is the result,
 * which is more than is needed. */
uint64_t lc_stamp_grain(void) {
    enum { READINGS = 4096 };
    uint64_t first = lc_stamp_read(), last = first, sum = 0, leaps = 0;
    for (int i = 0; i < READINGS; i++) {
        uint64_t now = lc_stamp_read(), step = now - last;
        last = now;
        if (step <= 1 || step > 1000) continue; /* not a leap, or an interruption */
        sum += step;
        leaps++;
    }
    return leaps ? (sum + leaps - 1) / leaps : 1;
}
