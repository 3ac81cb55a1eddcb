#include "emit/labels.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static lince_status refuse(lince_error *error, const char *name) {
    snprintf(error->message, sizeof error->message,
             "there is no monitor for %s; there are monitors for queue, stack, bag, deque, pqueue, set, mutex, "
             "semaphore:n=N and register",
             name);
    return LINCE_BAD_INPUT;
}

static bool is_container(const lince_spec *spec) {
    bool adds = false, removes = false;
    for (uint32_t m = 0; m < spec->method_count; m++) {
        const lince_method *method = &spec->methods[m];
        if (method->role == LINCE_ROLE_ADD) {
            if (method->results_max || method->key) return false;
            adds = true;
        } else if (method->role == LINCE_ROLE_REMOVE) {
            if (method->args_max || method->results_max != 1 || method->pure_result != LINCE_EMPTY) return false;
            removes = true;
        } else if (!method->pure) return false;
    }
    return adds && removes && spec->traits & LINCE_DROPPABLE_VALUES;
}

static bool classify(lc_emit_labels *l) {
    const lince_spec *spec = l->instance->spec;
    switch (l->instance->is) {
    case LINCE_IS_SET: l->object = LC_OBJECT_SET; return true;
    case LINCE_IS_MUTEX:
    case LINCE_IS_SEMAPHORE: l->object = LC_OBJECT_LOCK; return true;
    case LINCE_IS_REGISTER:
        l->object = LC_OBJECT_REGISTER;
        return lc_spec_role(spec, LINCE_ROLE_CAS) == LC_NO_METHOD && !(l->instance->table && l->instance->init);
    default: l->object = LC_OBJECT_CONTAINER; return l->instance->is != LINCE_IS_OTHER && is_container(spec);
    }
}

/* Peeks at containers are left out: they change nothing, and the values they saw would be one more order to keep. */
static bool is_counted(const lc_emit_labels *l, const lince_method *method) {
    return l->object != LC_OBJECT_CONTAINER || method->role == LINCE_ROLE_ADD || method->role == LINCE_ROLE_REMOVE;
}

static const lince_method *row(const lc_emit_labels *l, uint32_t method) { return &l->instance->spec->methods[method]; }

bool lc_emit_method_takes(const lc_emit_labels *l, uint32_t method) { return row(l, method)->args_max > 0; }

lc_emit_gives lc_emit_method_gives(const lc_emit_labels *l, uint32_t method) {
    if (!row(l, method)->results_max) return LC_GIVES_NOTHING;
    return l->object == LC_OBJECT_CONTAINER || l->object == LC_OBJECT_REGISTER ? LC_GIVES_VALUE : LC_GIVES_BOOL;
}

const char *lc_emit_method_sentinel(const lc_emit_labels *l, uint32_t method) {
    if (lc_emit_method_gives(l, method) != LC_GIVES_VALUE) return NULL;
    return l->object == LC_OBJECT_REGISTER ? "nil" : "EMPTY";
}

static void add_labels(lc_emit_labels *l, uint32_t method, lc_emit_outcome outcome) {
    bool by_argument = lc_emit_method_takes(l, method), by_value = outcome == LC_OUT_VALUE;
    assert(!by_argument || !by_value);
    for (uint32_t c = 0; c < (by_argument || by_value ? l->classes : 1); c++) {
        lc_emit_label label = {method, by_argument ? c : LC_NO_CLASS, outcome, by_value ? c : LC_NO_CLASS};
        (void)lc_push(NULL, &l->at, label);
    }
}

static void add_method(lc_emit_labels *l, uint32_t method) {
    (void)lc_push(NULL, &l->methods, method);
    switch (lc_emit_method_gives(l, method)) {
    case LC_GIVES_NOTHING: add_labels(l, method, LC_OUT_NOTHING); break;
    case LC_GIVES_VALUE:
        add_labels(l, method, LC_OUT_VALUE);
        add_labels(l, method, LC_OUT_SENTINEL);
        break;
    case LC_GIVES_BOOL:
        add_labels(l, method, LC_OUT_FALSE);
        add_labels(l, method, LC_OUT_TRUE);
        break;
    }
    add_labels(l, method, LC_OUT_PENDING);
}

