/* Properties of objects that declare a kind, by which fewer of the operations that crashed need be tried. */
#include "monitor/crashed.h"

static unsigned role_of(const lco_watch *w, const lco_watched *x) { return w->instance->spec->methods[x->method].role; }

/* If the post-state follows from the operation and its result alone, a crashed operation before it has no effect.
 * Where the state is a number, to which operations add if it does not become too small, they can change places. */
bool lco_ignores_crashed(const lco_watch *w, const lco_watched *x) {
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

static bool holds_values(const lco_watch *w) {
    return w->instance->is == LINCE_IS_REGISTER || w->instance->is == LINCE_IS_MAP;
}

static lince_value from_last(const lco_watch *w, const lco_watched *x, size_t place) {
    size_t count;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    return place < count ? items[count - 1 - place] : LINCE_NO_VALUE;
}

lince_value lco_value_set(const lco_watch *w, const lco_watched *x) {
    unsigned role = role_of(w, x);
    bool sets = holds_values(w) && (role == LINCE_ROLE_PUT || role == LINCE_ROLE_WRITE);
    return sets ? from_last(w, x, 0) : LINCE_NO_VALUE;
}

/* One that crashed may have returned false, but that is no step for it. */
lince_value lco_value_wanted(const lco_watch *w, const lco_watched *x) {
    unsigned role = role_of(w, x);
    if (!holds_values(w)) return LINCE_NO_VALUE;
    if (role == LINCE_ROLE_CAS && (x->fortune == LCO_HAS_CRASHED || x->results == LINCE_TRUE))
        return from_last(w, x, 1);
    bool looks = role == LINCE_ROLE_GET || role == LINCE_ROLE_READ;
    return looks && x->fortune == LCO_HAS_RETURNED ? x->results : LINCE_NO_VALUE;
}
