#include "spec/bind.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "spec/payload.h"

/* A method of the history, resolved: the object it belongs to, the row of that object's table, and whether a `fail` of
 * it means that it returned false.  Packed in 32 bits, because a history can name each key as an object of its own. */
enum { ROW_BITS = LC_ROW_BITS };
#define FAIL_RETURNS 0x80000000u
#define UNRESOLVED   UINT32_MAX
static uint32_t pack(uint32_t object, uint32_t row) { return object << ROW_BITS | row; }
static uint32_t packed_object(uint32_t m) { return (m & ~FAIL_RETURNS) >> ROW_BITS; }
static uint32_t packed_row(uint32_t m) { return m & ((1u << ROW_BITS) - 1); }

static const lince_method *row_of(const lc_binding *b, uint32_t method) {
    uint32_t m = b->methods.at[method];
    return &b->objects.at[packed_object(m)].instance->spec->methods[packed_row(m)];
}

/* ---- which object, which row ---- */

typedef struct object_names {
    lc_intern all;
    lc_intern beside_kind; /* of objects with an operation besides those of their kind, if `looked` */
    bool looked;
} object_names;

/* The methods of the history, each with its object, may be as many as its operations, so they are read once. */
static bool find_beside_kind(const lc_binding *b, const lc_bind_options *options, object_names *n) {
    const lc_intern *methods = &b->history->methods;
    for (uint32_t i = 0; i < methods->items.count; i++) {
        lc_op op = {.method = i};
        lc_span object = lc_object_name(b->history, &op), name = lc_method_name(b->history, &op);
        const lc_instance *instance = options->lookup(options->context, object);
        if (!instance || !instance->of_kind) continue;
        uint32_t row = lc_spec_method(instance->spec, name.at, name.length);
        if (row != LC_NO_METHOD && lc_is_beside_kind(instance, row) &&
            lc_intern_add(&n->beside_kind, object.at, object.length) == LC_NOT_INTERNED)
            return false;
    }
    return true;
}

/* Of an instance with operations besides those of its kind, the one that fits the history; NULL: out of memory. */
static const lc_instance *select_instance(const lc_binding *b, const lc_instance *instance, lc_span object,
                                          const lc_bind_options *options, object_names *n) {
    if (!instance->of_kind) return instance;
    if (!n->looked && !find_beside_kind(b, options, n)) return NULL;
    n->looked = true;
    bool beside = lc_intern_find(&n->beside_kind, object.at, object.length) != LC_NOT_INTERNED;
    return beside ? instance : instance->of_kind;
}

/* The number of the object of this name, new or old. */
static lince_status find_object(lc_binding *b, object_names *names, const lc_op *op, const lc_bind_options *options,
                                uint32_t *number, lince_error *error) {
    lc_span name = lc_object_name(b->history, op);
    *number = lc_intern_add(&names->all, name.at, name.length);
    if (*number == LC_NOT_INTERNED) return LINCE_OUT_OF_MEMORY;
    if (*number < b->objects.count) return LINCE_DONE;
    const lc_instance *instance = options->lookup(options->context, name);
    if (!instance) return lc_no_spec(b->history, op, error);
    instance = select_instance(b, instance, name, options, names);
    if (!instance) return LINCE_OUT_OF_MEMORY;
    if (lc_spec_is_sync(instance->spec) && !options->sync)
        return lc_fail_at(error, b->history->file, op->call_line,
                          "operations of %s take effect together, which this criterion does not cover", instance->name);
    lince_value init = lc_instance_initial(instance, &b->values, options->init);
    if (instance->init && init == LINCE_NO_VALUE) return LINCE_OUT_OF_MEMORY;
    return lc_push(b->budget, &b->objects,
                   (lc_bound_object){.name = name, .instance = instance, .init = init, .least_key = UINT32_MAX})
               ? LINCE_DONE
               : LINCE_OUT_OF_MEMORY;
}

static lince_status resolve_method(lc_binding *b, object_names *names, const lc_op *op, const lc_bind_options *options,
                                   uint32_t *packed, lince_error *error) {
    uint32_t object;
    lince_status status = find_object(b, names, op, options, &object, error);
    if (status != LINCE_DONE) return status;
    if (object >= FAIL_RETURNS >> ROW_BITS) return LINCE_OUT_OF_MEMORY;
    const lince_spec *spec = b->objects.at[object].instance->spec;
    lc_span name = lc_method_name(b->history, op);
    uint32_t row = lc_spec_method(spec, name.at, name.length);
    if (row == LC_NO_METHOD) return lc_no_such_method(b->history, op, spec, error);
    *packed = pack(object, row);
    if (lc_fail_returns(b->history, op, &spec->methods[row], options->fail_returns, options->fail_returns_count)) {
        if (!spec->methods[row].results_max)
            return lc_fail_at(error, b->history->file, op->call_line,
                              "%s returns nothing, so its `fail` cannot mean that it returned false",
                              spec->methods[row].name);
        *packed |= FAIL_RETURNS;
    }
    return LINCE_DONE;
}

