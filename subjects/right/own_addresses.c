// expect: ok exhaustive
// options: --filter names
// expect: ok exhaustive
// options: --filter written_by_another
// expect: ok exhaustive
// options: --filter mcs
/* Thread-local variables have addresses: each thread its own, by which others can get at it as long as it runs. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local long own = 5, empty[3];

/* ---- an address is the name of a thread ---- */

static long *names[4];

static void take_name(void) {
    lince_assert(own == 5 && empty[2] == 0); /* in every thread and every execution */
    own = empty[2] = lince_thread_number();
    names[lince_thread_number()] = &own;
    lince_assert(names[lince_thread_number()] == &own);
}

static void compare_names(void) {
    for (int i = 1; i < 4; i++)
        for (int k = 0; k < i; k++) lince_assert(names[i] != names[k]);
    lince_assert(names[0] == &own && own == 1);
}

static void name_first(void) { /* the thread of the setup ends the execution, too */
    names[0] = &own;
    own = 1;
}

LINCE_TEST(names) {
    lince_test_setup(name_first);
    for (int i = 0; i < 3; i++) lince_test_thread(take_name);
    lince_test_finally(compare_names);
}

/* ---- what others write there ---- */

static _Atomic(long *) open_hand;
static atomic_int filled;

static void hold_out(void) {
    own = 1;
    atomic_store(&open_hand, &own);
    while (!atomic_load(&filled)) continue;
    lince_assert(own == 7);
}

static void fill(void) {
    long *hand;
    while (!(hand = atomic_load(&open_hand))) continue;
    *hand += 6;
    lince_assert(own == 5);
    atomic_store(&filled, 1);
}

LINCE_TEST(written_by_another) {
    lince_test_thread(hold_out);
    lince_test_thread(fill);
}

/* ---- the lock of Mellor-Crummey and Scott: each waits for its own node, which another one writes to ---- */

typedef struct node {
    _Atomic(struct node *) next;
    atomic_bool waits;
} node;

static _Thread_local node mine;
static _Atomic(node *) last;
static long count; /* what it protects */

static void lock(void) {
    atomic_store(&mine.next, NULL);
    atomic_store(&mine.waits, true);
    node *before = atomic_exchange(&last, &mine);
    if (!before) return;
    atomic_store(&before->next, &mine);
    while (atomic_load(&mine.waits)) continue;
}

static void unlock(void) {
    node *self = &mine;
    if (!atomic_load(&mine.next) && atomic_compare_exchange_strong(&last, &self, NULL)) return;
    while (!atomic_load(&mine.next)) continue;
    atomic_store(&atomic_load(&mine.next)->waits, false);
}

static void add_one(void) {
    lock();
    count++;
    unlock();
}

static void all_counted(void) { lince_assert(count == 2); }

LINCE_TEST(mcs) {
    lince_test_thread(add_one);
    lince_test_thread(add_one);
    lince_test_finally(all_counted);
}
