/* How long things take, in nanoseconds: what an execution pays for its memory. */
#include <stdlib.h>
#include <time.h>

#include "heap_support.h"
#include "target/runtime/region.h"

enum { TIMES = 2000000, LARGE = 4 << 20 };

static volatile char small_global[300] = {1};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The best of five: others use this machine as well. */
#define MEASURE(name, times, ...)                                                                                      \
    do {                                                                                                               \
        double best = 1e18;                                                                                            \
        for (int round_ = 0; round_ < 5; round_++) {                                                                   \
            double start_ = now();                                                                                     \
            for (long i_ = 0; i_ < (times); i_++) {                                                                    \
                __VA_ARGS__;                                                                                           \
            }                                                                                                          \
            double took_ = (now() - start_) / (double)(times);                                                         \
            if (took_ < best) best = took_;                                                                            \
        }                                                                                                              \
        printf("%-72s %8.1f ns\n", name, best);                                                                        \
    } while (0)

static void execution(void) {
    void *at[6];
    for (int i = 0; i < 6; i++) {
        lct_m.current = (uint8_t)(i % 3);
        at[i] = malloc(24);
    }
    for (int i = 0; i < 6; i++) {
        lct_m.current = (uint8_t)((i + 1) % 3);
        free(at[i]);
    }
}

int main(void) {
    handle_faults();
    lct_image_init();
    lct_heap_init(LCT_HEAP_LIFO);
    char *block = NULL;
    AS_THREAD(0) {
        block = malloc(256);
        malloc(24);
    }
    lct_image_take();
    AS_THREAD(1) {
        MEASURE("malloc and free of 16 bytes", TIMES, free(malloc(16)));
        MEASURE("malloc and free of 256 bytes", TIMES, free(malloc(256)));
        MEASURE("malloc and free of 4 KB", TIMES / 10, free(malloc(4096)));
        MEASURE("malloc and free of 1 MB", TIMES / 1000, free(malloc(1 << 20)));
        unsigned bad = 0;
        MEASURE("lct_heap_bad, inside the heap", TIMES, bad += lct_heap_bad((uintptr_t)block + (i_ & 0xf8), 8);
                __asm__ volatile("" ::
                                     : "memory"));
        MEASURE("lct_heap_bad, elsewhere", TIMES, bad += lct_heap_bad((uintptr_t)small_global + (i_ & 0xf8), 8);
                __asm__ volatile("" ::
                                     : "memory"));
        if (bad) return 1;
    }
    lct_heap_reset();
    lct_m.in_code = true;
    MEASURE("6 malloc and 6 free of 24 bytes by three threads, and the reset", TIMES / 10, execution();
            lct_heap_reset());
    lct_m.in_code = false;
    MEASURE("lct_image_restore: a few hundred bytes of globals, a few blocks", TIMES, small_global[i_ & 0xff] = 2;
            lct_image_restore());
    volatile char *large = lct_reserve(LARGE);
    lct_region_add((char *)large, (char *)large + LARGE, LCT_REGION_OFTEN);
    MEASURE("lct_image_restore: the same, and 4 MB of which 4 pages are written to", TIMES / 10,
            for (int k = 0; k < 4; k++) large[k << 20] = 1;
            lct_image_restore());
    return 0;
}
