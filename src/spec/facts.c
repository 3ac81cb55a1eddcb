/* Declared facts: the kind of an object, and the roles of its operations.
 *
 * A specification declares a kind, and each of its methods plays the role of one of the operations of that kind: the
 * role that it declares, or that of the operation of its name.  All else that is known of such an operation (that it
 * has a key, which result changes nothing, ...) follows from the built-in specification of the kind, so it is filled in
 * here, once, in a table of the instance's own.  The specification's own declarations must agree with it.
 *
 * A specification may have further operations, such as the `size` of a queue.  They can make any of these facts wrong:
 * an operation may use a part of the state that the operations of the kind only write.  So there are two instances
 * then, and binding selects one for each object of a history: of the kind if the history calls none of these
 * operations, and of no kind, without the facts, if it does.
 */
#include "spec/facts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

#define NAME(kind, name) name,
static const char *const names[] = {"other", LINCE_OBJECT_KINDS(NAME)};
enum { KINDS = LINCE_OBJECT_KIND_COUNT };

const char *lc_kind_name(lince_object_kind kind) { return names[(size_t)kind < KINDS ? kind : LINCE_IS_OTHER]; }

lince_object_kind lc_kind_named(const char *name) {
    for (unsigned i = LINCE_IS_OTHER + 1; i < KINDS; i++)
        if (!strcmp(names[i], name)) return (lince_object_kind)i;
    return LINCE_IS_OTHER;
}

static bool has_kind(const lince_spec *spec) { return spec->abi >= 3 && spec->is != LINCE_IS_OTHER; }

uint32_t lc_spec_role(const lince_spec *spec, lince_role role) {
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (spec->methods[i].role == role) return i;
    return LC_NO_METHOD;
}

/* ---- which operation of its kind a method is ---- */

/* A table may allow more results than the operation has, as that of a model in C does, but not fewer. */
static bool fits(const lince_method *m, const lince_method *of) {
    return m->args_min >= of->args_min && m->args_max <= of->args_max && m->results_min == of->results_min &&
           m->results_max >= of->results_max;
}

/* The operation of the kind that has the name of the method, or its first alias that is one of the kind's. */
static uint32_t row_named(const lince_spec *builtin, const lince_method *m) {
    uint32_t row = lc_spec_method(builtin, m->name, strlen(m->name));
    const char *alias = m->aliases ? m->aliases : "";
    for (size_t length; row == LC_NO_METHOD && *(alias += strspn(alias, " ")); alias += length)
        row = lc_spec_method(builtin, alias, length = strcspn(alias, " "));
    return row;
}

static uint32_t find_row(const lince_spec *builtin, const lince_method *m) {
    uint32_t named = row_named(builtin, m), found = LC_NO_METHOD;
    if (named != LC_NO_METHOD && fits(m, &builtin->methods[named]) &&
        (m->role == LINCE_ROLE_OTHER || m->role == builtin->methods[named].role) &&
        (m->end == LINCE_END_NONE || m->end == builtin->methods[named].end))
        return named;
    for (uint32_t i = 0; m->role != LINCE_ROLE_OTHER && i < builtin->method_count; i++) {
        const lince_method *of = &builtin->methods[i];
        if (of->role == m->role && of->end == m->end && fits(m, of) && found == LC_NO_METHOD) found = i;
    }
    return found;
}

/* A method without a role, and without the name of an operation of the kind, is one besides. */
static bool may_be_beside(const lince_spec *builtin, const lince_method *m) {
    return m->role == LINCE_ROLE_OTHER && m->end == LINCE_END_NONE && row_named(builtin, m) == LC_NO_METHOD;
}

bool lc_is_beside_kind(const lc_instance *instance, uint32_t method) {
    const lc_instance *k = instance->of_kind ? instance->of_kind : instance;
    return k->table && k->table->rows[method] == LC_NO_METHOD;
}

static void put_range(lince_text *out, unsigned least, unsigned most, const char *noun) {
    lc_text_printf(out, least == most ? "%u" : "%u to %u", least, most);
    lc_text_printf(out, " %s%s", noun, most == 1 ? "" : "s");
}

