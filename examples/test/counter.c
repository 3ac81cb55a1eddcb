/* A counter that stays between 0 and a limit, and its model in the same file.
 *
 *     $ lince test counter.c
 *
 * is content.  With -DBROKEN the counter is read and written in two steps, and of two threads that change it at once
 * one is lost:
 *
 *     $ lince test counter.c -- -DBROKEN
 */
#include <lince/test.h>
#include <stdatomic.h>

enum { LIMIT = 2 };

/* ---- the counter: true if there was room ---- */

static atomic_long count;

static bool move_to(long old, long new) {
#ifdef BROKEN
    (void)old;
    atomic_store(&count, new);
    return true;
#else
    return atomic_compare_exchange_strong(&count, &old, new);
#endif
}

static bool increment(void) {
    long now;
    do {
        now = atomic_load(&count);
        if (now == LIMIT) return false;
    } while (!move_to(now, now + 1));
    return true;
}

static bool decrement(void) {
    long now;
    do {
        now = atomic_load(&count);
        if (now == 0) return false;
    } while (!move_to(now, now - 1));
    return true;
}

static long get(void) { return atomic_load(&count); }

/* ---- the model: the same without a thought for other threads ---- */

static long model_count;

static bool model_increment(void) { return model_count < LIMIT ? model_count++, true : false; }
static bool model_decrement(void) { return model_count > 0 ? model_count--, true : false; }
static long model_get(void) { return model_count; }

LINCE_TEST(counter) {
    lince_test_op("increment", increment);
    lince_test_op("decrement", decrement);
    lince_test_op("get", get);
    lince_test_model(&model_count, sizeof model_count);
    lince_test_model_op("increment", model_increment);
    lince_test_model_op("decrement", model_decrement);
    lince_test_model_op("get", model_get);
}
