/* Operations that reveal the state of an object of which nothing was known, if no other operation was open: they are
 * found by the kind of the object and their roles. */
#include "monitor/watch.h"
#include "spec/payload.h"

/* Where the state comes from: it is the one to which an operation leads from the initial state. */
typedef enum source {
    ITSELF,  /* the operation that showed it */
    RESULT,  /* `as` of its result, and of its key before that if it has one */
    LAST,    /* `as` of its last argument, likewise */
    KEY,     /* `as` of its key alone */
    PRESENT, /* as RESULT, unless it may stand for a key that is absent */
    SUM,     /* `as` of its result and its last argument, added */
    INITIAL  /* it is the initial state itself */
} source;

/* By kind and role; queues and stacks are those with a capacity. */
static const struct revealing_op {
    lince_object_kind is;
    lince_role role;
    lince_value result; /* that it must have returned; LINCE_NOTHING: none; LINCE_NO_VALUE: none, or any */
    source source;
    lince_role as;
    lince_value as_result; /* LINCE_NO_VALUE: none */
} revealing_ops[] = {
    {LINCE_IS_REGISTER, LINCE_ROLE_WRITE, LINCE_NO_VALUE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_REGISTER, LINCE_ROLE_READ, LINCE_NO_VALUE, RESULT, LINCE_ROLE_WRITE, LINCE_NO_VALUE},
    {LINCE_IS_REGISTER, LINCE_ROLE_CAS, LINCE_TRUE, LAST, LINCE_ROLE_WRITE, LINCE_NO_VALUE},
    {LINCE_IS_COUNTER, LINCE_ROLE_QUERY, LINCE_NO_VALUE, RESULT, LINCE_ROLE_RAISE, LINCE_NO_VALUE},
    {LINCE_IS_COUNTER, LINCE_ROLE_RAISE, LINCE_NO_VALUE, SUM, LINCE_ROLE_RAISE, LINCE_NO_VALUE},
    {LINCE_IS_MAP, LINCE_ROLE_GET, LINCE_NO_VALUE, PRESENT, LINCE_ROLE_PUT, LINCE_NO_VALUE},
    {LINCE_IS_MAP, LINCE_ROLE_PUT, LINCE_NO_VALUE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_MAP, LINCE_ROLE_CAS, LINCE_TRUE, LAST, LINCE_ROLE_PUT, LINCE_NO_VALUE},
    {LINCE_IS_MAP, LINCE_ROLE_DELETE, LINCE_FALSE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_MAP, LINCE_ROLE_DELETE, LINCE_TRUE, KEY, LINCE_ROLE_DELETE, LINCE_FALSE},
    {LINCE_IS_SET, LINCE_ROLE_INSERT, LINCE_TRUE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_SET, LINCE_ROLE_INSERT, LINCE_FALSE, KEY, LINCE_ROLE_INSERT, LINCE_TRUE},
    {LINCE_IS_SET, LINCE_ROLE_CONTAINS, LINCE_FALSE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_SET, LINCE_ROLE_CONTAINS, LINCE_TRUE, KEY, LINCE_ROLE_INSERT, LINCE_TRUE},
    {LINCE_IS_SET, LINCE_ROLE_DELETE, LINCE_FALSE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_SET, LINCE_ROLE_DELETE, LINCE_TRUE, KEY, LINCE_ROLE_DELETE, LINCE_FALSE},
    {LINCE_IS_MUTEX, LINCE_ROLE_LOCK, LINCE_NOTHING, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_MUTEX, LINCE_ROLE_LOCK, LINCE_TRUE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_MUTEX, LINCE_ROLE_LOCK, LINCE_FALSE, KEY, LINCE_ROLE_LOCK, LINCE_NO_VALUE},
    {LINCE_IS_MUTEX, LINCE_ROLE_UNLOCK, LINCE_NO_VALUE, INITIAL, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_RWLOCK, LINCE_ROLE_UNLOCK, LINCE_NO_VALUE, INITIAL, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_QUEUE, LINCE_ROLE_REMOVE, LINCE_EMPTY, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_STACK, LINCE_ROLE_REMOVE, LINCE_EMPTY, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_RWLOCK, LINCE_ROLE_LOCK, LINCE_NO_VALUE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
    {LINCE_IS_SNZI, LINCE_ROLE_QUERY, LINCE_FALSE, ITSELF, LINCE_ROLE_OTHER, LINCE_NO_VALUE},
};

/* The sum of its result and its last argument; LINCE_NO_VALUE: these are no integers, or it is none. */
static lince_value sum_of(const lco_watch *w, const lco_watched *x) {
    size_t count;
    int64_t old, more, sum;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    bool fine = count && lince_get_int(w->values, x->results, &old) &&
                lince_get_int(w->values, items[count - 1], &more) && !__builtin_add_overflow(old, more, &sum);
    return fine ? lince_int(w->values, sum) : LINCE_NO_VALUE;
}

static bool is_certain(const lco_watch *w, const lco_watched *x, source from) {
    if (from == PRESENT) return x->results != LINCE_NIL && x->results != w->options.init;
    return from != SUM || sum_of(w, x) != LINCE_NO_VALUE;
}

/* The row of the operation from which the state comes; LC_NO_METHOD: the object has none such. */
static uint32_t row_of(const lco_watch *w, const lco_watched *x, const struct revealing_op *a) {
    const lince_spec *spec = w->instance->spec;
    size_t args = (spec->methods[x->method].key != 0) + (size_t)(a->source != KEY);
    if (a->source == ITSELF || a->source == INITIAL) return x->method;
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        bool returns = a->as_result != LINCE_NO_VALUE;
        if (m->role == a->as && lc_takes(m, args) && returns == (m->results_max > 0)) return i;
    }
    return LC_NO_METHOD;
}

