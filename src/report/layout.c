#include "report/layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "report/operation.h"
#include "report/words.h"

/* Columns between events in sequence.  An end that comes before a call leaves a blank column between the bars, a call
 * that comes before an end shares two: the order is visible at a glance.  Calls in a row line up, and so do ends. */
enum { FROM_END_TO_CALL = 2, FROM_CALL_TO_END = 1 };

/* Bars without end that are repeated in the next system.  Thousands of crashed clients would fill every system with
 * nothing else, and an open end shows all there is to show. */
enum { ENDLESS_MOST = 8 };

static const lc_op *op_of(const lcr_layout *l, uint32_t shown) {
    assert(shown < l->drawing->count);
    return &l->history->ops.at[l->drawing->ops[shown].op];
}

bool lcr_layout_endless(const lcr_layout *l, uint32_t shown) {
    return l->drawing->ops[shown].open || op_of(l, shown)->end == LC_NEVER;
}

void lcr_layout_label(const lcr_layout *l, lince_text *out, uint32_t shown) {
    unsigned flags = (l->name_objects ? LCR_OP_OBJECT : 0) | (lcr_layout_endless(l, shown) ? 0 : LCR_OP_RESULT);
    lcr_put_operation(out, l->style, l->history, l->drawing->ops[shown].op, flags, l->label_most);
}

static int compare_moments(const void *a, const void *b) {
    const lcr_moment *m = a, *n = b;
    return LC_ORDER(m->position, n->position);
}

static bool collect_moments(lcr_layout *l) {
    for (uint32_t i = 0; i < l->drawing->count; i++) {
        const lc_op *op = op_of(l, i);
        assert(!i || l->drawing->ops[i - 1].op < l->drawing->ops[i].op);
        if (!lc_push(NULL, &l->moments, (lcr_moment){op->call, i, true})) return false;
        if (lcr_layout_endless(l, i)) continue;
        if (!lc_push(NULL, &l->moments, (lcr_moment){op->end, i, false})) return false;
    }
    if (l->moments.count) qsort(l->moments.at, l->moments.count, sizeof *l->moments.at, compare_moments);
    return true;
}

static bool several_objects(const lcr_layout *l) {
    for (uint32_t i = 1; i < l->drawing->count; i++) {
        lc_span first = lc_object_name(l->history, op_of(l, 0)), other = lc_object_name(l->history, op_of(l, i));
        if (first.length != other.length || memcmp(first.at, other.at, first.length) != 0) return true;
    }
    return false;
}

static void measure_labels(lcr_layout *l) {
    lince_text label = {0};
    for (uint32_t i = 0; i < l->drawing->count; i++) {
        lc_text_clear(&label);
        lcr_layout_label(l, &label, i);
        l->width_of[i] = (uint16_t)(lcr_columns(lc_text(&label)) + LCR_BAR_MARGIN);
        assert(l->width_of[i] <= l->columns);
    }
    lc_text_free(&label);
}

void lcr_layout_init(lcr_layout *l, const lince_history *h, const lcr_drawing *drawing, const lcr_style *style,
                     uint32_t columns, uint32_t label_most) {
    assert(columns >= 20);
    *l = (lcr_layout){.history = h, .drawing = drawing, .style = style, .columns = columns, .label_most = label_most};
    if (l->label_most > columns - LCR_BAR_MARGIN) l->label_most = columns - LCR_BAR_MARGIN;
    if (l->label_most > UINT16_MAX - LCR_BAR_MARGIN) l->label_most = UINT16_MAX - LCR_BAR_MARGIN;
    l->name_objects = several_objects(l);
    size_t count = drawing->count ? drawing->count : 1;
    l->row_of = calloc(count, sizeof *l->row_of);
    l->bar_of = calloc(count, sizeof *l->bar_of);
    l->width_of = calloc(count, sizeof *l->width_of);
    l->failed = !l->row_of || !l->bar_of || !l->width_of || !collect_moments(l) || !lcr_layout_rows(l);
    if (l->failed) return;
    l->row_free = calloc(l->rows.count + 1, sizeof *l->row_free);
    l->row_open = calloc(l->rows.count + 1, sizeof *l->row_open);
    l->failed = !l->row_free || !l->row_open;
    if (!l->failed) measure_labels(l);
}

void lcr_layout_free(lcr_layout *l) {
    lc_vec_free(NULL, &l->rows);
    lc_vec_free(NULL, &l->moments);
    lc_vec_free(NULL, &l->open);
    free(l->row_of);
    free(l->bar_of);
    free(l->width_of);
    free(l->row_free);
    free(l->row_open);
}

void lcr_system_free(lcr_system *s) { lc_vec_free(NULL, &s->bars); }

/* Filling a system with as many events as it can take. */
typedef struct filling {
    lcr_layout *layout;
    lcr_system *system;
    uint32_t column; /* of the last event */
    bool after_call, after_end;
    uint32_t unfinished; /* bars whose end is still to come */
} filling;

static void add_bar(filling *f, uint32_t shown, uint32_t from, bool torn) {
    lcr_layout *l = f->layout;
    uint32_t row = l->row_of[shown];
    lcr_bar bar = {.shown = shown, .row = row, .from = from, .torn_left = torn};
    if (!lc_push(NULL, &f->system->bars, bar)) {
        l->failed = true;
        return;
    }
    l->bar_of[shown] = f->system->bars.count - 1;
    if (lcr_layout_endless(l, shown)) {
        l->row_open[row] = f->system->bars.count;
        l->row_free[row] = from + l->width_of[shown] + 1;
    } else {
        f->unfinished++;
    }
}

/* Each places an event; false: it does not fit. */

