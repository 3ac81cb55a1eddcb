/* Are the facts true that a specification of no kind declares of its operations, one by one?
 *
 *   pure, pure_result         the state is the same afterwards
 *   key                       operations on another key make no difference: the operations on one key return the same
 *                             where those on other keys are left out
 *   LINCE_DROPPABLE_VALUES    a correct history stays correct where all operations of one value are left out
 *   LINCE_STATES_ARE_VALUES   each state is a row of values
 *
 * They are tried on random operations, one after another, with few values.  The sequence in the message is shrunk by
 * leaving operations out.  This is a test and no proof; it ends early where the specification has no results for such
 * values.  facts_groups.c has the facts of operations that take effect
 * together.  LINCE_FIFO and LINCE_LIFO change the order of a search and no verdict; the traits about waiting are
 * promises about the callers. */
#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "history/values.h"
#include "spec/facts.h"
#include "spec/facts_walk.h"

enum { WALKS = 24, STEPS = 12 };

typedef struct sequence {
    lc_walked calls[STEPS];
    uint32_t count;
} sequence;

typedef struct trait_check {
    const lc_instance *instance;
    lince_values *values;
    lc_walk walk, part; /* through all operations, and through some of them */
    uint64_t random;
    lince_text why; /* the last fact that did not hold; written only if `words` */
    bool words;
} trait_check;

/* After how many operations the fact does not hold; 0: it holds. */
typedef uint32_t fact(trait_check *, const sequence *);

static const lince_method *method_of(const trait_check *t, const lc_walked *x) {
    return &t->instance->spec->methods[x->method];
}

static bool works(const trait_check *t) { return lc_walk_works(&t->walk) && lc_walk_works(&t->part); }

/* Only a walk with all of its states shows a difference. */
static bool is_whole(const trait_check *t) { return works(t) && !t->walk.cut && !t->part.cut; }

/* ---- pure, pure_result ---- */

static bool claims_pure(const lince_method *m, const lince_results *results) {
    return m->pure || (m->pure_result != LINCE_NO_VALUE && results->at[0] == m->pure_result);
}

static uint32_t changes_state(trait_check *t, const sequence *s) {
    lc_walk_begin(&t->walk);
    for (uint32_t i = 0; i < s->count && works(t); i++) {
        lc_walk_try(&t->walk, &s->calls[i]);
        for (uint32_t k = 0; k < t->walk.outcomes.count; k++) {
            const lc_walk_outcome *o = &t->walk.outcomes.at[k];
            if (o->state == o->from || !claims_pure(method_of(t, &s->calls[i]), &o->results)) continue;
            if (t->words) lc_text_puts(&t->why, "changes the state, though it is declared to leave it as it is");
            return i + 1;
        }
        lc_walk_take(&t->walk, &s->calls[i].results);
    }
    return 0;
}

/* ---- key ---- */

static lince_value key_of(const trait_check *t, const lc_walked *x) {
    const lince_method *m = method_of(t, x);
    return m->key && m->key <= x->argc ? x->args[m->key - 1] : LINCE_NO_VALUE;
}

static uint32_t keys_differ(trait_check *t, const sequence *s, lince_value key) {
    lc_walk_begin(&t->walk);
    lc_walk_begin(&t->part);
    for (uint32_t i = 0; i < s->count && is_whole(t); i++) {
        const lc_walked *x = &s->calls[i];
        bool here = key_of(t, x) == key;
        lc_walk_try(&t->walk, x);
        if (here) {
            lc_walk_try(&t->part, x);
            if (!is_whole(t)) return 0;
            if (lc_walk_only(&t->walk, &t->part) || lc_walk_only(&t->part, &t->walk)) {
                if (!t->words) return i + 1;
                lc_outcomes_print(&t->why, &t->walk);
                lc_text_puts(&t->why, ", but without the operations on other keys it ");
                lc_outcomes_print(&t->why, &t->part);
                return i + 1;
            }
            lc_walk_take(&t->part, &x->results);
        }
        lc_walk_take(&t->walk, &x->results);
    }
    return 0;
}