static bool fits(const struct revealing_op *a, const lince_method *m, lince_value results) {
    if (a->result == LINCE_NOTHING) return !m->results_max;
    return a->result == LINCE_NO_VALUE || a->result == results;
}

static const struct revealing_op *find(const lco_watch *w, const lco_watched *x) {
    const lc_instance *instance = w->instance;
    const lince_method *m = &instance->spec->methods[x->method];
    bool container = instance->is == LINCE_IS_QUEUE || instance->is == LINCE_IS_STACK;
    if (container && !lc_is_bounded(instance)) return NULL;
    for (size_t i = 0; i < sizeof revealing_ops / sizeof *revealing_ops; i++) {
        const struct revealing_op *a = &revealing_ops[i];
        if (a->is == instance->is && a->role == m->role && fits(a, m, x->results) && is_certain(w, x, a->source) &&
            row_of(w, x, a) != LC_NO_METHOD)
            return a;
    }
    return NULL;
}

bool lco_shows_state(const lco_watch *w, const lco_watched *x) { return x->fortune == LCO_HAS_RETURNED && find(w, x); }

bool lco_is_setter(const lco_watch *w, const lco_watched *x) {
    return lco_shows_state(w, x) && find(w, x)->source == ITSELF;
}

bool lco_shows_initial(const lco_watch *w, const lco_watched *x) {
    return lco_shows_state(w, x) && find(w, x)->source == INITIAL;
}

bool lco_finds_nothing(const lco_watch *w, const lco_watched *x) {
    const lince_method *m = &w->instance->spec->methods[x->method];
    return x->fortune == LCO_HAS_RETURNED && m->pure_result != LINCE_NO_VALUE && x->results == m->pure_result;
}

bool lco_finds_empty(const lco_watch *w, const lco_watched *x) { return !w->crashed && lco_finds_nothing(w, x); }

lco_watched lco_revealing_op_of(const lco_watch *w, const lco_watched *x) {
    const struct revealing_op *a = find(w, x);
    lco_watched as = *x;
    if (!a || a->source == ITSELF || a->source == INITIAL) return as;
    size_t given, count = 0;
    const lince_value *items = lc_payload_items(w->values, &x->args, &given);
    lince_value args[2];
    if (w->instance->spec->methods[x->method].key) args[count++] = items[0];
    if (a->source == SUM) args[count++] = sum_of(w, x);
    if (a->source == RESULT || a->source == PRESENT) args[count++] = x->results;
    if (a->source == LAST) args[count++] = items[given - 1];
    as.method = row_of(w, x, a);
    as.args = lince_tuple(w->values, args, count);
    as.results = a->as_result == LINCE_NO_VALUE ? LINCE_NOTHING : a->as_result;
    return as;
}
