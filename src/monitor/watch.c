#include "monitor/watch.h"

#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "base/map64.h"
#include "spec/specs.h"

lince_value lc_renewed(const lc_renewal *r, lince_value value) {
    return value == LINCE_NO_VALUE ? value : lc_value_copy(r->to, r->from, value);
}

bool lc_is_container(const lince_spec *spec) {
    bool removes = false;
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        bool peeks = m->role == LINCE_ROLE_PEEK && m->pure;
        if (m->role != LINCE_ROLE_ADD && m->role != LINCE_ROLE_REMOVE && !peeks) return false;
        removes = removes || m->role == LINCE_ROLE_REMOVE;
    }
    return removes && spec->traits & LINCE_DROPPABLE_VALUES;
}

/* ---- histories ---- */

typedef struct moment {
    uint64_t number;
    uint32_t op;
    bool call;
} moment;

static int by_number(const void *a, const void *b) {
    const moment *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static bool add_moment(lince_history *h, const lc_watch *w, const lc_watched *x, bool call) {
    lc_tenant_room room;
    lc_span thread = lc_tenant_at(&w->names, x->slot, x->call, &room);
    if (!call && x->fortune != LC_HAS_RETURNED)
        return lc_history_end(h, 0, thread, x->fortune == LC_HAS_CRASHED ? LC_CRASH : LC_FAIL, NULL) == LINCE_DONE;
    lince_value payload = lc_value_copy(&h->values, w->values, call ? x->args : x->results);
    if (payload == LINCE_NO_VALUE) return false;
    lc_span method = lc_span_of(w->instance->spec->methods[x->method].name);
    return (call ? lc_history_invoke(h, 0, thread, lc_span_of(""), method, payload, NULL)
                 : lc_history_return(h, 0, thread, payload, NULL)) == LINCE_DONE;
}

lince_history *lc_watched_history(const lc_watch *w, const lc_watched_list *ops, lc_numbers *numbers) {
    LC_VEC(moment) moments = {0};
    bool fine = lc_reserve(NULL, &moments, 2 * ops->count + 1);
    for (uint32_t i = 0; fine && i < ops->count; i++) {
        const lc_watched *x = &ops->at[i];
        moments.at[moments.count++] = (moment){x->call, i, true};
        if (x->fortune != LC_IS_OPEN) moments.at[moments.count++] = (moment){x->end, i, false};
    }
    if (moments.count) qsort(moments.at, moments.count, sizeof *moments.at, by_number);
    lince_history *h = fine ? lince_history_new() : NULL;
    fine = h;
    for (uint32_t i = 0; fine && i < moments.count; i++) {
        fine = add_moment(h, w, &ops->at[moments.at[i].op], moments.at[i].call) &&
               (!numbers || lc_push(NULL, numbers, moments.at[i].number));
    }
    lc_vec_free(NULL, &moments);
    if (!fine) lince_history_free(h);
    return fine ? h : NULL;
}

void lc_watched_print(lince_text *out, const lc_watch *w, const lc_watched *x) {
    lc_tenant_room room;
    lc_span thread = lc_tenant_at(&w->names, x->slot, x->call, &room);
    lc_text_puts(out, w->instance->spec->methods[x->method].name);
    lc_text_putc(out, '(');
    size_t count;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(out, ", ");
        lc_value_print(out, w->values, items[i]);
    }
    lc_text_putc(out, ')');
    if (x->fortune == LC_HAS_RETURNED && x->results != LINCE_NOTHING) {
        lc_text_puts(out, " → ");
        lc_payload_print(out, w->values, x->results);
    }
    lc_text_printf(out, " by %.*s", (int)thread.length, thread.at);
}

/* ---- violations ---- */

static int by_call(const void *a, const void *b) {
    const lc_watched *x = a, *y = b;
    return (x->call > y->call) - (x->call < y->call);
}