/* ---- labels ---- */

enum { ROW, KNOWN, ARGC, ARGS }; /* the layout of a label's content */

static lince_value key_of(const lince_method *m, const lc_payload_parts *args) {
    return m->key && m->key <= args->count ? args->at[m->key - 1] : LINCE_NO_VALUE;
}

static bool is_pure(const lince_method *m, bool known, const lc_payload_parts *results) {
    return m->pure ||
           (known && m->pure_result != LINCE_NO_VALUE && results->count == 1 && results->at[0] == m->pure_result);
}

static uint32_t label_number(lc_binding *b, uint32_t object, uint32_t row, const lc_payload_parts *args, bool known,
                             const lc_payload_parts *results) {
    uint32_t content[ARGS + LINCE_ARGS_MAX + LINCE_RESULTS_MAX + 2] = {row, known, (uint32_t)args->count};
    size_t size = ARGS;
    for (size_t i = 0; i < args->count; i++) content[size++] = args->at[i];
    for (size_t i = 0; known && i < results->count; i++) content[size++] = results->at[i];
    content[size++] = LINCE_NO_VALUE;
    content[size++] = object; /* labels of different objects differ */
    uint32_t number = lc_intern_add(&b->label_keys, content, size * sizeof *content);
    if (number == LC_NOT_INTERNED || number < b->labels.count) return number;

    const lince_method *m = &b->objects.at[object].instance->spec->methods[row];
    lc_label label = {
        .content = lc_intern_get(&b->label_keys, number)->bytes,
        .key = key_of(m, args),
        .object = object,
        .pure = is_pure(m, known, results),
    };
    return lc_push(b->budget, &b->labels, label) ? number : LC_NOT_INTERNED;
}

void lc_label_call(const lc_label *label, lc_call *out) {
    const uint32_t *content = label->content;
    *out = (lc_call){.call = {.method = content[ROW],
                              .argc = content[ARGC],
                              .args = content + ARGS,
                              .known = content[KNOWN],
                              .results = out->results}};
    const uint32_t *results = content + ARGS + content[ARGC];
    for (size_t i = 0; results[i] != LINCE_NO_VALUE; i++) out->results[i] = results[i];
}

const lince_method *lc_label_method(const lc_binding *b, const lc_label *label) {
    return &b->objects.at[label->object].instance->spec->methods[label->content[ROW]];
}

lince_value lc_label_moves(const lc_binding *b, const lc_label *label, lince_role role) {
    if (label->pure || lc_label_method(b, label)->role != role) return LINCE_NO_VALUE;
    const uint32_t *args = label->content + ARGS, *results = args + label->content[ARGC];
    return role == LINCE_ROLE_ADD ? results[-1] : results[0]; /* its last argument, or its result */
}

static uint32_t relabel(lc_binding *b, uint32_t label, bool known, const lc_payload_parts *results) {
    lc_label l = b->labels.at[label];
    lc_payload_parts args = {.count = l.content[ARGC]};
    memcpy(args.at, l.content + ARGS, args.count * sizeof *args.at);
    return label_number(b, l.object, l.content[ROW], &args, known, results);
}

uint32_t lc_pending_label(lc_binding *b, uint32_t label) {
    return b->labels.at[label].content[KNOWN] ? relabel(b, label, false, NULL) : label;
}

uint32_t lc_label_with(lc_binding *b, uint32_t label, const lince_results *results) {
    lc_payload_parts p = {.count = 0};
    while (p.count < LINCE_RESULTS_MAX && results->at[p.count] != LINCE_NO_VALUE) {
        p.at[p.count] = results->at[p.count];
        p.count++;
    }
    return relabel(b, label, true, &p);
}

uint32_t lc_failed_label(lc_binding *b, uint32_t op) {
    const lc_op *o = &b->history->ops.at[op];
    uint32_t packed = b->methods.at[o->method];
    lc_payload_parts args;
    lince_status status = lc_split_args(b->history, o, row_of(b, o->method), &args, NULL);
    assert(status == LINCE_DONE); /* or the history would have been refused */
    (void)status;
    return label_number(b, packed_object(packed), packed_row(packed), &args, false, NULL);
}

/* An operation as its row of the table understands it. */
typedef struct understood {
    lc_payload_parts args, results;
    bool known;  /* the results are */
    bool absent; /* it plays no part: it failed, or it is pure and has no result to explain */
} understood;

