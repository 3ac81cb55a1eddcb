/* A monitor of a set, written by `lince emit --monitor set --k 0 --values 1 --slots 8`.
 *
 * It counts operations by what they are and when they were.  Two operations are known to follow each
 * other if the second began in one of the last 0 steps of the history; so k = 0.  After each return it
 * asserts what must hold if the object is linearizable.  An assertion that fails is a real violation.
 *
 * Each operation stands between two functions of the monitor.  The first gives a slot, which the second
 * takes, with the result.  What never returns is left open.
 * Values below 1 are told apart, all others are one to it; LINCE_MONITOR_CLASS can map them
 * otherwise.
 * Only class 1 may have more than one value.
 *
 * Macros that may be defined before: LINCE_MONITOR_ASSERT, LINCE_MONITOR_ATOMIC_BEGIN and _END (what
 * stands between them is one step), LINCE_MONITOR_CLASS, LINCE_MONITOR_API (`static`, for one), and
 * LINCE_MONITOR_DECLARATIONS for the declarations alone. */
/* clang-format off */
#ifndef LINCE_MONITOR_API
#define LINCE_MONITOR_API
#endif
LINCE_MONITOR_API int lince_m_add_call(long value);
LINCE_MONITOR_API void lince_m_add_return(int slot, int result);
LINCE_MONITOR_API int lince_m_remove_call(long value);
LINCE_MONITOR_API void lince_m_remove_return(int slot, int result);
LINCE_MONITOR_API int lince_m_contains_call(long value);
LINCE_MONITOR_API void lince_m_contains_return(int slot, int result);
LINCE_MONITOR_API void lince_m_reset(void);

#ifndef LINCE_MONITOR_DECLARATIONS
#ifndef LINCE_MONITOR_ASSERT
#if defined __CPROVER
#define LINCE_MONITOR_ASSERT(name) __CPROVER_assert(name, #name)
#elif defined LINCE_MONITOR_SVCOMP
extern void __VERIFIER_assert(int);
#define LINCE_MONITOR_ASSERT(name) __VERIFIER_assert(name)
#else
#include <assert.h>
#define LINCE_MONITOR_ASSERT(name) assert(name)
#endif
#endif
#ifndef LINCE_MONITOR_ATOMIC_BEGIN
#if defined __CPROVER
#define LINCE_MONITOR_ATOMIC_BEGIN() __CPROVER_atomic_begin()
#define LINCE_MONITOR_ATOMIC_END() __CPROVER_atomic_end()
#elif defined LINCE_MONITOR_SVCOMP
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define LINCE_MONITOR_ATOMIC_BEGIN() __VERIFIER_atomic_begin()
#define LINCE_MONITOR_ATOMIC_END() __VERIFIER_atomic_end()
#elif defined LINCE_TEST_H
#define LINCE_MONITOR_ATOMIC_BEGIN() lince_atomic_begin(lince_m_n, sizeof lince_m_n)
#define LINCE_MONITOR_ATOMIC_END() lince_atomic_end()
#else
static volatile int lince_m_lock;
#define LINCE_MONITOR_ATOMIC_BEGIN()                                                                        \
    do {                                                                                                    \
    } while (__sync_lock_test_and_set(&lince_m_lock, 1))
#define LINCE_MONITOR_ATOMIC_END() __sync_lock_release(&lince_m_lock)
#endif
#endif
#ifdef LINCE_TEST_H
#define LINCE_M_PLAIN __attribute__((no_sanitize("thread")))
#define LINCE_M_NOTE(...) lince_note(__VA_ARGS__)
#else
#define LINCE_M_PLAIN
#define LINCE_M_NOTE(...) (void)0
#endif

enum { LINCE_M_K = 0, LINCE_M_SLOTS = 8 };

enum {
    LINCE_M_ADD_0_FALSE,
    LINCE_M_ADD_OTHER_FALSE,
    LINCE_M_ADD_0_TRUE,
    LINCE_M_ADD_OTHER_TRUE,
    LINCE_M_ADD_0_OPEN,
    LINCE_M_ADD_OTHER_OPEN,
    LINCE_M_REMOVE_0_FALSE,
    LINCE_M_REMOVE_OTHER_FALSE,
    LINCE_M_REMOVE_0_TRUE,
    LINCE_M_REMOVE_OTHER_TRUE,
    LINCE_M_REMOVE_0_OPEN,
    LINCE_M_REMOVE_OTHER_OPEN,
    LINCE_M_CONTAINS_0_FALSE,
    LINCE_M_CONTAINS_OTHER_FALSE,
    LINCE_M_CONTAINS_0_TRUE,
    LINCE_M_CONTAINS_OTHER_TRUE,
    LINCE_M_CONTAINS_0_OPEN,
    LINCE_M_CONTAINS_OTHER_OPEN,
    LINCE_M_LABELS
};

/* So many operations have this label and the interval [from, to]; what is open ends with LINCE_M_K. */
static int lince_m_n[LINCE_M_LABELS][LINCE_M_K + 1][LINCE_M_K + 1];
#define LINCE_M_N(label, from, to) lince_m_n[LINCE_M_##label][from][to]
static int lince_m_length;                 /* steps, LINCE_M_K at most */
static int lince_m_returned;               /* since the last call: then the next one begins a step */
static int lince_m_used[LINCE_M_SLOTS + 1];  /* an operation is open there; the last is for what is too much */
static int lince_m_open[LINCE_M_SLOTS + 1];  /* with this label, */
static int lince_m_class[LINCE_M_SLOTS + 1]; /* this argument, */
static int lince_m_from[LINCE_M_SLOTS + 1];  /* called in this step */

#ifndef LINCE_MONITOR_CLASS
#define LINCE_MONITOR_CLASS(value) ((value) >= 0 && (value) < 1 ? (int)(value) : 1)
#endif

