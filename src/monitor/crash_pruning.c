/* What is known of built-in objects, so that not everything need be tried that crashed. */
#include <string.h>

#include "monitor/crashed.h"
#include "spec/builtin/common.h"

static const char *name_of(const lc_watch *w, const lc_watched *x) {
    return w->instance->spec->methods[x->method].name;
}

/* Where the state afterwards follows from the operation and its result alone, whoever came before came in vain.  Where
 * the state is a number, to which operations add if it does not become too small, they can change places. */
bool lc_ignores_crashed(const lc_watch *w, const lc_watched *x) {
    const lince_spec *spec = w->instance->spec;
    static const lince_spec *const all[] = {&lc_spec_register, &lc_spec_cas_register, &lc_spec_set, &lc_spec_mutex,
                                            &lc_spec_counter,  &lc_spec_semaphore,    &lc_spec_snzi};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (spec == all[i]) return true;
    const char *name = name_of(w, x);
    if (spec == &lc_spec_map) return strcmp(name, "append") != 0;
    return spec == &lc_spec_rwlock && (!strcmp(name, "wrlock") || !strcmp(name, "wrunlock"));
}

static bool is_register(const lince_spec *spec) { return spec == &lc_spec_register || spec == &lc_spec_cas_register; }

static lince_value from_last(const lc_watch *w, const lc_watched *x, size_t place) {
    size_t count;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    return place < count ? items[count - 1 - place] : LINCE_NO_VALUE;
}

lince_value lc_value_set(const lc_watch *w, const lc_watched *x) {
    const lince_spec *spec = w->instance->spec;
    bool sets = (spec == &lc_spec_map && !strcmp(name_of(w, x), "put")) ||
                (is_register(spec) && !strcmp(name_of(w, x), "write"));
    return sets ? from_last(w, x, 0) : LINCE_NO_VALUE;
}

/* One that crashed may have returned false, but that is no step for it. */
lince_value lc_value_wanted(const lc_watch *w, const lc_watched *x) {
    const lince_spec *spec = w->instance->spec;
    const char *name = name_of(w, x);
    if (spec != &lc_spec_map && !is_register(spec)) return LINCE_NO_VALUE;
    if (!strcmp(name, "cas") && (x->fortune == LC_HAS_CRASHED || x->results == LINCE_TRUE)) return from_last(w, x, 1);
    bool looks = !strcmp(name, "get") || !strcmp(name, "read");
    return looks && x->fortune == LC_HAS_RETURNED ? x->results : LINCE_NO_VALUE;
}