lince_status lc_emit_labels_init(lc_emit_labels *l, const lc_instance *instance, uint32_t values, lince_error *error) {
    *l = (lc_emit_labels){.instance = instance};
    if (!classify(l)) return refuse(error, instance->name);
    l->values = l->object == LC_OBJECT_LOCK ? 0 : values;
    l->classes = l->values + 1;
    for (uint32_t m = 0; m < instance->spec->method_count; m++)
        if (is_counted(l, row(l, m))) add_method(l, m);
    return LINCE_DONE;
}

void lc_emit_labels_free(lc_emit_labels *l) {
    lc_vec_free(NULL, &l->at);
    lc_vec_free(NULL, &l->methods);
}

const lince_method *lc_emit_label_method(const lc_emit_labels *l, uint32_t label) {
    return row(l, l->at.at[label].method);
}

bool lc_emit_label_pending(const lc_emit_labels *l, uint32_t label) {
    return l->at.at[label].outcome == LC_OUT_PENDING;
}

void lc_emit_method_print(lince_text *out, const lc_emit_labels *l, uint32_t method, bool upper) {
    for (const char *c = row(l, method)->name; *c; c++)
        lc_text_putc(out, !isalnum((unsigned char)*c) ? '_' : upper ? (char)toupper((unsigned char)*c) : *c);
}

static void print_class(lince_text *out, const lc_emit_labels *l, uint32_t class) {
    if (class == l->values) lc_text_puts(out, "_OTHER");
    else lc_text_printf(out, "_%" PRIu32, class);
}

void lc_emit_label_print(lince_text *out, const lc_emit_labels *l, uint32_t label) {
    const lc_emit_label *x = &l->at.at[label];
    lc_emit_method_print(out, l, x->method, true);
    if (x->argument != LC_NO_CLASS) print_class(out, l, x->argument);
    switch (x->outcome) {
    case LC_OUT_PENDING: lc_text_puts(out, "_OPEN"); break;
    case LC_OUT_NOTHING: break;
    case LC_OUT_VALUE:
        lc_text_puts(out, "_IS");
        print_class(out, l, x->value);
        break;
    case LC_OUT_SENTINEL: lc_text_puts(out, l->object == LC_OBJECT_REGISTER ? "_IS_NIL" : "_IS_EMPTY"); break;
    case LC_OUT_FALSE: lc_text_puts(out, "_FALSE"); break;
    case LC_OUT_TRUE: lc_text_puts(out, "_TRUE"); break;
    }
}

static void class_text(char *out, size_t size, const lc_emit_labels *l, uint32_t class) {
    if (class == LC_NO_CLASS) out[0] = '\0';
    else if (class == l->values) snprintf(out, size, "_");
    else snprintf(out, size, "%" PRIu32, class);
}

/* The texts of a label's constant; `args` and `results` are where they are written. */
static lc_constant constant_of(const lc_emit_labels *l, uint32_t label, char args[16], char results[16]) {
    const lc_emit_label *x = &l->at.at[label];
    class_text(args, 16, l, x->argument);
    class_text(results, 16, l, x->value);
    const char *word = x->outcome == LC_OUT_SENTINEL ? lc_emit_method_sentinel(l, x->method)
                       : x->outcome == LC_OUT_TRUE   ? "true"
                       : x->outcome == LC_OUT_FALSE  ? "false"
                                                     : results;
    return (lc_constant){lc_emit_label_method(l, label)->name, args, x->outcome == LC_OUT_PENDING ? NULL : word};
}

uint32_t lc_emit_label_constant(lc_scope *scope, const lc_emit_labels *l, uint32_t label) {
    char args[16], results[16];
    lc_constant constant = constant_of(l, label, args, results);
    return lc_scope_constant(scope, &constant);
}

uint32_t lc_emit_label_of(const lc_emit_labels *l, const lc_constant *wanted) {
    char args[16], results[16];
    for (uint32_t i = 0; i < l->at.count; i++) {
        lc_constant c = constant_of(l, i, args, results);
        if (strcmp(c.method, wanted->method) != 0 || strcmp(c.args, wanted->args) != 0) continue;
        if (!c.results != !wanted->results || (c.results && strcmp(c.results, wanted->results) != 0)) continue;
        return i;
    }
    return LC_EMIT_NO_LABEL;
}
