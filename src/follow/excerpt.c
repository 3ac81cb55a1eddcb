#include "follow/excerpt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "base/interrupt.h"
#include "monitor/watch.h"

enum { SECONDS_TO_EXPLAIN = 10 };

static const lince_method *method_of(const lcf_object *o, const lince_history *h, const lc_op *op) {
    lc_span name = lc_method_name(h, op);
    uint32_t row = lc_spec_method(o->instance->spec, name.at, name.length);
    return row == LC_NO_METHOD ? NULL : &o->instance->spec->methods[row];
}

/* The part of a payload, counted from 1, or from the end as -1; LINCE_NO_VALUE: there is none. */
static lince_value part(const lince_history *h, lince_value payload, int number) {
    size_t count;
    if (payload == LINCE_NO_VALUE) return LINCE_NO_VALUE;
    const lince_value *items = lc_payload_items(&h->values, &payload, &count);
    size_t index = number < 0 ? count - 1 : (size_t)number - 1;
    return index < count ? items[index] : LINCE_NO_VALUE;
}

static lince_value key_of(const lcf_object *o, const lince_history *h, const lc_op *op) {
    const lince_method *m = method_of(o, h, op);
    return m && m->key ? part(h, op->args, m->key) : LINCE_NO_VALUE;
}

/* ---- does it stand for all that happened? ---- */

static bool adds(const lcf_object *o, const lince_history *h, lince_value value) {
    for (uint32_t i = 0; i < h->ops.count; i++) {
        const lince_method *m = method_of(o, h, &h->ops.at[i]);
        if (m && m->role == LINCE_ROLE_ADD && part(h, h->ops.at[i].args, -1) == value) return true;
    }
    return false;
}

/* Is everything that is taken in the conflict also added in the excerpt? */
static bool is_closed(const lcf_object *o, const lince_history *h, const lc_violation *v) {
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        const lc_op *op = &h->ops.at[v->conflict.at[i].op];
        const lince_method *m = method_of(o, h, op);
        lince_value value = part(h, op->results, 1);
        if (!m || m->role == LINCE_ROLE_ADD || value == LINCE_NO_VALUE || value == m->pure_result) continue;
        if (!adds(o, h, value)) return false;
    }
    return true;
}

static bool is_all(const lcf_object *o) {
    const lco_online_covered *c = lco_online_coverage(o->online);
    return c->operations - o->gone <= LCF_RECENT && !c->gaps;
}

/* Is the excerpt wrong for the reason that the whole history is?  An excerpt begins in the middle, as a rule, where the
 * object was not in its initial state.  That does no harm to containers, unless elements that were inside then take
 * part, or the conflict ends where everything did. */
static bool explains_all(const lcf_object *o, const lco_online_violation *found, const lc_violation *v) {
    const lince_history *h = found->history;
    if (!lco_is_container(o->instance->spec)) return is_all(o);
    return is_closed(o, h, v) || v->prefix_events == h->events.count;
}

/* If the excerpt is not the whole history, the reason is that of the checker, which saw all of it: a value that no
 * operation wrote in the excerpt may have been written before. */
static void use_own_reason(lc_violation *v, const char *reason) {
    lince_text key = {0};
    if (v->key) lc_text_printf(&key, "key %s: ", v->key);
    if (key.length && !strncmp(reason, lc_text(&key), key.length)) reason += key.length;
    lc_text_free(&key);
    free(v->reason);
    v->reason = strdup(reason);
    v->pattern = NULL;
}

/* The specification for the excerpt, which begins in the middle.  An object of a model stores its first error, which
 * here would not be one of the object that is followed: it is made anew. */
static bool add_spec(lince_specs *specs, const lcf_run *w, const lc_instance *instance, lc_instance *own) {
    lince_error error;
    if (!instance->made) return lc_specs_lend(specs, instance);
    assert(w->given); /* a stream names built-in specifications only */
    return lc_instance_parse(own, instance->name, w->given->resolvers.at, w->given->resolvers.count, &error) ==
               LINCE_DONE &&
           lc_specs_lend(specs, own);
}

static lince_result *judge(const lcf_run *w, const lcf_object *o, const lince_history *h) {
    lince_result *r = NULL;
    lc_instance own = {0};
    lince_specs *specs = lince_specs_new();
    /* Ctrl-C is how monitoring usually ends, and a violation found in the end is explained all the same. */
    bool ending = lc_is_interrupted(w->interrupt);
    const lince_check_options options = {.timeout = SECONDS_TO_EXPLAIN,
                                         .interrupt = ending ? NULL : w->interrupt,
                                         .max_memory = w->options.max_memory,
                                         .jobs = w->options.jobs ? w->options.jobs : 1,
                                         .init = w->init};
    lince_error error;
    bool fine =
        specs && add_spec(specs, w, o->instance, &own) && lince_check(h, specs, &options, &r, &error) == LINCE_DONE;
    lince_specs_free(specs);
    lc_instance_free(&own);
    if (fine) return r;
    lince_result_free(r);
    return NULL;
}

lince_result *lcf_excerpt_judge(const lcf_run *w, const lcf_object *o, const lco_online_violation *v) {
    lince_result *r = v->history ? judge(w, o, v->history) : NULL;
    bool wrong = r && r->verdict == LINCE_VERDICT_VIOLATION && r->violation;
    bool explained = wrong && explains_all(o, v, r->violation);
    if (explained || (wrong && v->whole)) {
        if (!explained) use_own_reason(r->violation, v->reason);
        return r;
    }
    lince_result_free(r);
    return NULL;
}

/* ---- operations on the same key ---- */

/* Operations on other keys are unrelated to the last events. */
void lcf_excerpt_related(lcf_numbers *related, const lcf_object *o, const lco_online_violation *v) {
    const lince_history *h = v->history;
    if (!h || !h->events.count) return;
    lince_value key = key_of(o, h, &h->ops.at[lc_event_op(h->events.at[h->events.count - 1])]);
    for (uint32_t i = 0; i < h->ops.count; i++)
        if (key == LINCE_NO_VALUE || key_of(o, h, &h->ops.at[i]) == key) (void)lc_push(NULL, related, i);
}
