/* Why an element that was removed was not inside: another operation had removed it, or it was never added.  The recent
 * operations show which; where they do not, neither is claimed. */
#include "monitor/watch.h"

static lince_value value_of(const lco_watch *w, const lco_watched *x, bool adds) {
    size_t count = 0;
    const lince_value *items = NULL;
    if (x->fortune == LCO_HAS_RETURNED) items = lc_payload_items(w->values, adds ? &x->args : &x->results, &count);
    return count ? items[adds ? count - 1 : 0] : LINCE_NO_VALUE;
}

/* The last of the recent operations that added or removed this value, other than this one. */
static const lco_watched *find_recent(const lco_watch *w, const lco_watched *x, lince_value value, lince_role role) {
    const lco_watched *last = NULL;
    for (uint32_t i = 0; i < w->recent.count; i++) {
        const lco_watched *r = &w->recent.at[i];
        if ((lince_role)w->instance->spec->methods[r->method].role != role || r->call == x->call) continue;
        if (value_of(w, r, role == LINCE_ROLE_ADD) == value && (!last || r->end > last->end)) last = r;
    }
    return last;
}

void lco_watched_missing(lince_text *reason, const lco_watch *w, const lco_watched *x, lco_watched_list *about) {
    lince_value value = value_of(w, x, false);
    const lco_watched *add = find_recent(w, x, value, LINCE_ROLE_ADD),
                      *remove = find_recent(w, x, value, LINCE_ROLE_REMOVE);
    if (add) (void)lc_push(NULL, about, *add);
    if (remove) (void)lc_push(NULL, about, *remove);
    (void)lc_push(NULL, about, *x);
    bool never = !remove && !add && w->from_beginning;
    lc_text_puts(reason, remove ? "removed twice: " : never ? "removed but never added: " : "removed but not inside: ");
    lco_watched_print(reason, w, x);
    lc_text_puts(reason, never ? " removed a value that was never added" : " removed a value that was not inside");
    if (!remove) return;
    lc_text_puts(reason, " any more: ");
    lco_watched_print(reason, w, remove);
    lc_text_puts(reason, " had removed it");
}