/* A pending operation that changes nothing is irrelevant, unless other operations can wait for it. */
static bool can_be_left_out(const lc_binding *b, const lc_op *op) {
    const lince_spec *spec = b->objects.at[packed_object(b->methods.at[op->method])].instance->spec;
    return row_of(b, op->method)->pure && !b->keep_pure && !lc_spec_is_sync(spec);
}

static lince_status understand(const lc_binding *b, const lc_op *op, understood *u, lince_error *error) {
    const lince_method *m = row_of(b, op->method);
    u->results.count = 0;
    u->known = u->absent = false;
    lince_status status = lc_split_args(b->history, op, m, &u->args, error);
    if (status != LINCE_DONE) return status;
    switch (lc_op_outcome(b->history, op)) {
    case LC_RETURN: return lc_split_results(b->history, op, m, &u->args, &u->results, &u->known, error);
    case LC_FAIL:
        u->known = b->methods.at[op->method] & FAIL_RETURNS;
        u->absent = !u->known;
        if (u->known) {
            u->results.at[0] = LINCE_FALSE;
            u->results.count = 1;
        }
        break;
    case LC_INVOKE:
    case LC_CRASH: u->absent = can_be_left_out(b, op); break;
    }
    return LINCE_DONE;
}

/* Once more, after it was found to be in order. */
static void understand_again(const lc_binding *b, uint32_t op, understood *u) {
    lince_status status = understand(b, &b->history->ops.at[op], u, NULL);
    assert(status == LINCE_DONE);
    (void)status;
}

/* The same from the short form, if that is complete. */
static bool understand_in_short(const lc_binding *b, uint32_t op, understood *u) {
    const lc_bound_op *x = &b->bound.at[op];
    const lince_method *m = row_of(b, b->history->ops.at[op].method);
    if (m->args_min != m->args_max || m->args_max > 2 || m->results_max > 1 || m->results_min != m->results_max)
        return false;
    if (lc_op_outcome(b->history, &b->history->ops.at[op]) != LC_RETURN) return false;
    if (m->results_max && x->result == LINCE_NO_VALUE) return false;
    u->known = true;
    u->args.count = m->args_max;
    u->args.at[0] = x->first;
    u->args.at[1] = x->last;
    u->results.count = m->results_max;
    u->results.at[0] = x->result;
    return true;
}

uint32_t lc_label_op(lc_binding *b, uint32_t op) {
    if (b->label_of.at[op] != LC_UNLABELLED) return b->label_of.at[op];
    uint32_t packed = b->methods.at[b->history->ops.at[op].method];
    understood u;
    if (!understand_in_short(b, op, &u)) understand_again(b, op, &u);
    uint32_t label = label_number(b, packed_object(packed), packed_row(packed), &u.args, u.known, &u.results);
    if (label == LC_NOT_INTERNED) return LC_NO_LABEL;
    return b->label_of.at[op] = label;
}

bool lc_label_events(lc_binding *b, const lc_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (lc_event_what(events[i]) == LC_INVOKE && lc_label_op(b, lc_event_op(events[i])) == LC_NO_LABEL)
            return false;
    return true;
}

#define WANTED (UINT32_MAX - 2)

void lc_want_labels(lc_binding *b, const lc_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t *label = &b->label_of.at[lc_event_op(events[i])];
        if (*label == LC_UNLABELLED) *label = WANTED;
    }
}

bool lc_label_wanted(lc_binding *b) {
    bool fine = true;
    for (uint32_t op = 0; op < b->label_of.count; op++) {
        if (b->label_of.at[op] != WANTED) continue;
        b->label_of.at[op] = LC_UNLABELLED;
        fine = fine && lc_label_op(b, op) != LC_NO_LABEL;
    }
    return fine;
}

lince_value lc_distant_key(const lc_binding *b, uint32_t op) {
    understood u;
    understand_again(b, op, &u);
    return key_of(row_of(b, b->history->ops.at[op].method), &u.args);
}

lince_value lc_expected_by(const lc_binding *b, uint32_t op) {
    understood u;
    if (row_of(b, b->history->ops.at[op].method)->args_max == 2) return b->bound.at[op].first;
    understand_again(b, op, &u);
    return u.args.at[u.args.count - 2];
}

/* Most operations have one argument or none and one result or none, written in the plain way. */
static bool bind_plainly(const lc_binding *b, const lc_op *op, const lince_method *m, lc_bound_op *out) {
    bool argument = lc_is_plain(op->args), result = lc_is_plain(op->results);
    if (b->history->jepsen || (b->history->program && op->results == LINCE_EMPTY) ||
        lc_op_outcome(b->history, op) != LC_RETURN)
        return false;
    if (!lc_takes(m, argument) || (!argument && op->args != LINCE_NOTHING)) return false;
    if (result < m->results_min || result > m->results_max || (!result && op->results != LINCE_NOTHING)) return false;
    out->first = out->last = argument ? op->args : LINCE_NO_VALUE;
    out->result = result ? op->results : LINCE_NO_VALUE;
    if (m->pure || (result && m->pure_result == op->results)) out->row |= LC_BOUND_PURE;
    return true;
}

