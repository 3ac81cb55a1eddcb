/* Binding: giving the operations of a history their meaning.
 *
 * The raw payloads of a history are split into arguments and results by the operation table of the specification.
 * Operations that the specification cannot distinguish have equal labels and are interchangeable, so steps are computed
 * once per label and state, not once per operation.
 */
#ifndef LC_SPEC_BIND_H
#define LC_SPEC_BIND_H

#include "base/clock.h"
#include "history/history.h"
#include "spec/spec.h"

typedef struct lc_label {
    const uint32_t *content; /* row, whether results are known, number of arguments, arguments, results, 0 */
    lince_value key; /* operations of one object with different keys never influence each other; or LINCE_NO_VALUE */
    uint32_t object : 31;
    uint32_t pure : 1; /* an operation with this label never changes the state */
} lc_label;

/* A label as a specification wants it. */
typedef struct lc_call {
    lince_call call; /* points into `results` */
    lince_value results[LINCE_RESULTS_MAX];
} lc_call;
void lc_label_call(const lc_label *, lc_call *);

#define LC_NO_LABEL   UINT32_MAX
#define LC_UNLABELLED (UINT32_MAX - 1) /* not yet: see lc_label_op */

/* The meaning of an operation, without a label: enough for the checkers of particular objects. */
typedef struct lc_meaning {
    const lince_method *method;
    uint32_t object, row;
    lince_value key;         /* or LINCE_NO_VALUE, as for all that follow */
    lince_value first, last; /* argument */
    lince_value result;      /* the first one, if known */
    bool known, pure;
} lc_meaning;

/* The same in 16 bytes. */
#define LC_ROW_BITS   8
#define LC_BOUND_PURE 0x80000000u
typedef struct lc_bound_op {
    uint32_t row; /* in the lowest LC_ROW_BITS; then the object; LC_BOUND_PURE */
    lince_value first, last, result;
} lc_bound_op;
_Static_assert(sizeof(lc_bound_op) == 16, "there may be many millions of them");

typedef struct lc_bound_object {
    lc_span name;
    const lc_instance *instance;
    lince_value init; /* see lc_instance_initial */
    bool keyless;     /* one of its operations has no key */
    lince_value least_key, greatest_key;
} lc_bound_object;

typedef struct lc_binding {
    const lince_history *history;
    lc_budget *budget;
    lince_values values; /* on top of the history's */
    lince_value init;
    uint32_t operations; /* those of the history that did not fail */
    bool keep_pure;      /* as in the options */
    LC_VEC(lc_bound_object) objects;
    LC_VEC(uint32_t) methods;  /* per method of the history: object and row, packed by bind.c */
    LC_VEC(lc_bound_op) bound; /* per operation */
    LC_VEC(lc_label) labels;
    LC_VEC(uint32_t)
    label_of; /* per operation; LC_NO_LABEL: it takes no part (it failed, or is pure and pending); LC_UNLABELLED: not
               * requested so far */
    lc_intern label_keys;
} lc_binding;

/* Which specification an object has; NULL: none. */
typedef const lc_instance *lc_spec_lookup(const void *context, lc_span object);

typedef struct lc_bind_options {
    lc_spec_lookup *lookup;
    const void *context;
    lince_value init; /* from the history's pool, or LINCE_NO_VALUE */
    const char *const *fail_returns;
    size_t fail_returns_count;
    bool sync;      /* operations may take effect together */
    bool keep_pure; /* a pending operation that changes nothing takes part: the caller checks why it has not returned */
    const lc_limits *limits; /* LINCE_STOPPED when one is reached */
} lc_bind_options;

/* Also after a failure the binding is to be freed. */
lince_status lc_bind(lc_binding *, const lince_history *, const lc_bind_options *, lc_budget *, lince_error *);
void lc_binding_free(lc_binding *);
/* The names of the specifications used, each once, separated by commas. */
void lc_binding_put_specs(lince_text *, const lc_binding *);

/* The label of an operation that takes part, made if need be; LC_NO_LABEL: out of memory.  A history with as many
 * different labels as operations is mostly checked without any. */
uint32_t lc_label_op(lc_binding *, uint32_t op);

bool lc_label_events(lc_binding *, const lc_event *, size_t count); /* all of them */
/* The same in two steps, for events from all over a long history: the operations are then labelled in their order.
 */
void lc_want_labels(lc_binding *, const lc_event *, size_t count);
bool lc_label_wanted(lc_binding *);

lince_value lc_distant_key(const lc_binding *, uint32_t op); /* one that is not the first argument */
lince_value lc_expected_by(const lc_binding *,
                           uint32_t op); /* the value that a cas compares: its last argument but one */

static inline uint32_t lc_object_of(const lc_binding *b, uint32_t op) {
    return (b->bound.at[op].row & ~LC_BOUND_PURE) >> LC_ROW_BITS;
}
static inline uint32_t lc_row_of(const lc_binding *b, uint32_t op) {
    return b->bound.at[op].row & ((1u << LC_ROW_BITS) - 1);
}
static inline lince_value lc_key_of(const lc_binding *b, uint32_t op) {
    uint8_t key = b->objects.at[lc_object_of(b, op)].instance->spec->methods[lc_row_of(b, op)].key;
    return key == 1 ? b->bound.at[op].first : key ? lc_distant_key(b, op) : LINCE_NO_VALUE;
}

/* For an operation that takes part.  It does not change the binding, so several threads may call it. */
static inline void lc_mean(const lc_binding *b, uint32_t op, lc_meaning *out) {
    const lc_bound_op *x = &b->bound.at[op];
    uint32_t object = lc_object_of(b, op), row = lc_row_of(b, op);
    const lince_method *m = &b->objects.at[object].instance->spec->methods[row];
    *out = (lc_meaning){.method = m,
                        .object = object,
                        .row = row,
                        .key = lc_key_of(b, op),
                        .first = x->first,
                        .last = x->last,
                        .result = x->result,
                        .known = x->result != LINCE_NO_VALUE || !m->results_max,
                        .pure = x->row & LC_BOUND_PURE};
}

/* The label of the same operation with its results unknown, made if need be; LC_NO_LABEL: out of memory.  Where the
 * results are unknown already this changes nothing, so the parts of a history can be searched at the same time. */
uint32_t lc_pending_label(lc_binding *, uint32_t label);

/* The same operation with other results; LC_NO_LABEL: out of memory. */
uint32_t lc_label_with(lc_binding *, uint32_t label, const lince_results *);

/* The label a failed operation would have if it were pending; LC_NO_LABEL: out of memory. */
uint32_t lc_failed_label(lc_binding *, uint32_t op);

/* The row of the table that a label belongs to. */
const lince_method *lc_label_method(const lc_binding *, const lc_label *);
/* The element that an operation adds to a container or, if it is known, removes; LINCE_NO_VALUE: neither. */
lince_value lc_label_moves(const lc_binding *, const lc_label *, lince_role);

#endif