static bool place_call(filling *f, uint32_t shown) {
    lcr_layout *l = f->layout;
    uint32_t row = l->row_of[shown], at = f->column + (f->after_end ? FROM_END_TO_CALL : 0);
    if (at < l->row_free[row]) at = l->row_free[row];
    if (at + l->width_of[shown] > l->columns) return false;
    if (l->row_open[row]) {
        lcr_bar *before = &f->system->bars.at[l->row_open[row] - 1];
        before->to = at - 2;
        before->ended = true;
        l->row_open[row] = 0;
    }
    add_bar(f, shown, at, false);
    f->column = at;
    f->after_call = true, f->after_end = false;
    return true;
}

static bool place_end(filling *f, uint32_t shown) {
    lcr_layout *l = f->layout;
    lcr_bar *bar = &f->system->bars.at[l->bar_of[shown]];
    assert(bar->shown == shown && !bar->ended);
    uint32_t at = f->column + (f->after_call ? FROM_CALL_TO_END : 0), least = bar->from + l->width_of[shown] - 1;
    if (at < least) at = least;
    if (at >= l->columns) return false;
    bar->to = at;
    bar->ended = true;
    l->row_free[bar->row] = at + 2;
    f->column = at;
    f->after_call = false, f->after_end = true;
    f->unfinished--;
    return true;
}

static void start_system(filling *f) {
    lcr_layout *l = f->layout;
    for (uint32_t i = 0; i < f->system->bars.count; i++) {
        uint32_t row = f->system->bars.at[i].row;
        l->row_free[row] = l->row_open[row] = 0;
    }
    f->system->bars.count = 0;
    *f = (filling){.layout = l, .system = f->system};
    for (uint32_t i = 0; i < l->open.count && !l->failed; i++) add_bar(f, l->open.at[i], 0, true);
}

/* Places the events from `next` until one does not fit or `stop` is reached, and returns the place it reached.  `best`
 * is the best place to stop short of that: where the fewest bars would be torn, in the last part of the system. */
static uint32_t fill(filling *f, uint32_t stop, uint32_t *best) {
    lcr_layout *l = f->layout;
    uint32_t fewest = UINT32_MAX, worth_it = l->columns - l->columns / 3;
    start_system(f);
    uint32_t i = l->next;
    *best = stop;
    for (; i < stop && !l->failed; i++) {
        const lcr_moment *m = &l->moments.at[i];
        if (i > l->next && f->column >= worth_it && f->unfinished <= fewest) {
            fewest = f->unfinished;
            *best = i;
        }
        if (!(m->call ? place_call(f, m->shown) : place_end(f, m->shown))) break;
    }
    if (fewest == UINT32_MAX) *best = i;
    return i;
}

static int compare_bars(const void *a, const void *b) {
    const lcr_bar *p = a, *q = b;
    if (p->row != q->row) return p->row < q->row ? -1 : 1;
    return LC_ORDER(p->from, q->from);
}

/* Draws the unfinished bars up to the edge and notes which go on. */
static void finish_system(lcr_layout *l, lcr_system *s, uint32_t stop) {
    bool last = stop == l->moments.count;
    uint32_t used = 0, unfinished = 0, repeated = 0;
    for (uint32_t i = 0; i < s->bars.count; i++) {
        const lcr_bar *bar = &s->bars.at[i];
        uint32_t edge = bar->ended ? bar->to + 1 : bar->from + l->width_of[bar->shown];
        if (edge > used) used = edge;
        unfinished += !bar->ended;
    }
    if (unfinished && used < l->columns) used++;
    s->columns = used;
    /* A bar without end whose row the next event takes is over: it has no place in the next system. */
    const lcr_moment *next = last ? NULL : &l->moments.at[stop];
    uint32_t taken = next && next->call ? l->row_of[next->shown] : UINT32_MAX;
    l->open.count = 0;
    for (uint32_t i = 0; i < s->bars.count; i++) {
        lcr_bar *bar = &s->bars.at[i];
        if (bar->ended) continue;
        bar->to = used - 1;
        bool endless = lcr_layout_endless(l, bar->shown);
        bar->torn_right = !last && !(endless && (bar->row == taken || ++repeated > ENDLESS_MOST));
        if (bar->torn_right && !lc_push(NULL, &l->open, bar->shown)) l->failed = true;
    }
    for (uint32_t i = 0; i < s->bars.count; i++) l->row_free[s->bars.at[i].row] = l->row_open[s->bars.at[i].row] = 0;
    if (s->bars.count) qsort(s->bars.at, s->bars.count, sizeof *s->bars.at, compare_bars);
}

static uint32_t line_of(const lcr_layout *l, const lcr_moment *m) {
    return m->call ? op_of(l, m->shown)->call_line : op_of(l, m->shown)->end_line;
}

bool lcr_layout_next(lcr_layout *l, lcr_system *s) {
    s->bars.count = 0;
    if (l->failed || l->next == l->moments.count) return false;
    filling f = {.layout = l, .system = s};
    uint32_t best, stop = fill(&f, l->moments.count, &best);
    if (stop < l->moments.count && best < stop) stop = fill(&f, best, &best);
    if (l->failed) return false;
    assert(stop > l->next);
    finish_system(l, s, stop);
    s->first_line = line_of(l, &l->moments.at[l->next]);
    s->last_line = line_of(l, &l->moments.at[stop - 1]);
    l->next = stop;
    return !l->failed;
}

void lcr_show_all(lcr_shown_list *list, const lince_history *h) {
    list->count = 0;
    if (!h->ops.count || !lc_reserve(NULL, list, h->ops.count)) return;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        bool failed = lc_op_outcome(h, &h->ops.at[i]) == LC_FAIL;
        list->at[list->count++] = (lcr_shown){.op = i, .mark = failed ? LCR_MARK_DIM : LCR_MARK_NORMAL};
    }
}
