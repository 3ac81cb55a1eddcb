// relax: textbook
/* The queue lock of Mellor-Crummey and Scott. */
#include <lince/test.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    atomic_bool closed;
};
static struct node nodes[3];
static _Atomic(struct node *) tail;
static int counted;

static void enter(struct node *me) {
    atomic_store(&me->next, NULL);                    // relaxed
    atomic_store(&me->closed, true);                  // relaxed
    struct node *before = atomic_exchange(&tail, me); // acq_rel
    if (before) {
        atomic_store(&before->next, me);    // release
        while (atomic_load(&me->closed)) {} // acquire
    }
    counted++;
    struct node *next = atomic_load(&me->next); // acquire
    struct node *last = me;
    if (!next && atomic_compare_exchange_strong(&tail, &last, NULL)) return; // release relaxed
    while (!(next = atomic_load(&me->next))) {}                              // acquire
    atomic_store(&next->closed, false);                                      // release
}
static void first(void) { enter(&nodes[0]); }
static void second(void) { enter(&nodes[1]); }
static void third(void) { enter(&nodes[2]); }
static void all_counted(void) { lince_assert(counted == 3); }

LINCE_TEST(mcs_lock) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_thread(third);
    lince_test_finally(all_counted);
}
