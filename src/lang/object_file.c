/* Objects named by the file of their model. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spelling.h"
#include "lang/lang.h"
#include "lang/object.h"
#include "lang/object_parts.h"
#include "spec/specs.h"

static const char SUFFIX[] = ".lin";
enum { SUFFIX_LENGTH = sizeof SUFFIX - 1 };

/* Where the name of the file ends in `FILE.lin#Name`; 0: this names no model. */
static size_t file_length(const char *name) {
    const char *hash = strrchr(name, '#');
    size_t length = hash ? (size_t)(hash - name) : strlen(name);
    return length > SUFFIX_LENGTH && !memcmp(name + length - SUFFIX_LENGTH, SUFFIX, SUFFIX_LENGTH) ? length : 0;
}

static bool claims(const char *name) { return file_length(name) > 0; }

static lince_status find(const lcm_model *m, const char *name, const lcm_object **out, lince_error *error) {
    if (!m->objects.count)
        return lc_fail_at(error, m->file, 0, "there is no `object` in this model that could be a specification");
    if (!name) {
        *out = m->objects.at;
        if (m->objects.count == 1) return LINCE_DONE;
        return lc_fail_at(error, m->file, 0, "this model has %u objects: choose one, as %s#%s", m->objects.count,
                          m->file, m->objects.at[0].name);
    }
    *out = lcm_model_object(m, name);
    if (*out) return LINCE_DONE;
    lc_nearest nearest = {.word = name};
    for (uint32_t i = 0; i < m->objects.count; i++) lc_nearest_offer(&nearest, m->objects.at[i].name);
    return lc_fail_at(error, m->file, 0, "there is no object %s in this model: %s %s%s", name,
                      nearest.best ? "did you mean" : "it has", nearest.best ? nearest.best : m->objects.at[0].name,
                      nearest.best           ? "?"
                      : m->objects.count > 1 ? " and others"
                                             : "");
}

static lince_status resolve(const char *text, lc_instance *instance, lince_error *error) {
    size_t length = file_length(text);
    char *path = strndup(text, length);
    lcm_model *model = calloc(1, sizeof *model);
    if (!path || !model) {
        free(path);
        free(model);
        return LINCE_OUT_OF_MEMORY;
    }
    const lcm_object *object = NULL;
    lince_status status = lcm_model_read(model, path, error);
    if (status == LINCE_DONE) status = find(model, text[length] ? text + length + 1 : NULL, &object, error);
    if (status == LINCE_DONE) status = lcm_object_instance(instance, model, object, error);
    if (status == LINCE_DONE) {
        free(instance->name); /* the code that resolved it writes down the name as written */
        instance->name = NULL;
        ((lcm_object_spec *)instance->made)->own = model;
    } else {
        lcm_model_free(model);
        free(model);
    }
    free(path);
    return status;
}

const lc_resolver lcm_object_resolver = {.claims = claims, .resolve = resolve};

lince_specs *lcm_specs_new(void) {
    lince_specs *set = lince_specs_new();
    if (set && lc_specs_add_resolver(set, &lcm_object_resolver)) return set;
    lince_specs_free(set);
    return NULL;
}
