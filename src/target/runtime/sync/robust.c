/* Robust mutexes: a thread that ends with one leaves it to the next, which receives an error.
 *
 * The state of the mutex stands in a field that glibc has for counting rounds.  The mutexes that a thread has are a
 * list, as in glibc, linked through the mutexes; the kernel goes along it when the thread ends. */
#include <errno.h>

#include "target/runtime/sync/mutex.h"

enum {
    SOUND,
    ORPHANED,     /* its owner ended */
    INCONSISTENT, /* the next thread has it, and has received the error */
    LOST          /* and has given it back as it was */
};

static pthread_mutex_t *first(unsigned thread) { return lct_sync.robust[thread]; }
static pthread_mutex_t *after(const pthread_mutex_t *m) { return (pthread_mutex_t *)(void *)m->__data.__list.__next; }
static void link_to(pthread_mutex_t *m, pthread_mutex_t *next) {
    m->__data.__list.__next = (struct __pthread_internal_list *)(void *)next;
}

int lct_robust_taken(pthread_mutex_t *m, unsigned thread) {
    if (m->__data.__spins == LOST) return ENOTRECOVERABLE;
    link_to(m, first(thread));
    lct_sync.robust[thread] = m;
    if (m->__data.__spins != ORPHANED) return 0;
    m->__data.__spins = INCONSISTENT;
    return EOWNERDEAD;
}

void lct_robust_given_back(pthread_mutex_t *m, unsigned thread) {
    if (m->__data.__spins == INCONSISTENT) m->__data.__spins = LOST;
    if (first(thread) == m) {
        lct_sync.robust[thread] = after(m);
        return;
    }
    for (pthread_mutex_t *at = first(thread); at; at = after(at))
        if (after(at) == m) {
            link_to(at, after(m));
            return;
        }
}

const char *lct_robust_name(int error, const char *function) {
    switch (error) {
    case EOWNERDEAD: return "lock: EOWNERDEAD";
    case ENOTRECOVERABLE: return "lock: ENOTRECOVERABLE";
    default: return function;
    }
}

void lct_robust_thread_end(void) {
    enum { NO_PLACE = 1 }; /* there is no code */
    for (pthread_mutex_t *m; (m = first(lct_m.current));) {
        lct_object(m, sizeof *m, NO_PLACE);
        lct_mutex_orphan(m, "ends with the mutex", NO_PLACE);
        m->__data.__spins = ORPHANED;
    }
}

LCT_REPLACES int pthread_mutex_consistent(pthread_mutex_t *m) {
    lct_mutex_check(m, "pthread_mutex_consistent", LCT_CALLER);
    if (!lct_is_robust(m) || m->__data.__spins != INCONSISTENT) return EINVAL;
    lct_has_effect();
    m->__data.__spins = SOUND;
    return 0;
}