static void note_key(lc_bound_object *object, lince_value key) {
    if (key == LINCE_NO_VALUE) object->keyless = true;
    if (key < object->least_key) object->least_key = key;
    if (key > object->greatest_key) object->greatest_key = key;
}

static lince_status bind_op(lc_binding *b, const lc_op *op, lc_bound_op *out, bool *absent, lince_error *error) {
    const lince_method *m = row_of(b, op->method);
    out->row = b->methods.at[op->method] & ~FAIL_RETURNS;
    lc_bound_object *object = &b->objects.at[packed_object(out->row)];
    if (bind_plainly(b, op, m, out)) {
        *absent = false;
        b->operations++;
        note_key(object, m->key ? out->first : LINCE_NO_VALUE);
        return LINCE_DONE;
    }
    understood u;
    lince_status status = understand(b, op, &u, error);
    if (status != LINCE_DONE) return status;
    size_t argc = u.args.count;
    out->first = argc ? u.args.at[0] : LINCE_NO_VALUE;
    out->last = argc ? u.args.at[argc - 1] : LINCE_NO_VALUE;
    out->result = u.results.count ? u.results.at[0] : LINCE_NO_VALUE;
    if (is_pure(m, u.known, &u.results)) out->row |= LC_BOUND_PURE;
    *absent = u.absent;
    b->operations += !u.absent || lc_op_outcome(b->history, op) != LC_FAIL;
    if (!u.absent) note_key(object, key_of(m, &u.args));
    return LINCE_DONE;
}

enum { PATIENCE = 1 << 14 }; /* operations between two looks at the clock */

static lince_status bind_all(lc_binding *b, object_names *names, const lc_bind_options *options, lince_error *error) {
    const lince_history *h = b->history;
    for (uint32_t m = 0; m < h->methods.items.count; m++)
        if (!lc_push(b->budget, &b->methods, UNRESOLVED)) return LINCE_OUT_OF_MEMORY;
    if (!lc_reserve(b->budget, &b->label_of, h->ops.count) || !lc_reserve(b->budget, &b->bound, h->ops.count))
        return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lc_op *op = &h->ops.at[i];
        if (b->methods.at[op->method] == UNRESOLVED) {
            lince_status status = resolve_method(b, names, op, options, &b->methods.at[op->method], error);
            if (status != LINCE_DONE) return status;
        }
        if (i % PATIENCE == 0 && lc_limits_reached(options->limits) != LC_GO_ON) return LINCE_STOPPED;
        bool absent;
        lince_status status = bind_op(b, op, &b->bound.at[i], &absent, error);
        if (status != LINCE_DONE) return status;
        b->label_of.at[i] = absent ? LC_NO_LABEL : LC_UNLABELLED;
        b->label_of.count = b->bound.count = i + 1;
    }
    return LINCE_DONE;
}

lince_status lc_bind(lc_binding *b, const lince_history *h, const lc_bind_options *options, lc_budget *budget,
                     lince_error *error) {
    *b = (lc_binding){.history = h, .budget = budget, .init = options->init, .keep_pure = options->keep_pure};
    lc_values_init(&b->values, &h->values, budget);
    lc_intern_init(&b->label_keys, budget);
    object_names names = {.looked = false};
    lc_intern_init(&names.all, budget);
    lc_intern_init(&names.beside_kind, budget);
    lince_status status = bind_all(b, &names, options, error);
    lc_intern_free(&names.all);
    lc_intern_free(&names.beside_kind);
    return status;
}

void lc_binding_free(lc_binding *b) {
    lc_values_destroy(&b->values);
    lc_intern_free(&b->label_keys);
    lc_vec_free(b->budget, &b->objects);
    lc_vec_free(b->budget, &b->methods);
    lc_vec_free(b->budget, &b->labels);
    lc_vec_free(b->budget, &b->label_of);
    lc_vec_free(b->budget, &b->bound);
}

void lc_binding_put_specs(lince_text *text, const lc_binding *b) {
    lc_intern names;
    lc_intern_init(&names, NULL);
    for (uint32_t i = 0; i < b->objects.count; i++) {
        const char *name = b->objects.at[i].instance->name;
        uint32_t known = names.items.count, number = lc_intern_add(&names, name, strlen(name));
        if (number == LC_NOT_INTERNED) text->cut = true;
        else if (number == known) lc_text_printf(text, "%s%s", known ? "," : "", name);
    }
    lc_intern_free(&names);
}
