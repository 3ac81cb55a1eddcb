#include "spec/specs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static lince_specs *empty_set(void) {
    lince_specs *set = calloc(1, sizeof(lince_specs));
    if (set) lc_intern_init(&set->objects, NULL);
    return set;
}

lince_specs *lince_specs_new(void) {
    lince_specs *set = empty_set();
    if (set && !lc_specs_add_resolver(set, &lc_plugin_resolver)) {
        lince_specs_free(set);
        return NULL;
    }
    return set;
}

void lince_specs_free(lince_specs *set) {
    if (!set) return;
    for (uint32_t i = 0; i < set->list.count; i++) {
        free(set->list.at[i].object);
        if (!set->list.at[i].lent) lc_instance_free(&set->list.at[i].instance);
    }
    lc_vec_free(NULL, &set->list);
    lc_intern_free(&set->objects);
    lc_vec_free(NULL, &set->resolvers);
    free(set);
}

bool lc_specs_add_resolver(lince_specs *set, const lc_resolver *resolver) {
    return lc_push(NULL, &set->resolvers, resolver);
}

/* Takes over the instance, which is freed if it cannot be kept. */
static lince_status assign(lince_specs *set, lc_span object, lc_instance *instance, lince_error *error) {
    uint32_t other = lc_intern_find(&set->objects, object.at, object.length);
    if (other != LC_NOT_INTERNED) {
        lc_instance_free(instance);
        return object.length ? lc_fail(error, "object %.*s has two specifications", (int)object.length, object.at)
                             : lc_fail(error, "two specifications for all objects: name one as OBJECT=%s",
                                       set->list.at[other].instance.name);
    }
    lc_assignment a = {.object = object.length ? strndup(object.at, object.length) : NULL, .instance = *instance};
    if ((object.length && !a.object) || !lc_push(NULL, &set->list, a)) {
        free(a.object);
        lc_instance_free(instance);
        return LINCE_OUT_OF_MEMORY;
    }
    uint32_t number = lc_intern_add(&set->objects, object.at, object.length);
    assert(number == LC_NOT_INTERNED || number == set->list.count - 1);
    return number == LC_NOT_INTERNED ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

bool lc_specs_lend(lince_specs *set, const lc_instance *instance) {
    assert(lc_intern_find(&set->objects, "", 0) == LC_NOT_INTERNED);
    return lc_push(NULL, &set->list, (lc_assignment){.instance = *instance, .lent = true}) &&
           lc_intern_add(&set->objects, "", 0) != LC_NOT_INTERNED;
}

/* Where the object's name ends in `OBJECT=NAME:param=value`: at an equals sign before any colon or slash. */
static size_t object_length(const char *text) {
    size_t length = strcspn(text, "=:/#");
    return text[length] == '=' ? length : 0;
}

lince_status lince_specs_add(lince_specs *set, const char *text, lince_error *error) {
    if (!set || !text) return lc_fail_missing(error, __func__, set ? "specification" : "set of specifications");
    size_t length = object_length(text);
    const char *spec = length ? text + length + 1 : text;
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, set->resolvers.at, set->resolvers.count, error);
    return status == LINCE_DONE ? assign(set, (lc_span){text, length}, &instance, error) : status;
}

lince_status lince_specs_add_own(lince_specs *set, const char *object, const lince_spec *spec, lince_error *error) {
    lc_instance instance;
    if (!set) return lc_fail_missing(error, __func__, "set of specifications");
    lince_status status = lc_spec_validate(spec, error);
    if (status == LINCE_DONE) status = lc_instance_of(&instance, spec, error);
    return status == LINCE_DONE ? assign(set, lc_span_of(object ? object : ""), &instance, error) : status;
}

const lc_instance *lc_specs_find(const lince_specs *set, lc_span object) {
    uint32_t number = lc_intern_find(&set->objects, object.at, object.length);
    if (number == LC_NOT_INTERNED) number = lc_intern_find(&set->objects, "", 0);
    return number == LC_NOT_INTERNED ? NULL : &set->list.at[number].instance;
}

lince_status lc_specs_of_history(lince_specs **out, const lince_history *h, lince_error *error) {
    lince_specs *set = empty_set();
    *out = set;
    if (!set) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < h->specs.count; i++) {
        const lc_spec_line *line = &h->specs.at[i];
        lc_instance instance;
        lince_error inner = {0};
        bool builtin = lc_names_builtin(line->spec);
        if (!builtin && lc_plugin_resolver.claims(line->spec))
            return lc_fail_at(error, h->file, line->line,
                              "a history cannot bring a plug-in along: name %s with --spec, if you trust it",
                              line->spec);
        if (!builtin && strchr(line->spec, '#'))
            return lc_fail_at(error, h->file, line->line,
                              "a history can name built-in specifications only: name %s with --spec", line->spec);
        lince_status status = lc_instance_parse(&instance, line->spec, NULL, 0, &inner);
        if (status == LINCE_DONE) status = assign(set, lc_span_of(line->object), &instance, &inner);
        if (status == LINCE_BAD_INPUT) lc_fail_at(error, h->file, line->line, "%s", inner.message);
        if (status != LINCE_DONE) return status;
    }
    return LINCE_DONE;
}

void lc_note_mute(lince_history *h, const lince_specs *given) {
    lince_specs *named = NULL;
    if (!h->jepsen || h->mute.count || lc_specs_of_history(&named, h, NULL) != LINCE_DONE) {
        lince_specs_free(named);
        return;
    }
    for (uint32_t i = 0; i < h->methods.items.count; i++) {
        const lc_op op = {.method = i};
        lc_span object = lc_object_name(h, &op), method = lc_method_name(h, &op);
        const lc_instance *instance = given ? lc_specs_find(given, object) : NULL;
        if (!instance) instance = lc_specs_find(named, object);
        uint32_t row = instance ? lc_spec_method(instance->spec, method.at, method.length) : LC_NO_METHOD;
        if (!lc_push(NULL, &h->mute, row != LC_NO_METHOD && !instance->spec->methods[row].results_max)) break;
    }
    lince_specs_free(named);
}
