// expect: failure blocked
/* A thread reuses its own node, and waits for itself. */
#define CLH_LOCK_OWN
#include "../objects/clh_lock.h"
#include "../objects/lock_test.h"

static struct clh_node nodes[16];
static struct clh_lock clh = {&nodes[0]};
static struct clh_thread threads[16];
static struct clh_thread *self(void) {
    struct clh_thread *t = &threads[lince_thread_number()];
    if (!t->own) t->own = &nodes[lince_thread_number()];
    return t;
}
static void lock(void) { clh_lock(&clh, self()); }
static void unlock(void) { clh_unlock(self()); }

LINCE_TEST(lock_clh) { lock_operations(); }
