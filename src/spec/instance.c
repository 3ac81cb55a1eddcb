/* From `semaphore:n=2` to a specification with its parameters set. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spelling.h"
#include "base/text.h"
#include "history/history.h"
#include "history/value_text.h"
#include "history/values.h"
#include "spec/spec.h"

/* ---- methods ---- */

static bool same_word(const char *word, size_t word_length, const char *name, size_t length) {
    return word_length == length && !memcmp(word, name, length);
}

static bool is_alias(const char *aliases, const char *name, size_t length) {
    while (aliases && *aliases) {
        aliases += strspn(aliases, " ");
        size_t word = strcspn(aliases, " ");
        if (word && same_word(aliases, word, name, length)) return true;
        aliases += word;
    }
    return false;
}

uint32_t lc_spec_method(const lince_spec *spec, const char *name, size_t length) {
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        if (same_word(m->name, strlen(m->name), name, length) || is_alias(m->aliases, name, length)) return i;
    }
    return LC_NO_METHOD;
}

/* ---- parameters ---- */

/* `n=N` or `f=sum|min|max` */
static void print_param(lince_text *out, const lince_param *p) {
    lc_text_printf(out, "%s=%s", p->name, p->choices ? p->choices : "N");
}

bool lc_params_print(lince_text *out, const lince_spec *spec, bool with_optional, const char *before) {
    size_t length = out->length;
    for (uint32_t i = 0; i < spec->param_count; i++) {
        if (!spec->params[i].required && !with_optional) continue;
        lc_text_puts(out, out->length > length ? "," : before);
        print_param(out, &spec->params[i]);
    }
    if (with_optional && spec->traits & LINCE_HAS_INIT)
        lc_text_printf(out, "%sinit=VALUE", out->length > length ? "," : before);
    return out->length > length;
}

/* "queue has no parameter `n`: it takes capacity=N" */
static lince_status takes_only(const lince_spec *spec, lc_span given, lince_error *error) {
    lince_text known = {0};
    const char *takes = lc_params_print(&known, spec, true, "") ? lc_text(&known) : "none";
    if (given.length)
        lc_fail(error, "%s has no parameter `%.*s`: it takes %s", spec->name, (int)given.length, given.at, takes);
    else lc_fail(error, "a parameter of %s is missing after `:` or `,`: it takes %s", spec->name, takes);
    lc_text_free(&known);
    return LINCE_BAD_INPUT;
}

static bool parse_choice(const lince_param *p, lc_span value, int64_t *out) {
    const char *choice = p->choices;
    for (int64_t i = 0;; i++) {
        size_t length = strcspn(choice, "|");
        if (same_word(choice, length, value.at, value.length)) {
            *out = i;
            return true;
        }
        if (!choice[length]) return false;
        choice += length + 1;
    }
}

static bool parse_number(const lince_param *p, lc_span value, int64_t *out) {
    char digits[32], *end;
    if (value.length == 0 || value.length >= sizeof digits) return false;
    memcpy(digits, value.at, value.length);
    digits[value.length] = '\0';
    if (digits[strspn(digits, "-0123456789")]) return false; /* strtoll also takes white space and a plus */
    errno = 0;
    *out = strtoll(digits, &end, 10);
    return !*end && end != digits && !errno && *out >= p->min && *out <= p->max;
}

static lince_status set_param(const lince_spec *spec, const lince_param *p, lc_span value, int64_t *out,
                              lince_error *error) {
    if (p->choices ? parse_choice(p, value, out) : parse_number(p, value, out)) return LINCE_DONE;
    if (p->choices)
        return lc_fail(error, "parameter %s of %s cannot be `%.*s`: it is one of %s", p->name, spec->name,
                       (int)value.length, value.at, p->choices);
    return lc_fail(error, "parameter %s of %s cannot be `%.*s`: it is a number from %" PRId64 " to %" PRId64, p->name,
                   spec->name, (int)value.length, value.at, p->min, p->max);
}

static lince_status set_init(lc_instance *instance, lc_span text, lince_error *error) {
    if (instance->init) return lc_fail(error, "parameter init of %s is given twice", instance->spec->name);
    if (!(instance->init = strndup(text.at, text.length))) return LINCE_OUT_OF_MEMORY;
    lince_values *pool = lince_values_new();
    if (!pool) return LINCE_OUT_OF_MEMORY;
    lince_error inner = {0};
    bool good = lc_parse_value(pool, instance->init, &inner) != LINCE_NO_VALUE;
    lince_values_free(pool);
    return good ? LINCE_DONE : lc_fail(error, "parameter init of %s: %s", instance->spec->name, inner.message);
}

