/* Operations that show the state of an object of which nothing was known, if nobody else was there.  Of built-in
 * specifications: one of the user's own may have the same name and be something else. */
#include <string.h>

#include "monitor/watch.h"
#include "spec/builtin/common.h"

/* Where the state comes from: it is the one to which an operation leads from the initial state. */
typedef enum source {
    ITSELF,  /* the operation that showed it */
    RESULT,  /* `as` of what it returned, and of its key before that if it has one */
    LAST,    /* `as` of its last argument, likewise */
    KEY,     /* `as` of its key alone */
    PRESENT, /* as RESULT, unless it may stand for a key that is absent */
    SUM,     /* `as` of what it returned and its last argument, added */
    INITIAL  /* it is the initial state itself */
} source;

static const struct anchor {
    const lince_spec *spec;
    const char *method;
    lince_value result; /* that it must have returned; LINCE_NO_VALUE: none, or any */
    source source;
    const char *as;
    lince_value as_result;
} anchors[] = {
    {&lc_spec_register, "write", LINCE_NO_VALUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_register, "read", LINCE_NO_VALUE, RESULT, "write", LINCE_NO_VALUE},
    {&lc_spec_cas_register, "write", LINCE_NO_VALUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_cas_register, "read", LINCE_NO_VALUE, RESULT, "write", LINCE_NO_VALUE},
    {&lc_spec_cas_register, "cas", LINCE_TRUE, LAST, "write", LINCE_NO_VALUE},
    {&lc_spec_counter, "get", LINCE_NO_VALUE, RESULT, "add", LINCE_NO_VALUE},
    {&lc_spec_counter, "fetch_add", LINCE_NO_VALUE, SUM, "add", LINCE_NO_VALUE},
    {&lc_spec_map, "get", LINCE_NO_VALUE, PRESENT, "put", LINCE_NO_VALUE},
    {&lc_spec_map, "put", LINCE_NO_VALUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_map, "cas", LINCE_TRUE, LAST, "put", LINCE_NO_VALUE},
    {&lc_spec_map, "del", LINCE_FALSE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_map, "del", LINCE_TRUE, KEY, "del", LINCE_FALSE},
    {&lc_spec_set, "add", LINCE_TRUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_set, "add", LINCE_FALSE, KEY, "add", LINCE_TRUE},
    {&lc_spec_set, "contains", LINCE_FALSE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_set, "contains", LINCE_TRUE, KEY, "add", LINCE_TRUE},
    {&lc_spec_set, "remove", LINCE_FALSE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_set, "remove", LINCE_TRUE, KEY, "remove", LINCE_FALSE},
    {&lc_spec_mutex, "lock", LINCE_NO_VALUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_mutex, "trylock", LINCE_TRUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_mutex, "trylock", LINCE_FALSE, KEY, "lock", LINCE_NO_VALUE},
    {&lc_spec_mutex, "unlock", LINCE_NO_VALUE, INITIAL, NULL, LINCE_NO_VALUE},
    {&lc_spec_rwlock, "wrunlock", LINCE_NO_VALUE, INITIAL, NULL, LINCE_NO_VALUE},
    {&lc_spec_bounded_queue, "deq", LINCE_EMPTY, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_bounded_stack, "pop", LINCE_EMPTY, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_rwlock, "wrlock", LINCE_NO_VALUE, ITSELF, NULL, LINCE_NO_VALUE},
    {&lc_spec_snzi, "query", LINCE_FALSE, ITSELF, NULL, LINCE_NO_VALUE},
};

/* The sum of what it returned and its last argument; LINCE_NO_VALUE: these are no integers, or it is none. */
static lince_value sum_of(const lc_watch *w, const lc_watched *x) {
    size_t count;
    int64_t old, more, sum;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    bool fine = count && lince_get_int(w->values, x->results, &old) &&
                lince_get_int(w->values, items[count - 1], &more) && !__builtin_add_overflow(old, more, &sum);
    return fine ? lince_int(w->values, sum) : LINCE_NO_VALUE;
}

static bool is_certain(const lc_watch *w, const lc_watched *x, source from) {
    if (from == PRESENT) return x->results != LINCE_NIL && x->results != w->options.init;
    return from != SUM || sum_of(w, x) != LINCE_NO_VALUE;
}

static const struct anchor *find(const lc_watch *w, const lc_watched *x) {
    const lince_spec *spec = w->instance->spec;
    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
        const struct anchor *a = &anchors[i];
        if (a->spec != spec || strcmp(a->method, spec->methods[x->method].name)) continue;
        bool fits = a->result == LINCE_NO_VALUE || a->result == x->results;
        if (fits && is_certain(w, x, a->source)) return a;
    }
    return NULL;
}

bool lc_shows_state(const lc_watch *w, const lc_watched *x) { return x->fortune == LC_HAS_RETURNED && find(w, x); }

bool lc_is_setter(const lc_watch *w, const lc_watched *x) {
    return lc_shows_state(w, x) && find(w, x)->source == ITSELF;
}

bool lc_shows_initial(const lc_watch *w, const lc_watched *x) {
    return lc_shows_state(w, x) && find(w, x)->source == INITIAL;
}

bool lc_finds_nothing(const lc_watch *w, const lc_watched *x) {
    const lince_method *m = &w->instance->spec->methods[x->method];
    return x->fortune == LC_HAS_RETURNED && m->pure_result != LINCE_NO_VALUE && x->results == m->pure_result;
}

bool lc_finds_empty(const lc_watch *w, const lc_watched *x) { return !w->crashed && lc_finds_nothing(w, x); }

lc_watched lc_anchor_of(const lc_watch *w, const lc_watched *x) {
    const struct anchor *a = find(w, x);
    lc_watched as = *x;
    if (!a || a->source == ITSELF || a->source == INITIAL) return as;
    size_t given, count = 0;
    const lince_value *items = lc_payload_items(w->values, &x->args, &given);
    lince_value args[2];
    if (w->instance->spec->methods[x->method].key) args[count++] = items[0];
    if (a->source == SUM) args[count++] = sum_of(w, x);
    if (a->source == RESULT || a->source == PRESENT) args[count++] = x->results;
    if (a->source == LAST) args[count++] = items[given - 1];
    as.method = lc_spec_method(w->instance->spec, a->as, strlen(a->as));
    as.args = lince_tuple(w->values, args, count);
    as.results = a->as_result == LINCE_NO_VALUE ? LINCE_NOTHING : a->as_result;
    return as;
}
