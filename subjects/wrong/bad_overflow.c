// expect: failure crash
/* A recursion without end. */
#include <lince/test.h>

static volatile int bottom = -1;

__attribute__((noinline)) static int deeper(int depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    if (depth == bottom) return 0;
    return deeper(depth + 1) + room[depth % 4096];
}

static void falls(void) { bottom = deeper(0); }

LINCE_TEST(bad_overflow) { lince_test_thread(falls); }
