/* Why an operation could not return its result: the result it could have returned instead, as `lince check` would
 * report.  Invariant: a violation is reported only of a frontier whose state is known, where no configuration is
 * left. */
#include <assert.h>
#include <stdlib.h>

#include "check/explain/alternatives.h"
#include "monitor/frontier.h"

enum { MOST_NAMED = 4 };

static lince_results results_of(const lco_frontiers *f, lince_value payload) {
    lince_results r = {{0}};
    size_t count;
    const lince_value *items = lc_payload_items(f->watch->values, &payload, &count);
    for (size_t i = 0; i < count && i < LINCE_RESULTS_MAX; i++) r.at[i] = items[i];
    return r;
}

/* Lets the operation return any result and searches for a possible one.  NULL: none, or that is not `known`. */
static char *find_instead(lco_frontiers *f, lco_frontier *x, uint32_t seat, bool *known) {
    lco_seat as_it_was = x->seats.at[seat];
    lc_alternatives_list all = {.from = f->watch->values, .values = f->watch->values};
    x->seats.at[seat].op.fortune = LCO_IS_OPEN;
    x->seats.at[seat].forgotten = false;
    *known = !as_it_was.forgotten && lco_frontier_reach(f, x, seat, LCO_MOST_CONFIGURATIONS);
    for (uint32_t i = 0; *known && i < f->after.count; i++) {
        lince_value said = lco_answer_of(&f->answers, f->after.at[i].answers, seat);
        if (said == LINCE_NO_VALUE) continue;
        lince_results results = results_of(f, said);
        lc_alternatives_note(&all, &results);
    }
    x->seats.at[seat] = as_it_was;
    *known = *known && !all.too_many;
    char *words = *known ? lc_alternatives_words(&all) : NULL;
    lc_vec_free(NULL, &all.all);
    return words;
}

static void put_other(lince_text *t, const lco_frontiers *f, const lco_watched *op, uint32_t *named) {
    if (*named == MOST_NAMED) lc_text_puts(t, " and others");
    if ((*named)++ >= MOST_NAMED) return;
    lc_text_puts(t, *named == 1 ? "; also under way: " : ", ");
    lco_watched_print(t, f->watch, op);
}

/* Other operations that may have taken effect before. */
static void put_others(lince_text *t, const lco_frontiers *f, const lco_frontier *x, uint32_t seat) {
    uint32_t named = 0;
    for (uint32_t i = 0; i < x->seats.count; i++)
        if (i != seat && x->seats.at[i].taken) put_other(t, f, &x->seats.at[i].op, &named);
    for (uint32_t k = 0; k < x->crashed.count; k++)
        if (x->crashed.at[k].count) put_other(t, f, &x->crashed.at[k].op, &named);
}

static void put_key(lince_text *t, const lco_frontiers *f, const lco_frontier *x) {
    if (x->key == LINCE_NO_VALUE) return;
    lc_text_puts(t, "key ");
    lc_value_print(t, f->watch->values, x->key);
    lc_text_puts(t, ": ");
}

static void put_reason(lince_text *t, lco_frontiers *f, lco_frontier *x, uint32_t seat) {
    lco_watched op = x->seats.at[seat].op;
    lince_value results = op.results;
    bool known;
    char *instead = find_instead(f, x, seat, &known);
    put_key(t, f, x);
    op.fortune = LCO_IS_OPEN; /* so that it is printed without its result */
    lco_watched_print(t, f->watch, &op);
    lc_text_puts(t, results == LINCE_NOTHING ? " returned" : " returned ");
    if (results != LINCE_NOTHING) lc_payload_print(t, f->watch->values, results);
    lc_text_puts(t, ", but no order of the operations so far allows ");
    if (instead) lc_text_printf(t, "anything but %s", instead);
    else lc_text_puts(t, known ? "it to return at all" : "that");
    free(instead);
    put_others(t, f, x, seat);
}

static void report(lco_frontiers *f, const lco_frontier *x, uint32_t seat, const lince_text *reason) {
    lco_watched_list about = {0};
    uint64_t certain = x->seats.at[seat].op.end; /* when the results of the other operations were known, too */
    for (uint32_t i = 0; i < x->seats.count; i++) {
        const lco_seat *s = &x->seats.at[i];
        if (!s->taken) continue;
        (void)lc_push(NULL, &about, s->op);
        if (s->op.fortune == LCO_HAS_RETURNED && s->op.end > certain) certain = s->op.end;
    }
    f->watch->settled = x->settled;
    for (uint32_t k = 0; k < x->crashed.count; k++) {
        if (x->crashed.at[k].count) (void)lc_push(NULL, &about, x->crashed.at[k].op);
        if (x->crashed.at[k].count > 1) f->watch->settled = UINT64_MAX; /* the rest is not known */
    }
    lco_watched_list enough = {0};
    bool known = lco_base_excerpt(f, x, &enough);
    lco_watch_violated(f->watch, true, certain, lc_text(reason), &about, known ? &enough : NULL);
    lc_vec_free(NULL, &enough);
    lc_vec_free(NULL, &about);
}

void lco_frontier_report(lco_frontiers *f, lco_frontier *x, uint32_t seat) {
    lince_text reason = {0};
    assert(!x->adrift && !f->after.count && x->seats.at[seat].taken);
    put_reason(&reason, f, x, seat);
    report(f, x, seat, &reason);
    lc_text_free(&reason);
}

void lco_frontier_report_failed(lco_frontiers *f, const lco_frontier *x, uint32_t seat) {
    lince_text reason = {0};
    assert(!x->adrift && !x->at.count && x->seats.at[seat].taken);
    put_key(&reason, f, x);
    lco_watched_print(&reason, f->watch, &x->seats.at[seat].op);
    lc_text_puts(&reason, " failed, but no order of the operations so far works without it");
    report(f, x, seat, &reason);
    lc_text_free(&reason);
}
