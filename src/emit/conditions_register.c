/* A register.  Each value that is read was written, by the same step at the latest.  At the boundary after step i the
 * register has one value: that of all reads after it whose value is not written after it.  If that is the initial
 * value, nothing was written before.
 *
 * For k = 1 this is sufficient: the value at the boundary, if there is one that is needed, is written last in step 0;
 * all other values are read right after they are written, the initial value before anything is. */
#include "emit/conditions.h"

static bool is_read(const lc_emit_label *x) { return x->argument == LC_NO_CLASS; }

static bool read_class(const lc_emit_labels *l, uint32_t label, uint32_t class) {
    return l->at.at[label].outcome == LC_OUT_VALUE && l->at.at[label].value == class;
}
static bool read_any(const lc_emit_labels *l, uint32_t label, uint32_t unused) {
    (void)unused;
    return l->at.at[label].outcome == LC_OUT_VALUE;
}
static bool read_initial(const lc_emit_labels *l, uint32_t label, uint32_t unused) {
    (void)unused;
    return l->at.at[label].outcome == LC_OUT_SENTINEL;
}
static bool writes_class(const lc_emit_labels *l, uint32_t label, uint32_t class) {
    return !is_read(&l->at.at[label]) && l->at.at[label].argument == class;
}
static bool wrote(const lc_emit_labels *l, uint32_t label, uint32_t unused) {
    (void)unused;
    return !is_read(&l->at.at[label]) && !lc_emit_label_pending(l, label);
}

static lc_count_window after(int step) { return (lc_count_window){step + 1, 1 << 16, step + 1, 1 << 16}; }

static const lc_formula *at_least(lc_making *m, int64_t number, lc_select *select, uint32_t what, lc_count_window w) {
    lc_sum none = {0}, sum = {0};
    lc_sum_add(m, &sum, select, what, w);
    return lc_sum_at_most(m, &none, number, &sum);
}

/* It is read after the boundary only if it is written there: then the boundary does not need it.  One of the writes
 * that could be there may have to be before the boundary, because it was read before. */
static const lc_formula *not_needed(lc_making *m, uint32_t class, int boundary) {
    lc_scope *scope = &m->all->scope;
    lc_count_window later = lc_touching(boundary + 1, 1 << 16), earlier = lc_ended(boundary);
    const lc_formula *free =
        lc_either(m, at_least(m, 1, writes_class, class, earlier), lc_none(m, read_class, class, earlier));
    const lc_formula *ways[] = {
        lc_none(m, read_class, class, after(boundary)), at_least(m, 2, writes_class, class, later),
        lc_and(scope, (const lc_formula *[]){at_least(m, 1, writes_class, class, later), free}, 2)};
    return lc_or(scope, ways, 3);
}

static void require_written(lc_making *m, uint32_t class, int by) {
    lc_require(m, lc_either(m, lc_none(m, read_class, class, lc_ended(by)),
                            lc_not(&m->all->scope, lc_none(m, writes_class, class, lc_begun(by)))));
}

static void require_untouched(lc_making *m, int boundary) {
    const lc_formula *not_read = lc_none(m, read_initial, 0, after(boundary));
    lc_require(m, lc_either(m, not_read, lc_none(m, wrote, 0, lc_ended(boundary))));
    lc_require(m, lc_either(m, not_read, lc_none(m, read_any, 0, lc_ended(boundary))));
    for (uint32_t c = 0; c < m->labels->classes; c++) lc_require(m, lc_either(m, not_read, not_needed(m, c, boundary)));
}

void lc_conditions_register(lc_making *m) {
    lc_condition_begin(m, "what_is_read_was_written");
    for (uint32_t c = 0; c < m->labels->classes; c++)
        for (int i = 0; i <= m->k; i++) require_written(m, c, i);
    lc_condition_end(m);
    lc_condition_begin(m, "it_has_one_value_at_a_time");
    for (int i = 0; i < m->k; i++)
        for (uint32_t c = 0; c < m->labels->classes; c++)
            for (uint32_t d = c + 1; d < m->labels->classes; d++)
                lc_require(m, lc_either(m, not_needed(m, c, i), not_needed(m, d, i)));
    lc_condition_end(m);
    lc_condition_begin(m, "its_initial_value_is_read_before_it_is_written");
    for (int i = 0; i < m->k; i++) require_untouched(m, i);
    lc_condition_end(m);
    m->all->exact = m->k <= 1;
}
