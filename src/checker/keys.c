#include "checker/keys.h"

#include <stdlib.h>

#include "spec/payload.h"

/* The methods of a history, found in the tables; NULL: there is no key. */
static bool find_methods(const lince_method **found, const lince_history *h, const lince_specs *given,
                         const lince_specs *named) {
    bool any = false;
    for (uint32_t i = 0; i < h->methods.items.count; i++) {
        const lc_op one = {.method = i};
        lc_span object = lc_object_name(h, &one), name = lc_method_name(h, &one);
        const lc_instance *instance = given ? lc_specs_find(given, object) : NULL;
        if (!instance && named) instance = lc_specs_find(named, object);
        uint32_t row = instance ? lc_spec_method(instance->spec, name.at, name.length) : LC_NO_METHOD;
        if (row == LC_NO_METHOD || !instance->spec->methods[row].key) continue;
        found[i] = &instance->spec->methods[row];
        any = true;
    }
    return any;
}

static lince_value key_of(const lince_history *h, const lc_op *op, const lince_method *m) {
    lc_payload_parts args;
    lince_error error;
    if (!m || lc_split_args(h, op, m, &args, &error) != LINCE_DONE || args.count < m->key) return LINCE_NO_VALUE;
    return args.at[m->key - 1];
}

lince_value *lck_keys_of(const lince_history *h, const lince_specs *given) {
    lince_specs *named = NULL;
    lince_error error = {0};
    const lince_method **found = calloc((size_t)h->methods.items.count + 1, sizeof *found);
    lince_value *keys = NULL;
    if (lc_specs_of_history(&named, h, &error) != LINCE_DONE) named = NULL;
    if (found && find_methods(found, h, given, named)) keys = calloc((size_t)h->ops.count + 1, sizeof *keys);
    for (uint32_t i = 0; keys && i < h->ops.count; i++) keys[i] = key_of(h, &h->ops.at[i], found[h->ops.at[i].method]);
    free(found);
    lince_specs_free(named);
    return keys;
}
