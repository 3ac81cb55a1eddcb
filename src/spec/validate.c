/* Is the table of a specification sound?  Plug-ins and callers' own specifications may be anything, and the checkers
 * rely on every fact that is looked at here. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "spec/spec.h"

#define ALL_TRAITS                                                                                                     \
    (LINCE_DROPPABLE_VALUES | LINCE_STATELESS | LINCE_INTERVALS | LINCE_FIFO | LINCE_LIFO | LINCE_PAIRS |              \
     LINCE_ORDERED | LINCE_HAS_INIT | LINCE_STATES_ARE_VALUES | LINCE_STATES_LACK_VALUES | LINCE_WAITS |               \
     LINCE_NO_SELF_WAIT)
#define OLD_TRAITS (LINCE_STATES_ARE_VALUES - 1) /* those of version 2 */

/* Its kind and all that came with it: a table of version 2 ends before that. */
_Static_assert(sizeof(void *) != 8 || (sizeof(lince_method) == 32 && offsetof(lince_spec, is) == 104),
               "tables of version 2 are laid out as these are");
static bool has_kind(const lince_spec *spec) { return spec->abi >= 3; }

/* Letters, digits, `-` and `_`, a letter first: a name that can be written before `:`, `=` and `,`. */
static bool is_plain_name(const char *name) {
    if (!isalpha((unsigned char)*name)) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '-' && *name != '_') return false;
    return true;
}

/* Anything a history can name as the method of an object. */
static bool is_method_name(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] <= ' ' || name[i] == 0x7f || strchr(".,()[]\"#", name[i])) return false;
    return length > 0;
}

/* The next word of a list separated by spaces; its length 0: there is none. */
static const char *next_word(const char *list, size_t *length) {
    list += strspn(list, " ");
    *length = strcspn(list, " ");
    return list;
}

static lince_status check_word(const lince_spec *spec, uint32_t row, const char *word, size_t length,
                               lince_error *error) {
    if (!is_method_name(word, length))
        return lc_fail(error, "method %u of %s has the name `%.*s`, which no history can spell", row + 1, spec->name,
                       (int)length, word);
    /* lc_spec_method gives the first row that fits, so a name is new exactly if that is this row. */
    uint32_t first = lc_spec_method(spec, word, length);
    if (first != row)
        return lc_fail(error, "methods %s and %s of %s share the name %.*s", spec->methods[first].name,
                       spec->methods[row].name, spec->name, (int)length, word);
    return LINCE_DONE;
}

static lince_status check_names(const lince_spec *spec, lince_error *error) {
    for (uint32_t row = 0; row < spec->method_count; row++) {
        const lince_method *m = &spec->methods[row];
        lince_status status = check_word(spec, row, m->name, strlen(m->name), error);
        size_t length = 0;
        const char *word = m->aliases ? next_word(m->aliases, &length) : NULL;
        for (; status == LINCE_DONE && length; word = next_word(word + length, &length))
            status = check_word(spec, row, word, length, error);
        if (status != LINCE_DONE) return status;
    }
    return LINCE_DONE;
}

static bool is_common(lince_value v) { return v < LINCE_NOTHING; }

static lince_status check_method(const lince_spec *spec, const lince_method *m, lince_error *error) {
    if (m->args_min > m->args_max || m->args_max > LINCE_ARGS_MAX)
        return lc_fail(error, "method %s of %s takes %u to %u arguments; the most is %d", m->name, spec->name,
                       m->args_min, m->args_max, LINCE_ARGS_MAX);
    if (m->results_min > m->results_max || m->results_max > LINCE_RESULTS_MAX)
        return lc_fail(error, "method %s of %s returns %u to %u results; the most is %d", m->name, spec->name,
                       m->results_min, m->results_max, LINCE_RESULTS_MAX);
    if (m->key > m->args_min)
        return lc_fail(error, "method %s of %s has argument %u as its key, but may be called without it", m->name,
                       spec->name, m->key);
    if (m->role > (has_kind(spec) ? LINCE_ROLE_UNLOCK_SHARED : LINCE_ROLE_EITHER))
        return lc_fail(error, "method %s of %s has the unknown role %u", m->name, spec->name, m->role);
    if (has_kind(spec) && m->end > LINCE_END_BACK)
        return lc_fail(error, "method %s of %s has the unknown end %u", m->name, spec->name, m->end);
    if ((m->role == LINCE_ROLE_ADD && !m->args_min) || (m->role == LINCE_ROLE_REMOVE && !m->results_max))
        return lc_fail(error, "method %s of %s %s", m->name, spec->name,
                       m->role == LINCE_ROLE_ADD ? "adds, but may be called without an argument"
                                                 : "removes, but returns nothing");
    if (!is_common(m->pure_result) || !is_common(m->ok_result))
        return lc_fail(error,
                       "pure_result and ok_result of method %s of %s must be handles that mean the same in every "
                       "pool, such as LINCE_EMPTY",
                       m->name, spec->name);
    if ((m->pure_result != LINCE_NO_VALUE || m->ok_result != LINCE_NO_VALUE) && !m->results_max)
        return lc_fail(error, "method %s of %s returns nothing, so it can have neither pure_result nor ok_result",
                       m->name, spec->name);
    return LINCE_DONE;
}

