/* A machine without threads, for tests of the memory of the code under test: who runs is whoever the test says, steps
 * are counted, failures come back to the test.
 *
 * What stands here is in section `lince_state`, as in the real one, because the rest is restored.
 */
#ifndef LC_TESTS_HEAP_SUPPORT_H
#define LC_TESTS_HEAP_SUPPORT_H

#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/machine.h"

#define TAP_STATE LCT_STATE
#include "tap.h"

typedef struct watcher {
    int kind; /* of the last failure */
    char message[512];
    uintptr_t address;
    jmp_buf back;
    unsigned points, shadows, told, accesses, faults; /* how many so far */
    lct_step last;                                    /* the last point or shadow */
    lct_step ranges[4];                               /* accesses to ranges, the latest last */
    uintptr_t racy;                                   /* the one place whose plain accesses are steps */
    void (*at_point)(void);                           /* what others do before the step is taken */
} watcher;
extern watcher seen;

/* The failure that `code` leads to, or -1. */
#define FAILURE_OF(code)                                                                                               \
    __extension__({                                                                                                    \
        seen.kind = -1;                                                                                                \
        seen.message[0] = 0;                                                                                           \
        lct_m.in_code = true;                                                                                          \
        if (setjmp(seen.back) == 0) {                                                                                  \
            code;                                                                                                      \
        }                                                                                                              \
        lct_m.in_code = false;                                                                                         \
        seen.kind;                                                                                                     \
    })

/* Runs what follows as the code under test, in thread `t`. */
#define AS_THREAD(t)                                                                                                   \
    for (int once_ = (lct_m.in_code = true, lct_m.current = (uint8_t)(t), 1); once_; once_ = 0, lct_m.in_code = false)

/* Lets writes to read-only pages be tried again, as the runtime does; how often is counted. */
void handle_faults(void);

/* An access as the entry points make it. */
void check_access(const void *, size_t size, bool is_write);

/* A sequence of numbers that is the same everywhere. */
static inline uint32_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

#endif