lince_value lc_instance_initial(const lc_instance *instance, lince_values *values, lince_value for_all) {
    return instance->init ? lc_parse_value(values, instance->init, NULL) : for_all;
}

/* One `name=value`; `given` has a bit for each parameter that was set before. */
static lince_status parse_param(lc_instance *instance, lc_span text, unsigned *given, lince_error *error) {
    const lince_spec *spec = instance->spec;
    const char *equals = memchr(text.at, '=', text.length);
    lc_span name = {text.at, equals ? (size_t)(equals - text.at) : text.length};
    uint32_t i = 0;
    while (i < spec->param_count &&
           !same_word(spec->params[i].name, strlen(spec->params[i].name), name.at, name.length))
        i++;
    bool init = i == spec->param_count && spec->traits & LINCE_HAS_INIT && same_word("init", 4, name.at, name.length);
    if (i == spec->param_count && !init) return takes_only(spec, name, error);
    if (!equals)
        return lc_fail(error, "parameter %.*s of %s has no value: write %.*s=VALUE", (int)name.length, name.at,
                       spec->name, (int)name.length, name.at);
    lc_span value = {equals + 1, text.length - name.length - 1};
    if (init) return set_init(instance, value, error);
    if (*given & 1u << i) return lc_fail(error, "parameter %s of %s is given twice", spec->params[i].name, spec->name);
    *given |= 1u << i;
    return set_param(spec, &spec->params[i], value, &instance->params[i], error);
}

static lince_status missing_params(const lince_spec *spec, unsigned given, lince_error *error) {
    lince_text missing = {0};
    for (uint32_t i = 0; i < spec->param_count; i++) {
        if (!spec->params[i].required || given & 1u << i) continue;
        if (missing.length) lc_text_putc(&missing, ',');
        print_param(&missing, &spec->params[i]);
    }
    lince_status status = LINCE_DONE;
    if (missing.length)
        status = lc_fail(error, "%s needs a parameter: write %s:%s", spec->name, spec->name, missing.at);
    lc_text_free(&missing);
    return status;
}

/* All parameters: those in `text` (NULL: none), the rest by default. */
static lince_status set_params(lc_instance *instance, const char *text, lince_error *error) {
    const lince_spec *spec = instance->spec;
    assert(spec->param_count <= LC_PARAMS_MAX);
    for (uint32_t i = 0; i < spec->param_count; i++) instance->params[i] = spec->params[i].otherwise;
    unsigned given = 0;
    while (text) {
        lc_span one = {text, lc_length_until(lc_span_of(text), ",")};
        lince_status status = parse_param(instance, one, &given, error);
        if (status != LINCE_DONE) return status;
        text = text[one.length] ? text + one.length + 1 : NULL;
    }
    return missing_params(spec, given, error);
}

/* ---- names ---- */

/* Where the parameters start: after the last `:` that is followed by `name=`, as a path may hold other colons. */
static const char *find_params(const char *text) {
    const char *colon = strrchr(text, ':');
    if (!colon) return NULL;
    size_t word = strcspn(colon + 1, "=/");
    return word && colon[1 + word] == '=' ? colon + 1 : NULL;
}

static lince_status unknown_spec(const char *name, lince_error *error) {
    if (!*name) return lc_fail(error, "the name of a specification is missing: 'lince specs' lists them");
    lc_nearest nearest = {.word = name};
    for (size_t i = 0; i < lc_builtin_spec_count; i++) lc_nearest_offer(&nearest, lc_builtin_specs[i]->name);
    if (!nearest.best)
        return lc_fail(error,
                       "there is no specification called `%s`: 'lince specs' lists them, and a plug-in is named "
                       "by its path, as ./%s.so",
                       name, name);
    return lc_fail(error, "there is no specification called `%s`: did you mean %s?", name, nearest.best);
}

static const lince_spec *find_builtin(const char *text, size_t length) {
    for (size_t i = 0; i < lc_builtin_spec_count; i++)
        if (same_word(lc_builtin_specs[i]->name, strlen(lc_builtin_specs[i]->name), text, length))
            return lc_builtin_specs[i];
    return NULL;
}

bool lc_names_builtin(const char *text) { return find_builtin(text, strcspn(text, ":")) != NULL; }