/* Each operation once; what ended after the violation had not ended when it was seen. */
static bool gather(lc_watched_list *to, const lc_watch *w, const lc_watched_list *about, uint64_t after) {
    bool fine = true;
    for (uint32_t i = 0; fine && i < w->recent.count + (about ? about->count : 0); i++) {
        lc_watched x = i < w->recent.count ? w->recent.at[i] : about->at[i - w->recent.count];
        if (x.call > after) continue;
        if (x.fortune != LC_IS_OPEN && x.end > after) x.fortune = LC_IS_OPEN;
        fine = lc_push(NULL, to, x);
    }
    if (to->count) qsort(to->at, to->count, sizeof *to->at, by_call);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->count; i++)
        if (!kept || to->at[kept - 1].call != to->at[i].call) to->at[kept++] = to->at[i];
    to->count = kept;
    return fine;
}

static bool violates(const lc_watch *w, const lince_history *h) {
    lince_check_options options = {.jobs = 1, .no_explanation = true, .timeout = 1, .init = w->options.init};
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    bool wrong = false;
    if (specs && lc_specs_lend(specs, w->instance)) {
        wrong = lince_check(h, specs, &options, &result, &error) == LINCE_DONE &&
                lince_result_verdict(result) == LINCE_VERDICT_VIOLATION;
    }
    lince_result_free(result);
    lince_specs_free(specs);
    return wrong;
}

/* Of a container whose beginning is not there, leaves out all that is about elements nobody is seen to add. */
static void leave_out_strangers(lc_watched_list *all, const lc_watch *w) {
    lc_map64 added;
    uint32_t kept = 0;
    lc_map64_init(&added, NULL);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < all->count; i++) {
            lc_watched x = all->at[i];
            const lince_method *m = &w->instance->spec->methods[x.method];
            bool adds = m->role == LINCE_ROLE_ADD;
            size_t count = 0;
            const lince_value *items = NULL;
            if (adds || x.fortune == LC_HAS_RETURNED)
                items = lc_payload_items(w->values, adds ? &x.args : &x.results, &count);
            lince_value value = count ? items[adds ? count - 1 : 0] : LINCE_NO_VALUE;
            if (pass == 0 && adds) lc_map64_put(&added, value, 0);
            bool stranger = !adds && count && value != m->pure_result && lc_map64_get(&added, value) == LC_NOT_MAPPED;
            if (pass == 1 && !stranger) all->at[kept++] = x;
        }
    all->count = kept;
    lc_map64_free(&added);
}

/* With the recent operations if that is a violation by itself.  From the middle of a history that cannot be told,
 * unless it is a container, where what came before can be left out; then only what it is about is tried, too, as for
 * objects without state. */
static void take_excerpt(lc_watch *w, uint64_t after, const lc_watched_list *about) {
    lc_online_violation *v = &w->violation;
    lc_watched_list all = {0};
    bool container = lc_is_container(w->instance->spec), telling = w->from_beginning || container;
    bool enough = gather(&all, w, about, after);
    if (!w->from_beginning && container) leave_out_strangers(&all, w);
    if (enough) v->history = lc_watched_history(w, &all, NULL);
    v->whole = telling && v->history && violates(w, v->history);
    lc_vec_free(NULL, &all);
    bool apart = container || w->instance->spec->traits & LINCE_STATELESS;
    if (v->whole || !telling || !apart || !about || !about->count) return;
    lince_history *only = lc_watched_history(w, about, NULL);
    if (only && violates(w, only)) {
        lince_history_free(v->history);
        v->history = only;
        v->whole = true;
    } else {
        lince_history_free(only);
    }
}

void lc_watch_violated(lc_watch *w, bool exact, uint64_t after, const char *reason, const lc_watched_list *about) {
    if (lc_watch_is_violated(w)) return;
    w->violation = (lc_online_violation){.exact = exact, .event = after};
    take_excerpt(w, after, about);
    w->violation.reason = strdup(reason);
}