static lince_status check_methods(const lince_spec *spec, lince_error *error) {
    if (!spec->methods || spec->method_count == 0 || spec->method_count > LC_METHODS_MAX)
        return lc_fail(error, "%s has %u methods; there must be 1 to %d", spec->name,
                       spec->methods ? spec->method_count : 0, LC_METHODS_MAX);
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (!spec->methods[i].name) return lc_fail(error, "method %u of %s has no name", i + 1, spec->name);
    for (uint32_t i = 0; i < spec->method_count; i++) {
        lince_status status = check_method(spec, &spec->methods[i], error);
        if (status != LINCE_DONE) return status;
    }
    return check_names(spec, error);
}

/* Words with a bar between any two of them. */
static bool are_choices(const char *choices) {
    bool in_word = false;
    for (const char *c = choices; *c; c++) {
        if (*c == '|' ? !in_word : !isalnum((unsigned char)*c) && *c != '-' && *c != '_') return false;
        in_word = *c != '|';
    }
    return in_word;
}

static lince_status check_param(const lince_spec *spec, const lince_param *p, lince_error *error) {
    for (const lince_param *q = spec->params; q < p; q++)
        if (!strcmp(p->name, q->name)) return lc_fail(error, "%s has two parameters %s", spec->name, p->name);
    int64_t min = p->min, max = p->max;
    if (p->choices) {
        min = max = 0;
        for (const char *c = p->choices; *c; c++) max += *c == '|';
        if (!are_choices(p->choices))
            return lc_fail(error, "the choices of parameter %s of %s must be words separated by `|`", p->name,
                           spec->name);
    }
    if (min > max) return lc_fail(error, "no value is allowed for parameter %s of %s", p->name, spec->name);
    if (!p->required && (p->otherwise < min || p->otherwise > max))
        return lc_fail(error, "the value that parameter %s of %s has when it is not given is not an allowed one",
                       p->name, spec->name);
    return LINCE_DONE;
}

static lince_status check_params(const lince_spec *spec, lince_error *error) {
    if (spec->param_count > LC_PARAMS_MAX || (spec->param_count && !spec->params))
        return lc_fail(error, "%s has %u parameters%s; there may be up to %d", spec->name, spec->param_count,
                       spec->params ? "" : " but no table of them", LC_PARAMS_MAX);
    for (uint32_t i = 0; i < spec->param_count; i++)
        if (!spec->params[i].name || !is_plain_name(spec->params[i].name))
            return lc_fail(error, "parameter %u of %s needs a name of letters, digits, `-` and `_`", i + 1, spec->name);
    for (uint32_t i = 0; i < spec->param_count; i++) {
        lince_status status = check_param(spec, &spec->params[i], error);
        if (status != LINCE_DONE) return status;
    }
    return LINCE_DONE;
}

/* The table shows the guarantee of LINCE_PAIRS only in part. */
static lince_status check_pairs(const lince_spec *spec, lince_error *error) {
    if (!(spec->traits & LINCE_PAIRS)) return LINCE_DONE;
    if (!(spec->traits & LINCE_STATELESS) || spec->arity_max != 2)
        return lc_fail(error,
                       "%s has the trait LINCE_PAIRS, so it must be LINCE_STATELESS and have an arity of up to 2",
                       spec->name);
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        if (m->role < LINCE_ROLE_LEFT || m->role > LINCE_ROLE_EITHER)
            return lc_fail(error, "%s has the trait LINCE_PAIRS, so its method %s needs a role: left, right or either",
                           spec->name, m->name);
        if (m->results_max > 1)
            return lc_fail(
                error,
                "%s has the trait LINCE_PAIRS, so its method %s can return only the value that the other one gave: one "
                "result, or none",
                spec->name, m->name);
    }
    return LINCE_DONE;
}

