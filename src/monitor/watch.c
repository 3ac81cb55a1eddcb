#include "monitor/watch.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"

lince_value lco_renewed(const lco_renewal *r, lince_value value) {
    ++*r->asked;
    return value == LINCE_NO_VALUE ? value : lc_value_copy(r->to, r->from, value);
}

bool lco_is_container(const lince_spec *spec) {
    bool removes = false;
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        bool peeks = m->role == LINCE_ROLE_PEEK && m->pure;
        if (m->role != LINCE_ROLE_ADD && m->role != LINCE_ROLE_REMOVE && !peeks) return false;
        removes = removes || m->role == LINCE_ROLE_REMOVE;
    }
    return removes && spec->traits & LINCE_DROPPABLE_VALUES;
}

/* If one operation concerns all keys they are not distinguished. */
static bool is_keyed(const lince_spec *spec) {
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (!spec->methods[i].key) return false;
    return true;
}

lince_value lco_watched_key(const lco_watch *w, const lco_watched *x) {
    const lince_spec *spec = w->instance->spec;
    size_t count;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    uint8_t key = spec->methods[x->method].key;
    return key && key <= count && is_keyed(spec) ? items[key - 1] : LINCE_NO_VALUE;
}

/* ---- histories ---- */

typedef struct moment {
    uint64_t number;
    uint32_t op;
    bool call;
} moment;

/* A call that was moved to an event (frontier_base.c) comes behind it. */
static int by_number(const void *a, const void *b) {
    const moment *x = a, *y = b;
    return x->number != y->number ? LC_ORDER(x->number, y->number) : x->call - y->call;
}

static bool add_moment(lince_history *h, const lco_watch *w, const lco_watched *x, bool call) {
    lco_slot_name_room room;
    lc_span thread = lco_slot_name_at(&w->names, x->slot, x->call, &room);
    if (!call && x->fortune != LCO_HAS_RETURNED)
        return lc_history_end(h, 0, thread, x->fortune == LCO_HAS_CRASHED ? LC_CRASH : LC_FAIL, NULL) == LINCE_DONE;
    lince_value payload = lc_value_copy(&h->values, w->values, call ? x->args : x->results);
    if (payload == LINCE_NO_VALUE) return false;
    lc_span method = lc_span_of(w->instance->spec->methods[x->method].name);
    return (call ? lc_history_invoke(h, 0, thread, lc_span_of(""), method, payload, NULL)
                 : lc_history_return(h, 0, thread, payload, NULL)) == LINCE_DONE;
}

lince_history *lco_watched_history(const lco_watch *w, const lco_watched_list *ops, lco_serial_list *numbers) {
    LC_VEC(moment) moments = {0};
    bool fine = lc_reserve(NULL, &moments, 2 * ops->count + 1);
    for (uint32_t i = 0; fine && i < ops->count; i++) {
        const lco_watched *x = &ops->at[i];
        moments.at[moments.count++] = (moment){x->call, i, true};
        if (x->fortune != LCO_IS_OPEN) moments.at[moments.count++] = (moment){x->end, i, false};
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

void lco_watched_print(lince_text *out, const lco_watch *w, const lco_watched *x) {
    lco_slot_name_room room;
    lc_span thread = lco_slot_name_at(&w->names, x->slot, x->call, &room);
    lc_text_puts(out, w->instance->spec->methods[x->method].name);
    lc_text_putc(out, '(');
    size_t count;
    const lince_value *items = lc_payload_items(w->values, &x->args, &count);
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(out, ", ");
        lc_value_print(out, w->values, items[i]);
    }
    lc_text_putc(out, ')');
    if (x->fortune == LCO_HAS_RETURNED && x->results != LINCE_NOTHING) {
        lc_text_puts(out, " → ");
        lc_payload_print(out, w->values, x->results);
    }
    lc_text_printf(out, " by %.*s", (int)thread.length, thread.at);
}