LINCE_M_PLAIN static void lince_m_check(void) {
    int s0 = LINCE_M_N(REMOVE_0_TRUE, 0, 0) + LINCE_M_N(REMOVE_0_OPEN, 0, 0);
    int s1 = LINCE_M_N(ADD_0_TRUE, 0, 0) + LINCE_M_N(ADD_0_OPEN, 0, 0);
    int s2 = LINCE_M_N(REMOVE_0_FALSE, 0, 0) + LINCE_M_N(CONTAINS_0_FALSE, 0, 0);
    int s3 = LINCE_M_N(ADD_0_FALSE, 0, 0) + LINCE_M_N(CONTAINS_0_TRUE, 0, 0);
    int s4 = LINCE_M_N(ADD_0_TRUE, 0, 0) + LINCE_M_N(ADD_0_OPEN, 0, 0) + LINCE_M_N(REMOVE_0_TRUE, 0, 0)
             + LINCE_M_N(REMOVE_0_OPEN, 0, 0);
    int s5 = LINCE_M_N(ADD_OTHER_TRUE, 0, 0) + LINCE_M_N(ADD_OTHER_OPEN, 0, 0);
    int s6 = LINCE_M_N(ADD_OTHER_FALSE, 0, 0) + LINCE_M_N(CONTAINS_OTHER_TRUE, 0, 0);
    int each_value_is_there_once_or_not_at_all =
        (LINCE_M_N(ADD_0_TRUE, 0, 0) <= s0 + 1 &&
            LINCE_M_N(REMOVE_0_TRUE, 0, 0) <= s1 &&
            (s2 <= 0 ||
                s3 <= 0 ||
                1 <= s4) &&
            (s3 <= 0 ||
                1 <= s1) &&
            LINCE_M_N(REMOVE_OTHER_TRUE, 0, 0) <= s5 &&
            (s6 <= 0 ||
                1 <= s5));
    LINCE_MONITOR_ASSERT(each_value_is_there_once_or_not_at_all);
}

LINCE_M_PLAIN static int lince_m_call(int label, int argument) {
    int slot = 0, i, there_is_room_for_more_operations;
    LINCE_MONITOR_ATOMIC_BEGIN();
    if (lince_m_returned) {
        if (lince_m_length < LINCE_M_K) lince_m_length++;
    }
    lince_m_returned = 0;
    for (i = 0; i < LINCE_M_SLOTS; i++)
        if (slot == i && lince_m_used[i]) slot++;
    there_is_room_for_more_operations = slot < LINCE_M_SLOTS;
    LINCE_MONITOR_ASSERT(there_is_room_for_more_operations); /* see --slots */
    lince_m_used[slot] = 1;
    lince_m_open[slot] = label + argument;
    lince_m_class[slot] = argument;
    lince_m_from[slot] = lince_m_length;
    lince_m_n[label + argument][lince_m_length][LINCE_M_K]++;
    LINCE_MONITOR_ATOMIC_END();
    return slot;
}

LINCE_M_PLAIN static void lince_m_return(int slot, int label, int by_argument) {
    LINCE_MONITOR_ATOMIC_BEGIN();
    if (by_argument) label += lince_m_class[slot];
    lince_m_n[lince_m_open[slot]][lince_m_from[slot]][LINCE_M_K]--;
    lince_m_n[label][lince_m_from[slot]][lince_m_length]++;
    lince_m_used[slot] = 0;
    lince_m_returned = 1;
    lince_m_check();
    LINCE_MONITOR_ATOMIC_END();
}

LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_reset(void) {
    int i, j, label;
    for (label = 0; label < LINCE_M_LABELS; label++)
        for (i = 0; i <= LINCE_M_K; i++)
            for (j = 0; j <= LINCE_M_K; j++) lince_m_n[label][i][j] = 0;
    for (i = 0; i < LINCE_M_SLOTS; i++) lince_m_used[i] = 0;
    lince_m_length = 0;
    lince_m_returned = 0;
}

LINCE_M_PLAIN LINCE_MONITOR_API int lince_m_add_call(long value) {
    int slot = lince_m_call(LINCE_M_ADD_0_OPEN, LINCE_MONITOR_CLASS(value));
    LINCE_M_NOTE("call add(%ld)", value);
    return slot;
}
LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_add_return(int slot, int result) {
    LINCE_M_NOTE("return of add: %s", result ? "true" : "false");
    lince_m_return(slot, result ? LINCE_M_ADD_0_TRUE : LINCE_M_ADD_0_FALSE, 1);
}

LINCE_M_PLAIN LINCE_MONITOR_API int lince_m_remove_call(long value) {
    int slot = lince_m_call(LINCE_M_REMOVE_0_OPEN, LINCE_MONITOR_CLASS(value));
    LINCE_M_NOTE("call remove(%ld)", value);
    return slot;
}
LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_remove_return(int slot, int result) {
    LINCE_M_NOTE("return of remove: %s", result ? "true" : "false");
    lince_m_return(slot, result ? LINCE_M_REMOVE_0_TRUE : LINCE_M_REMOVE_0_FALSE, 1);
}

LINCE_M_PLAIN LINCE_MONITOR_API int lince_m_contains_call(long value) {
    int slot = lince_m_call(LINCE_M_CONTAINS_0_OPEN, LINCE_MONITOR_CLASS(value));
    LINCE_M_NOTE("call contains(%ld)", value);
    return slot;
}
LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_contains_return(int slot, int result) {
    LINCE_M_NOTE("return of contains: %s", result ? "true" : "false");
    lince_m_return(slot, result ? LINCE_M_CONTAINS_0_TRUE : LINCE_M_CONTAINS_0_FALSE, 1);
}
#endif
