/* A thread fills in a variable on the stack of the one that waits for it.  ORDER is that of saying that it is done. */
#include <lince/test.h>
#include <stdatomic.h>

typedef struct request {
    long answer;
    atomic_bool done;
} request;

static request *_Atomic posted;

/* A function of its own: clang 14 believes that nobody else sees a variable whose address goes through an atomic. */
__attribute__((noinline)) static long answer_of(const request *r) { return r->answer; }

static void ask(void) {
    request mine = {0};
    atomic_store(&posted, &mine);
    while (!atomic_load_explicit(&mine.done, memory_order_acquire)) {}
    lince_assert(answer_of(&mine) == 42);
}

static void answer(void) {
    request *other;
    while (!(other = atomic_load(&posted))) {}
    other->answer = 42;
    atomic_store_explicit(&other->done, true, ORDER);
}

LINCE_TEST(on_the_stack) {
    lince_test_thread(ask);
    lince_test_thread(answer);
}
