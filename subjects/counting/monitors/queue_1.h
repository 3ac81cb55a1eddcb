/* A monitor of a queue, written by `lince emit --monitor queue --k 1 --values 4 --slots 8`.
 *
 * It counts operations by what they are and when they were.  Two operations are known to follow each
 * other if the second began in one of the last 1 steps of the history; so k = 1.  After each return it
 * asserts what must hold if the object is linearizable.  An assertion that fails is a real violation.
 * If all hold, the history is linearizable as far as k steps show.
 *
 * Each operation stands between two functions of the monitor.  The first gives a slot, which the second
 * takes, with the result.  What never returns is left open.
 * Values below 4 are told apart, all others are one to it; LINCE_MONITOR_CLASS can map them
 * otherwise.
 *
 * Macros that may be defined before: LINCE_MONITOR_ASSERT, LINCE_MONITOR_ATOMIC_BEGIN and _END (what
 * stands between them is one step), LINCE_MONITOR_CLASS, LINCE_MONITOR_API (`static`, for one), and
 * LINCE_MONITOR_DECLARATIONS for the declarations alone. */
/* clang-format off */
#ifndef LINCE_MONITOR_API
#define LINCE_MONITOR_API
#endif
LINCE_MONITOR_API int lince_m_enq_call(long value);
LINCE_MONITOR_API void lince_m_enq_return(int slot);
LINCE_MONITOR_API int lince_m_deq_call(void);
LINCE_MONITOR_API void lince_m_deq_return(int slot, long value);
LINCE_MONITOR_API void lince_m_deq_return_empty(int slot);
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

enum { LINCE_M_K = 1, LINCE_M_SLOTS = 8 };