static lince_status no_such_operation(const lince_spec *spec, const lince_method *m, const lince_spec *builtin,
                                      lince_error *error) {
    lince_text shape = {0};
    put_range(&shape, m->args_min, m->args_max, "argument");
    lc_text_puts(&shape, " and ");
    put_range(&shape, m->results_min, m->results_max, "result");
    lc_fail(error,
            "%s is declared to be a %s, but no operation of a %s is like its method %s, which has %s; they are %s",
            spec->name, builtin->name, builtin->name, m->name, lc_text(&shape), builtin->summary);
    lc_text_free(&shape);
    return LINCE_BAD_INPUT;
}

/* ---- facts that follow from the kind ---- */

static lince_status disagree(const lince_spec *spec, const lince_method *m, const char *what, const lince_method *of,
                             lince_error *error) {
    return lc_fail(error, "%s is declared to be a %s, but %s of its method %s is not that of %s", spec->name,
                   lc_kind_name((lince_object_kind)spec->is), what, m->name, of->name);
}

static lince_status fill_in_method(const lince_spec *spec, lince_method *m, const lince_method *of,
                                   lince_error *error) {
    if (m->key && m->key != of->key) return disagree(spec, m, "the key", of, error);
    if (m->pure && !of->pure) return disagree(spec, m, "`pure`", of, error);
    if (m->pure_result != LINCE_NO_VALUE && m->pure_result != of->pure_result)
        return disagree(spec, m, "the pure_result", of, error);
    if (m->ok_result != LINCE_NO_VALUE && m->ok_result != of->ok_result)
        return disagree(spec, m, "the ok_result", of, error);
    m->results_max = of->results_max;
    m->key = of->key;
    m->role = of->role;
    m->end = of->end;
    m->pure = of->pure;
    m->pure_result = of->pure_result;
    m->ok_result = of->ok_result;
    return LINCE_DONE;
}

enum { IMPLIED = LINCE_DROPPABLE_VALUES | LINCE_FIFO | LINCE_LIFO };

static lince_status fill_in(lc_table *table, const lince_spec *spec, const lince_spec *builtin, bool *beside,
                            lince_error *error) {
    uint32_t of_kind = 0;
    assert(spec->method_count <= LC_METHODS_MAX);
    if (spec->traits & IMPLIED & ~builtin->traits)
        return lc_fail(error, "%s is declared to be a %s, but has traits that a %s lacks", spec->name, builtin->name,
                       builtin->name);
    table->spec = *spec;
    table->spec.methods = table->methods;
    table->spec.traits |= builtin->traits & IMPLIED;
    for (uint32_t i = 0; i < spec->method_count; i++) {
        lince_method *m = &table->methods[i];
        *m = spec->methods[i];
        table->rows[i] = find_row(builtin, m);
        if (table->rows[i] == LC_NO_METHOD && may_be_beside(builtin, m)) continue;
        if (table->rows[i] == LC_NO_METHOD) return no_such_operation(spec, m, builtin, error);
        of_kind++;
        lince_status status = fill_in_method(spec, m, &builtin->methods[table->rows[i]], error);
        if (status != LINCE_DONE) return status;
    }
    *beside = of_kind < spec->method_count;
    return of_kind ? LINCE_DONE : no_such_operation(spec, &spec->methods[0], builtin, error);
}

/* The table for histories that call operations besides those of the kind: a result means the same, and nothing else
 * follows from the kind. */
static lc_table *table_of_no_kind(const lince_spec *spec, const lc_table *filled_in) {
    lc_table *table = malloc(sizeof *table);
    if (!table) return NULL;
    *table = *filled_in;
    table->spec.methods = table->methods;
    table->spec.traits = spec->traits & ~(unsigned)IMPLIED;
    for (uint32_t i = 0; i < spec->method_count; i++) {
        table->methods[i] = spec->methods[i];
        table->methods[i].results_max = filled_in->methods[i].results_max;
        table->methods[i].ok_result = filled_in->methods[i].ok_result;
    }
    return table;
}

