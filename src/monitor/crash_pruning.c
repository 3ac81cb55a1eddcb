/* What is known of objects that declare a kind, so that fewer of the operations that crashed need be tried. */
#include "monitor/crashed.h"

static unsigned role_of(const lc_watch *w, const lc_watched *x) { return w->instance->spec->methods[x->method].role; }

/* Where the state afterwards follows from the operation and its result alone, whoever came before came in vain.  Where
 * the state is a number, to which operations add if it does not become too small, they can change places. */
bool lc_ignores_crashed(const lc_watch *w, const lc_watched *x) {
    unsigned role = role_of(w, x);
    switch (w->instance->is) {
    case LINCE_IS_REGISTER:
    case LINCE_IS_SET:
    case LINCE_IS_MUTEX:
    case LINCE_IS_COUNTER:
    case LINCE_IS_SEMAPHORE:
    case LINCE_IS_SNZI: return true;
    case LINCE_IS_MAP: return role != LINCE_ROLE_APPEND;
    case LINCE_IS_RWLOCK: return role == LINCE_ROLE_LOCK || role == LINCE_ROLE_UNLOCK;
    default: return false;
    }
}

static bool holds_values(const lc_watch *w) {
    return w->instance->is == LINCE_IS_REGISTER || w->instance->is == LINCE_IS_MAP;
}

static lince_value from_last(const lc_watch *w, const lc_watched *x, size_t place) {
    size_t count;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    return place < count ? items[count - 1 - place] : LINCE_NO_VALUE;
}

lince_value lc_value_set(const lc_watch *w, const lc_watched *x) {
    unsigned role = role_of(w, x);
    bool sets = holds_values(w) && (role == LINCE_ROLE_PUT || role == LINCE_ROLE_WRITE);
    return sets ? from_last(w, x, 0) : LINCE_NO_VALUE;
}

/* One that crashed may have returned false, but that is no step for it. */
lince_value lc_value_wanted(const lc_watch *w, const lc_watched *x) {
    unsigned role = role_of(w, x);
    if (!holds_values(w)) return LINCE_NO_VALUE;
    if (role == LINCE_ROLE_CAS && (x->fortune == LC_HAS_CRASHED || x->results == LINCE_TRUE)) return from_last(w, x, 1);
    bool looks = role == LINCE_ROLE_GET || role == LINCE_ROLE_READ;
    return looks && x->fortune == LC_HAS_RETURNED ? x->results : LINCE_NO_VALUE;
}
