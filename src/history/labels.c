#include "history/labels.h"

void lc_op_labels_init(lc_op_labels *l) {
    *l = (lc_op_labels){.calls = {0}};
    lc_values_init(&l->values, NULL, NULL);
    lc_intern_init(&l->names, NULL);
    lc_intern_init(&l->labels, NULL);
}

void lc_op_labels_free(lc_op_labels *l) {
    lc_vec_free(NULL, &l->calls);
    lc_intern_free(&l->names);
    lc_intern_free(&l->labels);
    lc_values_destroy(&l->values);
}

static uint32_t add(lc_op_labels *l, lc_op_label content) {
    uint32_t label = lc_intern_add(&l->labels, &content, sizeof content);
    if (label == LC_NOT_INTERNED || label < l->calls.count) return label;
    if (!lc_push(NULL, &l->calls, label)) return LC_NOT_INTERNED;
    if (content.results == LINCE_NO_VALUE) return label;
    uint32_t call = add(l, (lc_op_label){content.name, content.args, LINCE_NO_VALUE});
    l->calls.at[label] = call;
    return call == LC_NOT_INTERNED ? call : label;
}

uint32_t lc_op_label_of(lc_op_labels *l, const lince_history *h, const lc_op *o) {
    const lc_interned *method = lc_intern_get(&h->methods, o->method);
    lc_op_label content = {lc_intern_add(&l->names, method->bytes, method->size),
                           lc_value_copy(&l->values, &h->values, o->args), LINCE_NO_VALUE};
    if (content.name == LC_NOT_INTERNED || content.args == LINCE_NO_VALUE) return LC_NOT_INTERNED;
    if (lc_op_outcome(h, o) == LC_RETURN) {
        content.results = lc_value_copy(&l->values, &h->values, o->results);
        if (content.results == LINCE_NO_VALUE) return LC_NOT_INTERNED;
    }
    return add(l, content);
}