enum {
    LINCE_M_ENQ_0,
    LINCE_M_ENQ_1,
    LINCE_M_ENQ_2,
    LINCE_M_ENQ_3,
    LINCE_M_ENQ_OTHER,
    LINCE_M_ENQ_0_OPEN,
    LINCE_M_ENQ_1_OPEN,
    LINCE_M_ENQ_2_OPEN,
    LINCE_M_ENQ_3_OPEN,
    LINCE_M_ENQ_OTHER_OPEN,
    LINCE_M_DEQ_IS_0,
    LINCE_M_DEQ_IS_1,
    LINCE_M_DEQ_IS_2,
    LINCE_M_DEQ_IS_3,
    LINCE_M_DEQ_IS_OTHER,
    LINCE_M_DEQ_IS_EMPTY,
    LINCE_M_DEQ_OPEN,
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
#define LINCE_MONITOR_CLASS(value) ((value) >= 0 && (value) < 4 ? (int)(value) : 4)
#endif

LINCE_M_PLAIN static int lince_m_is_open(int label) {
    return label == LINCE_M_ENQ_0_OPEN ||
           label == LINCE_M_ENQ_1_OPEN ||
           label == LINCE_M_ENQ_2_OPEN ||
           label == LINCE_M_ENQ_3_OPEN ||
           label == LINCE_M_ENQ_OTHER_OPEN ||
           label == LINCE_M_DEQ_OPEN;
}

LINCE_M_PLAIN static void lince_m_forget(void) {
    int label, i, j;
    for (label = 0; label < LINCE_M_LABELS; label++)
        for (i = 0; i <= LINCE_M_K; i++)
            for (j = 0; j <= LINCE_M_K; j++) {
                int n = 0;
                if (lince_m_is_open(label)) {
                    if (j < LINCE_M_K) continue;
                    if (i < LINCE_M_K) n += lince_m_n[label][i + 1][j];
                    if (i == 0) n += lince_m_n[label][0][j];
                } else {
                    if (j < i) continue;
                    if (j < LINCE_M_K) n += lince_m_n[label][i + 1][j + 1];
                    if (j < LINCE_M_K && i == 0) n += lince_m_n[label][0][j + 1];
                    if (j == 0) n += lince_m_n[label][0][0];
                }
                lince_m_n[label][i][j] = n;
            }
    for (i = 0; i < LINCE_M_SLOTS; i++)
        if (lince_m_from[i] > 0) lince_m_from[i]--;
}

LINCE_M_PLAIN static void lince_m_check(void) {
    int s0 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_0, 0, 1) + LINCE_M_N(ENQ_0_OPEN, 0, 1);
    int s1 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_1, 0, 1) + LINCE_M_N(ENQ_1_OPEN, 0, 1);
    int s2 = LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_2, 0, 1) + LINCE_M_N(ENQ_2_OPEN, 0, 1);
    int s3 = LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_3, 0, 1) + LINCE_M_N(ENQ_3_OPEN, 0, 1);
    int s4 = LINCE_M_N(ENQ_OTHER, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 1) + LINCE_M_N(ENQ_OTHER_OPEN, 0, 1);
    int s5 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1);
    int s6 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_0, 0, 1) + LINCE_M_N(ENQ_0, 1, 1) + LINCE_M_N(ENQ_0_OPEN, 0, 1)
             + LINCE_M_N(ENQ_0_OPEN, 1, 1);
    int s7 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1);
    int s8 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_1, 0, 1) + LINCE_M_N(ENQ_1, 1, 1) + LINCE_M_N(ENQ_1_OPEN, 0, 1)
             + LINCE_M_N(ENQ_1_OPEN, 1, 1);
    int s9 = LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1);
    int s10 = LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_2, 0, 1) + LINCE_M_N(ENQ_2, 1, 1) + LINCE_M_N(ENQ_2_OPEN, 0, 1)
             + LINCE_M_N(ENQ_2_OPEN, 1, 1);
    int s11 = LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1);
    int s12 = LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_3, 0, 1) + LINCE_M_N(ENQ_3, 1, 1) + LINCE_M_N(ENQ_3_OPEN, 0, 1)
             + LINCE_M_N(ENQ_3_OPEN, 1, 1);
    int s13 = LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1);
    int s14 = LINCE_M_N(ENQ_OTHER, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 1) + LINCE_M_N(ENQ_OTHER, 1, 1)
             + LINCE_M_N(ENQ_OTHER_OPEN, 0, 1) + LINCE_M_N(ENQ_OTHER_OPEN, 1, 1);
    int s15 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s16 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s17 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0);
    int s18 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s19 = LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s20 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_2, 0, 0);
    int s21 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s22 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0);
    int s23 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s24 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0);
    int s25 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s26 = LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s27 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s28 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s29 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s30 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s31 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s32 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s33 = LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s34 = LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s35 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s36 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s37 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s38 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s39 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0);
    int s40 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s41 = LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s42 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s43 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s44 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s45 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s46 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s47 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s48 = LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s49 = LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s50 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s51 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s52 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s53 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s54 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s55 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s56 = LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s57 = LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s58 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s59 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s60 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s61 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s62 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s63 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s64 = LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s65 = LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s66 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s67 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s68 = LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0) + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s69 = LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int s70 = LINCE_M_N(ENQ_0, 0, 0) + LINCE_M_N(ENQ_1, 0, 0) + LINCE_M_N(ENQ_2, 0, 0) + LINCE_M_N(ENQ_3, 0, 0)
             + LINCE_M_N(ENQ_OTHER, 0, 0);
    int s71 = LINCE_M_N(DEQ_IS_0, 0, 0) + LINCE_M_N(DEQ_IS_0, 0, 1) + LINCE_M_N(DEQ_IS_0, 1, 1)
             + LINCE_M_N(DEQ_IS_1, 0, 0) + LINCE_M_N(DEQ_IS_1, 0, 1) + LINCE_M_N(DEQ_IS_1, 1, 1)
             + LINCE_M_N(DEQ_IS_2, 0, 0) + LINCE_M_N(DEQ_IS_2, 0, 1) + LINCE_M_N(DEQ_IS_2, 1, 1)
             + LINCE_M_N(DEQ_IS_3, 0, 0) + LINCE_M_N(DEQ_IS_3, 0, 1) + LINCE_M_N(DEQ_IS_3, 1, 1)
             + LINCE_M_N(DEQ_IS_OTHER, 0, 0) + LINCE_M_N(DEQ_IS_OTHER, 0, 1) + LINCE_M_N(DEQ_IS_OTHER, 1, 1)
             + LINCE_M_N(DEQ_OPEN, 0, 1) + LINCE_M_N(DEQ_OPEN, 1, 1);
    int what_is_removed_was_added =
        (LINCE_M_N(DEQ_IS_0, 0, 0) <= s0 &&
            LINCE_M_N(DEQ_IS_1, 0, 0) <= s1 &&
            LINCE_M_N(DEQ_IS_2, 0, 0) <= s2 &&
            LINCE_M_N(DEQ_IS_3, 0, 0) <= s3 &&
            LINCE_M_N(DEQ_IS_OTHER, 0, 0) <= s4 &&
            s5 <= s6 &&
            s7 <= s8 &&
            s9 <= s10 &&
            s11 <= s12 &&
            s13 <= s14);
    LINCE_MONITOR_ASSERT(what_is_removed_was_added);
    int it_is_empty_when_EMPTY_is_returned =
        (LINCE_M_N(DEQ_IS_EMPTY, 1, 1) <= 0 ||
            (LINCE_M_N(ENQ_0, 0, 0) <= s15 &&
                LINCE_M_N(ENQ_1, 0, 0) <= s16 &&
                s17 <= s18 &&
                LINCE_M_N(ENQ_2, 0, 0) <= s19 &&
                s20 <= s21 &&
                s22 <= s23 &&
                s24 <= s25 &&
                LINCE_M_N(ENQ_3, 0, 0) <= s26 &&
                s27 <= s28 &&
                s29 <= s30 &&
                s31 <= s32 &&
                s33 <= s34 &&
                s35 <= s36 &&
                s37 <= s38 &&
                s39 <= s40 &&
                LINCE_M_N(ENQ_OTHER, 0, 0) <= s41 &&
                s42 <= s43 &&
                s44 <= s45 &&
                s46 <= s47 &&
                s48 <= s49 &&
                s50 <= s51 &&
                s52 <= s53 &&
                s54 <= s55 &&
                s56 <= s57 &&
                s58 <= s59 &&
                s60 <= s61 &&
                s62 <= s63 &&
                s64 <= s65 &&
                s66 <= s67 &&
                s68 <= s69 &&
                s70 <= s71));
    LINCE_MONITOR_ASSERT(it_is_empty_when_EMPTY_is_returned);
    int first_in_first_out =
        ((s5 <= s0 &&
                s7 <= s1 &&
                s9 <= s2 &&
                s11 <= s3 &&
                s13 <= s4) ||
            (LINCE_M_N(ENQ_0, 0, 0) <= s15 &&
                LINCE_M_N(ENQ_1, 0, 0) <= s16 &&
                s17 <= s18 &&
                LINCE_M_N(ENQ_2, 0, 0) <= s19 &&
                s20 <= s21 &&
                s22 <= s23 &&
                s24 <= s25 &&
                LINCE_M_N(ENQ_3, 0, 0) <= s26 &&
                s27 <= s28 &&
                s29 <= s30 &&
                s31 <= s32 &&
                s33 <= s34 &&
                s35 <= s36 &&
                s37 <= s38 &&
                s39 <= s40 &&
                LINCE_M_N(ENQ_OTHER, 0, 0) <= s41 &&
                s42 <= s43 &&
                s44 <= s45 &&
                s46 <= s47 &&
                s48 <= s49 &&
                s50 <= s51 &&
                s52 <= s53 &&
                s54 <= s55 &&
                s56 <= s57 &&
                s58 <= s59 &&
                s60 <= s61 &&
                s62 <= s63 &&
                s64 <= s65 &&
                s66 <= s67 &&
                s68 <= s69 &&
                s70 <= s71));
    LINCE_MONITOR_ASSERT(first_in_first_out);
}

