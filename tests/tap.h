/* A test program in TAP: `expect(x == 3, "three")` for each fact, `return tap_end();` from main. */
#ifndef LC_TESTS_TAP_H
#define LC_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#ifndef TAP_STATE
#define TAP_STATE /* where the counters are */
#endif
static int tap_count TAP_STATE = 0, tap_failed TAP_STATE = 0;

__attribute__((format(printf, 2, 3), unused)) static bool expect(bool holds, const char *format, ...) {
    va_list args;
    va_start(args, format);
    printf("%s %d - ", holds ? "ok" : "not ok", ++tap_count);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    if (!holds) tap_failed++;
    fflush(stdout);
    return holds;
}

/* Of the processor: what else the machine does makes no difference. */
__attribute__((unused)) static double tap_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

__attribute__((unused)) static void tap_skip(const char *why) { printf("ok %d # SKIP %s\n", ++tap_count, why); }

__attribute__((unused)) static int tap_end(void) {
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
