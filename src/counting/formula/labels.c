#include "counting/formula/labels.h"

#include "counting/formula/print.h"

#define BIT(predicate) (uint16_t)(1u << LC_P_##predicate)

lc_fact lc_fact_of(const lince_method *m, lince_value last_argument, bool pending, lince_value first_result) {
    lc_fact f = {.element = LINCE_NO_VALUE, .is = pending ? BIT(pending) : 0};
    bool unchanged = !pending && m->pure_result != LINCE_NO_VALUE && first_result == m->pure_result;
    switch (m->role) {
    case LINCE_ROLE_ADD:
        if (unchanged) break; /* it was full */
        f.is |= BIT(adds);
        f.element = last_argument;
        break;
    case LINCE_ROLE_REMOVE:
        f.is |= pending ? BIT(takes) : unchanged ? BIT(empty) : BIT(removes);
        if (!pending && !unchanged) f.element = first_result;
        break;
    case LINCE_ROLE_PEEK:
        if (pending || m->results_max == 0) break;
        f.is |= unchanged ? BIT(empty) : BIT(peeks);
        if (!unchanged) f.element = first_result;
        break;
    default: break;
    }
    return f;
}

void lc_labels_print(lince_text *out, const lc_labels *labels, uint32_t label) {
    lince_text method = {0}, args = {0}, results = {0};
    bool returned = labels->read(labels->context, label, &method, &args, &results);
    lc_constant c = {lc_text(&method), lc_text(&args), returned ? lc_text(&results) : NULL};
    lc_constant_print(out, &c);
    out->cut |= method.cut || args.cut || results.cut;
    lc_text_free(&method);
    lc_text_free(&args);
    lc_text_free(&results);
}

static void print_values(lince_text *out, const lince_values *values, const lince_value *at, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(out, ", ");
        lc_value_print(out, values, at[i]);
    }
}

static bool read_bound(const void *context, uint32_t label, lince_text *method, lince_text *args, lince_text *results) {
    const lc_bound_labels *l = context;
    const lc_binding *b = l->binding;
    const lc_label *bound = &b->labels.at[l->base + label];
    lc_call c;
    lc_label_call(bound, &c);
    lc_text_puts(method, lc_label_method(b, bound)->name);
    print_values(args, &b->values, c.call.args, c.call.argc);
    size_t count = 0;
    while (c.call.known && count < LINCE_RESULTS_MAX && c.results[count] != LINCE_NO_VALUE) count++;
    print_values(results, &b->values, c.results, count);
    return c.call.known;
}

bool lc_bound_labels_init(lc_bound_labels *l, const lc_binding *b, uint32_t base) {
    *l = (lc_bound_labels){.binding = b, .base = base};
    if (!lc_reserve(b->budget, &l->facts, b->labels.count - base)) return false;
    for (uint32_t i = base; i < b->labels.count; i++) {
        lc_call c;
        lc_label_call(&b->labels.at[i], &c);
        lince_value last = c.call.argc ? c.call.args[c.call.argc - 1] : LINCE_NO_VALUE;
        lince_value result = c.call.known ? c.results[0] : LINCE_NO_VALUE;
        lc_fact fact = lc_fact_of(lc_label_method(b, &b->labels.at[i]), last, !c.call.known, result);
        (void)lc_push(b->budget, &l->facts, fact);
    }
    l->labels = (lc_labels){l->facts.at, l->facts.count, read_bound, l};
    return !lc_exhausted(b->budget);
}

void lc_bound_labels_free(lc_bound_labels *l) { lc_vec_free(l->binding->budget, &l->facts); }