LINCE_M_PLAIN static int lince_m_call(int label, int argument) {
    int slot = 0, i, there_is_room_for_more_operations;
    LINCE_MONITOR_ATOMIC_BEGIN();
    if (lince_m_returned) {
        if (lince_m_length < LINCE_M_K) lince_m_length++;
        else lince_m_forget();
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

LINCE_M_PLAIN LINCE_MONITOR_API int lince_m_enq_call(long value) {
    int slot = lince_m_call(LINCE_M_ENQ_0_OPEN, LINCE_MONITOR_CLASS(value));
    LINCE_M_NOTE("call enq(%ld)", value);
    return slot;
}
LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_enq_return(int slot) {
    LINCE_M_NOTE("return of enq");
    lince_m_return(slot, LINCE_M_ENQ_0, 1);
}

LINCE_M_PLAIN LINCE_MONITOR_API int lince_m_deq_call(void) {
    int slot = lince_m_call(LINCE_M_DEQ_OPEN, 0);
    LINCE_M_NOTE("call deq()");
    return slot;
}
LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_deq_return(int slot, long value) {
    LINCE_M_NOTE("return of deq: %ld", value);
    lince_m_return(slot, LINCE_M_DEQ_IS_0 + LINCE_MONITOR_CLASS(value), 0);
}
LINCE_M_PLAIN LINCE_MONITOR_API void lince_m_deq_return_empty(int slot) {
    LINCE_M_NOTE("return of deq: EMPTY");
    lince_m_return(slot, LINCE_M_DEQ_IS_EMPTY, 0);
}
#endif