/* The instance becomes one of no kind, and its table that of the other one. */
static lince_status split(lc_instance *instance, const lince_spec *spec) {
    lc_instance *k = malloc(sizeof *k);
    lc_table *table = k ? table_of_no_kind(spec, instance->table) : NULL;
    if (!table) {
        free(k);
        return LINCE_OUT_OF_MEMORY;
    }
    *k = *instance;
    k->partial = true;
    instance->of_kind = k;
    instance->table = table;
    instance->spec = &table->spec;
    return LINCE_DONE;
}

/* The facts of an object in a model follow from its text. */
static lince_status check_other(const lc_instance *instance, lince_error *error) {
    if (instance->made) return LINCE_DONE;
    return lc_spec_is_sync(instance->spec) ? lc_facts_check_groups(instance, error)
                                           : lc_facts_check_traits(instance, error);
}

lince_status lc_instance_declare(lc_instance *instance, bool builtin, lince_error *error) {
    const lince_spec *spec = instance->spec;
    if (instance->is != LINCE_IS_OTHER || instance->of_kind) return LINCE_DONE;
    if (!has_kind(spec)) return builtin ? LINCE_DONE : check_other(instance, error);
    lince_object_kind kind = (lince_object_kind)spec->is;
    instance->size = spec->size_of ? spec->size_of(instance->params) : spec->size;
    if (builtin) {
        instance->is = kind;
        return LINCE_DONE;
    }
    const lince_spec *like = lc_builtin_of_kind(kind, instance->size);
    instance->table = malloc(sizeof *instance->table);
    if (!instance->table) return LINCE_OUT_OF_MEMORY;
    bool beside = false;
    lince_status status = fill_in(instance->table, spec, like, &beside, error);
    if (status != LINCE_DONE) return status;
    instance->spec = &instance->table->spec;
    if (beside) status = split(instance, spec);
    if (status != LINCE_DONE) return status;
    lc_instance *of_kind = beside ? instance->of_kind : instance;
    status = lc_facts_find_initial(of_kind, like);
    if (status != LINCE_DONE && lc_instance_failed(of_kind, error)) status = LINCE_BAD_INPUT;
    if (status == LINCE_DONE) status = lc_facts_check(of_kind, like, error);
    if (status == LINCE_DONE && beside) status = check_other(instance, error);
    if (status == LINCE_DONE) of_kind->is = kind;
    return status;
}

/* ---- waiting ---- */

/* The instance that has the kind: methods of the kind mean the same beside further operations. */
static const lc_instance *declared(const lc_instance *instance) {
    return instance->of_kind ? instance->of_kind : instance;
}

/* Callers see to the order of `lock` and `unlock`, and threads may wait for a lock. */
bool lc_is_duty(const lc_instance *instance, uint32_t method) {
    const lc_instance *d = declared(instance);
    unsigned role = d->spec->methods[method].role;
    return role == LINCE_ROLE_UNLOCK || role == LINCE_ROLE_UNLOCK_SHARED ||
           (role == LINCE_ROLE_LOWER && d->is == LINCE_IS_SNZI);
}

bool lc_lets_wait(const lc_instance *instance) {
    lince_object_kind is = declared(instance)->is;
    return is == LINCE_IS_MUTEX || is == LINCE_IS_RWLOCK || is == LINCE_IS_SEMAPHORE ||
           instance->spec->traits & LINCE_WAITS;
}

bool lc_is_total(const lc_instance *instance) {
    if (instance->spec->traits & LINCE_NO_SELF_WAIT) return true;
    return instance->is != LINCE_IS_OTHER && !lc_lets_wait(instance);
}

bool lc_gives_way(const lc_instance *instance, uint32_t method, uint32_t to) {
    const lince_spec *spec = instance->spec;
    return spec->abi >= 3 && spec->gives_way && spec->gives_way(instance->params, method, to);
}