/* A built-in name ends at the first colon, so that also `queue:5` gets a message about parameters. */
static lince_status resolve_builtin(lc_instance *instance, const char *text, const char **params, lince_error *error) {
    size_t length = strcspn(text, ":");
    *params = text[length] ? text + length + 1 : NULL;
    instance->spec = find_builtin(text, length);
    if (instance->spec) return LINCE_DONE;
    char *name = strndup(text, length);
    if (!name) return LINCE_OUT_OF_MEMORY;
    lince_status status = unknown_spec(name, error);
    free(name);
    return status;
}

/* The specification that `text` names, and where in `text` its parameters start (NULL: there are none). */
static lince_status resolve(lc_instance *instance, const char *text, const lc_resolver *const *resolvers,
                            size_t resolver_count, const char **params, lince_error *error) {
    /* Any text may follow a built-in name: map:init="a/b" */
    if (lc_names_builtin(text)) return resolve_builtin(instance, text, params, error);
    *params = find_params(text);
    char *name = *params ? strndup(text, (size_t)(*params - text) - 1) : strdup(text);
    if (!name) return LINCE_OUT_OF_MEMORY;
    size_t i = 0;
    while (i < resolver_count && !resolvers[i]->claims(name)) i++;
    lince_status status = i < resolver_count ? resolvers[i]->resolve(name, instance, error)
                                             : resolve_builtin(instance, text, params, error);
    free(name);
    return status;
}

/* Frees the instance if its declarations are wrong.  The message names the file of the plug-in. */
static lince_status declare(lc_instance *instance, const char *text, lince_error *error) {
    lince_error inner = {0};
    lince_status status = lc_instance_declare(instance, lc_names_builtin(text), &inner);
    if (status == LINCE_DONE) return status;
    const char *params = find_params(text);
    size_t length = params ? (size_t)(params - text) - 1 : strlen(text);
    char *path = instance->plugin ? strndup(text, length) : NULL;
    if (path) path[strcspn(path, "#")] = '\0';
    if (status == LINCE_BAD_INPUT) lc_fail_at(error, path ? path : inner.file, inner.line, "%s", inner.message);
    free(path);
    lc_instance_free(instance);
    return status;
}

lince_status lc_instance_parse(lc_instance *instance, const char *text, const lc_resolver *const *resolvers,
                               size_t resolver_count, lince_error *error) {
    *instance = (lc_instance){0};
    const char *params;
    lince_status status = resolve(instance, text, resolvers, resolver_count, &params, error);
    if (status == LINCE_DONE) status = set_params(instance, params, error);
    if (status == LINCE_DONE && !(instance->name = strdup(text))) status = LINCE_OUT_OF_MEMORY;
    if (status != LINCE_DONE) lc_instance_free(instance);
    else instance->spec = lc_builtin_variant(instance->spec, instance->params);
    if (status == LINCE_DONE) status = declare(instance, text, error);
    return status;
}

lince_status lc_instance_of(lc_instance *instance, const lince_spec *spec, lince_error *error) {
    *instance = (lc_instance){0};
    lince_status status = lc_spec_validate(spec, error);
    if (status != LINCE_DONE) return status;
    instance->spec = spec;
    status = set_params(instance, NULL, error);
    if (status == LINCE_DONE && !(instance->name = strdup(spec->name))) status = LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) status = lc_instance_declare(instance, false, error);
    if (status != LINCE_DONE) lc_instance_free(instance);
    return status;
}

bool lc_spec_is_sync(const lince_spec *spec) { return spec->arity_max > 1 || spec->traits & LINCE_INTERVALS; }

void lc_instance_arity(const lc_instance *instance, uint32_t *least, uint32_t *most) {
    const lince_spec *spec = instance->spec;
    *least = spec->arity_min ? spec->arity_min : 1;
    *most = spec->arity_max ? spec->arity_max : 1;
    uint32_t narrow_least = *least, narrow_most = *most;
    if (spec->arity) spec->arity(instance->params, &narrow_least, &narrow_most);
    if (narrow_least > *least && narrow_least <= *most) *least = narrow_least;
    if (narrow_most < *most && narrow_most >= *least) *most = narrow_most;
}

bool lc_instance_failed(const lc_instance *instance, lince_error *error) {
    return instance->made && instance->kind->failed(instance->made, error);
}

static void free_of_kind(lc_instance *instance) {
    lc_instance *k = instance->of_kind;
    if (!k) return;
    if (k->init != instance->init) free(k->init); /* everything else is shared */
    free(k->table);
    free(k);
}

void lc_instance_free(lc_instance *instance) {
    free_of_kind(instance);
    free(instance->name);
    free(instance->init);
    free(instance->table);
    if (instance->made) instance->kind->free(instance->made);
    if (instance->plugin) lc_plugin_close(instance->plugin);
    *instance = (lc_instance){0};
}
