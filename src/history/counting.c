/* A counter is found by label, first step and last step.  Steps are coded so that most counters need not be touched
 * when time goes on: the recent ones, length - k + 1 to length, are taken modulo k; all before are one, OLD; an
 * operation that has not returned ends in OPEN.  When a step becomes old, the counters that begin or end in it, and
 * only these, move to where OLD stands in its place, and its code is free for the next step. */
#include "history/counting.h"

#include <assert.h>

static uint32_t old_code(const lc_counting *c) { return c->k; }
static uint32_t open_code(const lc_counting *c) { return c->k + 1; }

static uint64_t oldest(const lc_counting *c) { return c->length > c->k ? c->length - c->k : 0; }

/* Step 0 is the same as OLD from the beginning: nothing is before an operation that begins in it. */
static uint32_t code_of(const lc_counting *c, uint64_t step) {
    return step <= oldest(c) ? old_code(c) : (uint32_t)(step % c->k);
}

static uint64_t key_of(uint32_t label, uint32_t from, uint32_t to) {
    return (uint64_t)label << 32 | (uint64_t)from << 16 | to;
}
static uint32_t label_in(uint64_t key) { return (uint32_t)(key >> 32); }
static uint32_t from_in(uint64_t key) { return (uint32_t)(key >> 16) & 0xffff; }
static uint32_t to_in(uint64_t key) { return (uint32_t)key & 0xffff; }

bool lc_counting_init(lc_counting *c, uint32_t k, lc_budget *budget) {
    assert(k <= LC_MOST_LENGTH);
    *c = (lc_counting){.budget = budget, .k = k};
    lc_map64_init(&c->index, budget);
    c->recent = lc_allocate(budget, (k + (size_t)1) * sizeof *c->recent);
    for (uint32_t i = 0; c->recent && i <= k; i++) c->recent[i] = (lc_cell_list){0};
    return c->recent;
}

void lc_counting_free(lc_counting *c) {
    for (uint32_t i = 0; c->recent && i <= c->k; i++) lc_vec_free(c->budget, &c->recent[i]);
    if (c->recent) lc_release(c->budget, c->recent, (c->k + (size_t)1) * sizeof *c->recent);
    c->recent = NULL;
    lc_map64_free(&c->index);
    lc_vec_free(c->budget, &c->cells);
    lc_vec_free(c->budget, &c->open);
}

static void note_recent(lc_counting *c, uint32_t code, uint32_t cell) {
    if (code < c->k) (void)lc_push(c->budget, &c->recent[code], cell);
}

/* Where memory runs out the counters are no longer true; the budget is marked. */
static void add(lc_counting *c, uint64_t key, uint64_t count) {
    uint32_t cell = lc_map64_get(&c->index, key);
    if (cell == LC_NOT_MAPPED) {
        cell = c->cells.count;
        if (!lc_push(c->budget, &c->cells, (lc_counter_cell){.key = key})) return;
        lc_map64_put(&c->index, key, cell);
    }
    if (!c->cells.at[cell].listed) {
        c->cells.at[cell].listed = true;
        note_recent(c, from_in(key), cell);
        if (to_in(key) != from_in(key)) note_recent(c, to_in(key), cell);
    }
    c->cells.at[cell].count += count;
}

static void take_away(lc_counting *c, uint64_t key) {
    uint32_t cell = lc_map64_get(&c->index, key);
    if (cell == LC_NOT_MAPPED) {
        assert(lc_exhausted(c->budget));
        return;
    }
    assert(c->cells.at[cell].count > 0 || lc_exhausted(c->budget));
    if (c->cells.at[cell].count) c->cells.at[cell].count--;
}

/* Lemma 6.8: operations that begin or end in this step do so in the step before.  A cell that ends in a later step
 * stays listed there, though it is empty from now on: it is not needed again before that step is old as well, because
 * operations that begin in a step that takes over the code end later. */
static void make_old(lc_counting *c, uint32_t code) {
    lc_cell_list *list = &c->recent[code];
    for (uint32_t i = 0; i < list->count; i++) {
        lc_counter_cell moved = c->cells.at[list->at[i]];
        uint32_t from = from_in(moved.key), to = to_in(moved.key);
        c->cells.at[list->at[i]].listed = false;
        if (!moved.count) continue;
        c->cells.at[list->at[i]].count = 0;
        c->moves++;
        assert(from == code || to == code);
        add(c, key_of(label_in(moved.key), from == code ? old_code(c) : from, to == code ? old_code(c) : to),
            moved.count);
    }
    list->count = 0;
}

static void begin_step(lc_counting *c) {
    c->length++;
    if (c->k && c->length > c->k) make_old(c, (uint32_t)(c->length % c->k)); /* that of step length - k */
}

void lc_counting_call(lc_counting *c, uint32_t slot, uint32_t pending_label) {
    assert(pending_label < 1u << 31);
    if (c->returned) begin_step(c);
    c->returned = false;
    while (c->open.count <= slot)
        if (!lc_push(c->budget, &c->open, (lc_open_call){0})) return;
    c->open.at[slot] = (lc_open_call){pending_label, c->length};
    add(c, key_of(pending_label, code_of(c, c->length), open_code(c)), 1);
}

static void close_call(lc_counting *c, uint32_t slot) {
    if (slot >= c->open.count) {
        assert(lc_exhausted(c->budget));
        return;
    }
    take_away(c, key_of(c->open.at[slot].label, code_of(c, c->open.at[slot].step), open_code(c)));
}

void lc_counting_return(lc_counting *c, uint32_t slot, uint32_t label) {
    assert(label < 1u << 31);
    close_call(c, slot);
    if (slot < c->open.count) add(c, key_of(label, code_of(c, c->open.at[slot].step), code_of(c, c->length)), 1);
    c->returned = true;
}

void lc_counting_crash(lc_counting *c, uint32_t slot) { (void)c, (void)slot; } /* it stays as it is */

void lc_counting_fail(lc_counting *c, uint32_t slot) { close_call(c, slot); }

uint32_t lc_counting_length(const lc_counting *c) { return c->length < c->k ? (uint32_t)c->length : c->k; }

/* From a step of A_k to its code, and back. */
static uint32_t code_at(const lc_counting *c, uint32_t step) {
    return step ? code_of(c, oldest(c) + step) : old_code(c);
}

static uint32_t step_at(const lc_counting *c, uint32_t code) {
    if (code == old_code(c)) return 0;
    if (code == open_code(c)) return lc_counting_length(c);
    uint64_t first = oldest(c) + 1; /* its code is first % k, the next one has the next code */
    return 1 + (uint32_t)((code + c->k - first % c->k) % c->k);
}

uint64_t lc_counting_get(const lc_counting *c, uint32_t label, uint32_t from, uint32_t to, bool pending) {
    uint32_t length = lc_counting_length(c);
    if (from > to || to > length || (pending && to != length)) return 0;
    uint32_t cell = lc_map64_get(&c->index, key_of(label, code_at(c, from), pending ? open_code(c) : code_at(c, to)));
    return cell == LC_NOT_MAPPED ? 0 : c->cells.at[cell].count;
}

bool lc_counting_list(const lc_counting *c, lc_counts *out) {
    out->count = 0;
    for (uint32_t i = 0; i < c->cells.count; i++) {
        const lc_counter_cell *cell = &c->cells.at[i];
        if (!cell->count) continue;
        if (!lc_push(c->budget, out,
                     (lc_count){label_in(cell->key), step_at(c, from_in(cell->key)), step_at(c, to_in(cell->key)),
                                cell->count}))
            return false;
    }
    lc_counts_sort(out);
    return true;
}