/* Histories are split by key only if all their operations have one. */
static uint32_t keys_meet(trait_check *t, const sequence *s) {
    for (uint32_t i = 0; i < s->count; i++)
        if (key_of(t, &s->calls[i]) == LINCE_NO_VALUE) return 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t at = keys_differ(t, s, key_of(t, &s->calls[i]));
        if (at) return at;
    }
    return 0;
}

/* ---- LINCE_DROPPABLE_VALUES ---- */

/* The value that an operation adds, removes or observes; LINCE_NO_VALUE: none. */
static lince_value value_of(const trait_check *t, const lc_walked *x) {
    const lince_method *m = method_of(t, x);
    lince_value result = x->results.at[0];
    if (m->role == LINCE_ROLE_ADD || (m->role == LINCE_ROLE_PEEK && x->argc)) return x->args[x->argc - 1];
    return m->pure_result != LINCE_NO_VALUE && result == m->pure_result ? LINCE_NO_VALUE : result;
}

static uint32_t cannot_drop(trait_check *t, const sequence *s, lince_value value) {
    lc_walk_begin(&t->part);
    for (uint32_t i = 0; i < s->count && is_whole(t); i++) {
        const lc_walked *x = &s->calls[i];
        if (value_of(t, x) == value) continue;
        lc_walk_try(&t->part, x);
        if (!is_whole(t)) return 0;
        if (!lc_walk_find(&t->part, &x->results)) {
            if (!t->words) return i + 1;
            lc_text_puts(&t->why, "is impossible without the operations of ");
            lc_value_print(&t->why, t->values, value);
            return i + 1;
        }
        lc_walk_take(&t->part, &x->results);
    }
    return 0;
}

/* The walk is a history of operations that returned: failed additions are not meant. */
static uint32_t values_meet(trait_check *t, const sequence *s) {
    for (uint32_t i = 0; i < s->count; i++)
        if (!lc_role_moves(method_of(t, &s->calls[i])->role)) return 0;
    for (uint32_t i = 0; i < s->count; i++) {
        lince_value value = value_of(t, &s->calls[i]);
        uint32_t at = value == LINCE_NO_VALUE ? 0 : cannot_drop(t, s, value);
        if (at) return at;
    }
    return 0;
}

/* ---- LINCE_STATES_ARE_VALUES ---- */

static uint32_t states_differ(trait_check *t, const sequence *s) {
    lc_walk_begin(&t->walk);
    for (uint32_t i = 0; i < s->count && works(t); i++) {
        t->walk.no_values = false;
        lc_walk_try(&t->walk, &s->calls[i]);
        if (t->walk.no_values) {
            if (t->words) lc_text_puts(&t->why, "leads to a state that is no row of values");
            return i + 1;
        }
        lc_walk_take(&t->walk, &s->calls[i].results);
    }
    return 0;
}

/* ---- random operations ---- */

static uint32_t below(trait_check *t, uint32_t count) { return lc_random_below(&t->random, count); }

static lince_value draw_value(trait_check *t, bool words) {
    static const char *const texts[] = {"a", "b", "c"};
    uint32_t number = below(t, 3);
    return words ? lince_string(t->values, texts[number], 1) : lince_int(t->values, 1 + number);
}

/* Takes the step, with the results that the call has if these are possible.  False: it has no step. */
static bool take(trait_check *t, lc_walked *x) {
    lc_walk_try(&t->walk, x);
    const lince_results *results = x->happened ? lc_walk_find(&t->walk, &x->results) : NULL;
    uint32_t count = t->walk.outcomes.count;
    if (!results && count) results = &t->walk.outcomes.at[x->happened ? 0 : below(t, count)].results;
    x->happened = results != NULL;
    if (!results) return false;
    x->results = *results;
    lc_walk_take(&t->walk, &x->results);
    return true;
}

static void draw(trait_check *t, sequence *s, bool words) {
    const lince_spec *spec = t->instance->spec;
    lc_walk_begin(&t->walk);
    s->count = 0;
    for (uint32_t i = 0; i < STEPS && works(t); i++) {
        lc_walked *x = &s->calls[s->count];
        *x = (lc_walked){.method = below(t, spec->method_count)};
        const lince_method *m = method_of(t, x);
        x->argc = m->args_min + below(t, m->args_max - m->args_min + 1u);
        for (uint32_t k = 0; k < x->argc; k++) x->args[k] = draw_value(t, words && k + 1 != m->key);
        s->count += take(t, x);
    }
}