static lince_status check_arity(const lince_spec *spec, lince_error *error) {
    bool one = spec->arity_min == 0 && spec->arity_max == 0;
    if (!one && (spec->arity_min == 0 || spec->arity_min > spec->arity_max || spec->arity_max > LC_ARITY_MAX))
        return lc_fail(error, "%s lets %u to %u operations take a step together; the limits are 1 and %d", spec->name,
                       spec->arity_min, spec->arity_max, LC_ARITY_MAX);
    if (one && spec->arity)
        return lc_fail(error, "%s has a function `arity`, but no arity_min and arity_max that it could narrow",
                       spec->name);
    if (spec->traits & LINCE_ORDERED && (spec->arity_max < 2 || spec->arity_max > LINCE_ORDERED_MAX))
        return lc_fail(error, "%s has the trait LINCE_ORDERED, so arity_max must be 2 to %d: all orders are tried",
                       spec->name, LINCE_ORDERED_MAX);
    if (spec->traits & LINCE_INTERVALS && spec->traits & LINCE_STATELESS)
        return lc_fail(
            error,
            "%s has the traits LINCE_INTERVALS and LINCE_STATELESS, but whether an operation can end depends "
            "on whether it has begun",
            spec->name);
    if (lc_spec_is_sync(spec) && spec->traits & (LINCE_DROPPABLE_VALUES | LINCE_FIFO | LINCE_LIFO))
        return lc_fail(error,
                       "%s has a trait of containers (LINCE_DROPPABLE_VALUES, LINCE_FIFO or LINCE_LIFO), but its "
                       "operations do not take effect one by one",
                       spec->name);
    return LINCE_DONE;
}

/* The rest of it is compared with the built-in specification of the kind (facts.c). */
static lince_status check_kind(const lince_spec *spec, lince_error *error) {
    if (spec->is >= LINCE_OBJECT_KIND_COUNT)
        return lc_fail(error, "%s is of the unknown kind %u", spec->name, spec->is);
    if (spec->is && lc_spec_is_sync(spec))
        return lc_fail(error, "%s is declared to be a %s, but its operations do not take effect one by one", spec->name,
                       lc_kind_name((lince_object_kind)spec->is));
    if (spec->size < 0) return lc_fail(error, "%s has a negative size", spec->name);
    if (spec->traits & LINCE_STATES_ARE_VALUES && spec->traits & LINCE_STATES_LACK_VALUES)
        return lc_fail(error, "%s has states that are values, and states without values", spec->name);
    return LINCE_DONE;
}

lince_status lc_spec_validate(const lince_spec *spec, lince_error *error) {
    if (!spec) return lc_fail(error, "there is no specification");
    /* A struct of another version need not have our layout. */
    if (spec->abi != LINCE_SPEC_ABI && spec->abi != LC_SPEC_ABI_LEAST)
        return lc_fail(error,
                       "this specification is made for version %u of the interface, Lince has version %u: set .abi to "
                       "LINCE_SPEC_ABI and compile it again",
                       spec->abi, LINCE_SPEC_ABI);
    if (!spec->name || !is_plain_name(spec->name))
        return lc_fail(error, "a specification needs a name of letters, digits, `-` and `_`");
    if (!spec->init || !spec->next)
        return lc_fail(error, "%s has no %s function", spec->name, spec->init ? "next" : "init");
    if (spec->traits & ~(has_kind(spec) ? ALL_TRAITS : OLD_TRAITS))
        return lc_fail(error, "%s has unknown traits %#x", spec->name, spec->traits);
    lince_status status = check_arity(spec, error);
    if (status == LINCE_DONE) status = check_params(spec, error);
    if (status == LINCE_DONE) status = check_methods(spec, error);
    if (status == LINCE_DONE) status = check_pairs(spec, error);
    return status == LINCE_DONE && has_kind(spec) ? check_kind(spec, error) : status;
}
