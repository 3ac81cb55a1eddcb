/* A struct that is too wide for an instruction, and atomic all the same: compilers leave it to libatomic. */
#include <lince/test.h>
#include <stdatomic.h>

struct wide {
    long count, last[4];
};
static _Atomic struct wide shared;
static long message;

static long add(long value) {
    struct wide was = atomic_load(&shared), will;
    do {
        will = was;
        will.last[will.count++ % 4] = value;
    } while (!REPLACE(&shared, &was, will));
    return will.count;
}

static long last(void) {
    struct wide now = atomic_load(&shared);
    return now.count ? now.last[(now.count - 1) % 4] : lince_empty;
}

LINCE_TEST(wide_atomic) {
    lince_test_op("add", add);
    lince_test_op("last", last);
}

/* A loop that waits for one, and what it announces. */
static void tell(void) {
    message = 1;
    struct wide now = atomic_load(&shared);
    now.last[3] = 1;
    atomic_exchange_explicit(&shared, now, ANNOUNCED);
}

static void wait_for_it(void) {
    struct wide now; /* of its own, for clang cannot take a part of what it loads */
    do now = atomic_load(&shared);
    while (!now.last[3]);
    lince_assert(message == 1);
}

LINCE_TEST(wide_message) {
    lince_test_thread(wait_for_it);
    lince_test_thread(tell);
}