/* ---- the sequence that is shown ---- */

/* The sequence without one of its calls, and without those that are impossible then. */
static void leave_out(trait_check *t, const sequence *from, uint32_t without, sequence *to) {
    lc_walk_begin(&t->walk);
    to->count = 0;
    for (uint32_t i = 0; i < from->count && works(t); i++) {
        if (i == without) continue;
        to->calls[to->count] = from->calls[i];
        to->count += take(t, &to->calls[to->count]);
    }
}

static void shorten(trait_check *t, fact *holds_not, sequence *s) {
    for (uint32_t i = 0; i < s->count && works(t);) {
        sequence shorter;
        leave_out(t, s, i, &shorter);
        uint32_t length = holds_not(t, &shorter);
        if (!length) {
            i++;
            continue;
        }
        *s = shorter;
        s->count = length;
    }
}

static lince_status refuse(trait_check *t, fact *holds_not, const char *declared, sequence *s, lince_error *error) {
    lince_text calls = {0};
    shorten(t, holds_not, s);
    t->words = true;
    uint32_t length = holds_not(t, s);
    assert(length || !works(t));
    if (!length) return LINCE_DONE;
    for (uint32_t i = 0; i < length; i++) {
        lc_text_puts(&calls, !i ? "" : i + 1 < length ? ", " : ": ");
        lc_walked_print(&calls, &t->walk, &s->calls[i]);
    }
    lc_fail(error, "%s declares %s, which is wrong: %s%s %s", t->instance->spec->name, declared,
            length > 1 ? "after " : "", lc_text(&calls), lc_text(&t->why));
    lc_text_free(&calls);
    return LINCE_BAD_INPUT;
}

/* ---- all of it ---- */

static bool declares(const lince_spec *spec, bool (*of_method)(const lince_method *)) {
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (of_method(&spec->methods[i])) return true;
    return false;
}

static bool declares_pure(const lince_method *m) { return m->pure || m->pure_result != LINCE_NO_VALUE; }
static bool declares_key(const lince_method *m) { return m->key; }

static lince_status try_facts(trait_check *t, lince_error *error) {
    const lince_spec *spec = t->instance->spec;
    struct {
        fact *holds_not;
        const char *declared;
        bool due;
    } facts[] = {
        {changes_state, "`pure` or a `pure_result`", declares(spec, declares_pure)},
        {keys_meet, "a key", declares(spec, declares_key)},
        {values_meet, "LINCE_DROPPABLE_VALUES", spec->traits & LINCE_DROPPABLE_VALUES},
        {states_differ, "LINCE_STATES_ARE_VALUES", spec->traits & LINCE_STATES_ARE_VALUES},
    };
    for (uint32_t i = 0; i < WALKS; i++) {
        sequence s;
        draw(t, &s, i % 3 == 2);
        for (size_t k = 0; k < sizeof facts / sizeof *facts && works(t); k++)
            if (facts[k].due && facts[k].holds_not(t, &s))
                return refuse(t, facts[k].holds_not, facts[k].declared, &s, error);
    }
    return LINCE_DONE;
}

lince_status lc_facts_check_traits(const lc_instance *instance, lince_error *error) {
    const lince_spec *spec = instance->spec;
    bool any = declares(spec, declares_pure) || declares(spec, declares_key) ||
               spec->traits & (LINCE_DROPPABLE_VALUES | LINCE_STATES_ARE_VALUES);
    if (!any || lc_spec_is_sync(spec)) return LINCE_DONE;
    trait_check t = {.instance = instance, .values = lince_values_new(), .random = 88172645463325252u};
    if (!t.values) return LINCE_OUT_OF_MEMORY;
    lc_walk_init(&t.walk, instance, NULL, t.values);
    lc_walk_init(&t.part, instance, NULL, t.values);
    lince_status status = try_facts(&t, error);
    lc_walk_free(&t.walk);
    lc_walk_free(&t.part);
    lc_text_free(&t.why);
    lince_values_free(t.values);
    return status;
}
