/* What tests of pools do: threads take numbers and give back what they have.  No number may be with two threads.
 *
 * POOL(task_pool, TASK_POOL_SIZE) makes `take` and `give` of task_pool_take and task_pool_give, and a model of them;
 * pool_operations() tells the test about them. */
#ifndef SUBJECTS_POOL_TEST_H
#define SUBJECTS_POOL_TEST_H

#include <lince/test.h>

enum { POOL_THREADS = 4 };

#define POOL(kind, size)                                                                                               \
    static struct kind object;                                                                                         \
    static bool mine[POOL_THREADS][size];                                                                              \
    static void setup(void) { kind##_init(&object); }                                                                  \
    static long take(void) {                                                                                           \
        long number;                                                                                                   \
        if (!kind##_take(&object, &number)) return lince_empty;                                                        \
        return mine[lince_thread_number()][number] = true, number;                                                     \
    }                                                                                                                  \
    static bool give(long number) { /* false: the thread does not have it */                                           \
        bool *have = &mine[lince_thread_number()][number];                                                             \
        if (!*have) return false;                                                                                      \
        *have = false;                                                                                                 \
        kind##_give(&object, number);                                                                                  \
        return true;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    /* Any number that nobody has; EMPTY if there is none. */                                                          \
    static bool in_use[size];                                                                                          \
    static long model_take(void) {                                                                                     \
        int unused = 0;                                                                                                \
        for (int i = 0; i < (size); i++) unused += !in_use[i];                                                         \
        if (!unused) return lince_empty;                                                                               \
        int number = 0;                                                                                                \
        for (int which = lince_choose(unused); in_use[number] || which-- > 0;) number++;                               \
        return in_use[number] = true, number;                                                                          \
    }                                                                                                                  \
    static bool model_give(long number) {                                                                              \
        if (lince_choose(2)) return false;                                                                             \
        lince_assert(in_use[number]);                                                                                  \
        in_use[number] = false;                                                                                        \
        return true;                                                                                                   \
    }                                                                                                                  \
    static void pool_operations(void) {                                                                                \
        lince_test_setup(setup);                                                                                       \
        lince_test_op("take", take);                                                                                   \
        lince_test_op("give", give, lince_range(0, (size)-1));                                                         \
        lince_test_model(in_use, sizeof in_use);                                                                       \
        lince_test_model_op("take", model_take);                                                                       \
        lince_test_model_op("give", model_give);                                                                       \
    }

#endif
