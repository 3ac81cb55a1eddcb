/* Which bytes belong together, and how to undo what happened to them. */
#include <string.h>

#include "target/runtime/order_parts.h"

lc_order_state lc_order LC_STATE = {0};

enum { GRANULES = LC_ORDER_GRANULES, CELLS = LC_ORDER_CELLS };

void lc_order_init(void) {
    lc_order.granules = lc_reserve(GRANULES * sizeof *lc_order.granules);
    lc_order.cells = lc_reserve(CELLS * sizeof *lc_order.cells);
    lc_order.changes = lc_reserve(LC_ORDER_CHANGES * sizeof *lc_order.changes);
    lc_order.saved = lc_reserve(LC_ORDER_CLOCKS * sizeof *lc_order.saved);
    lc_order.published = lc_reserve(LC_ORDER_CLOCKS * sizeof *lc_order.published);
    lc_order.cell_count = 1;
    lc_order.split_first = CELLS;
    lc_order_clear();
}

/* ---- undoing ---- */

/* From the end on: if a signal comes in between, the bytes before seem to be without a cell, and get another one. */
static inline void belong(const lc_cell *cell, uint32_t to) {
    uint32_t *at = &lc_order.granules[cell->granule].at[cell->low % 8];
    for (unsigned i = cell->size; i-- > 0;) *(volatile uint32_t *)&at[i] = to;
}

static inline void undo(const lc_change *c) {
    lc_cell *cell = &lc_order.cells[c->cell];
    lc_knowledge *t = &lc_order.threads[c->thread];
    switch ((enum lc_change_kind)c->kind) {
    case LC_CHANGE_READ: ((int16_t *)&cell->reads)[c->thread] = c->tick; break;
    case LC_CHANGE_ATOMIC_READ: ((int16_t *)&cell->atomic_reads)[c->thread] = c->tick; break;
    case LC_CHANGE_ATOMIC_WRITE: ((int16_t *)&cell->atomic_writes)[c->thread] = c->tick; break;
    case LC_CHANGE_WRITE:
        cell->writer = c->thread;
        cell->written = c->tick;
        break;
    case LC_CHANGE_HEADS:
        cell->heads = c->heads;
        cell->head[c->thread] = c->head;
        break;
    case LC_CHANGE_SPLIT:
        cell->size = c->whole;
        cell->kinds |= lc_order.cells[c->second].kinds;
        belong(cell, c->cell);
        lc_order.split_first = c->second + 1;
        break;
    case LC_CHANGE_NOW: t->now = lc_order.saved[lc_order.saved_count = c->cell]; break;
    case LC_CHANGE_SEEN: t->seen = lc_order.saved[lc_order.saved_count = c->cell]; break;
    case LC_CHANGE_FENCE: t->fence = c->head; break;
    case LC_CHANGE_PUBLISH:
        t->tick = c->tick;
        lc_order.published_count = c->head;
        break;
    }
}

void lc_order_undo(uint32_t mark) {
    while (lc_order.change_count > mark) undo(&lc_order.changes[--lc_order.change_count]);
}

void lc_order_clear(void) {
    lc_order_undo(0);
    assert(lc_order.split_first == CELLS);
    if (lc_order.granule_count > GRANULES / 4 || lc_order.cell_count > CELLS / 2) { /* those of old scenarios pile up */
        memset(lc_order.granules, 0, GRANULES * sizeof *lc_order.granules);
        lc_order.granule_count = 0;
        lc_order.cell_count = 1;
    }
    memset(lc_order.threads, 0, sizeof lc_order.threads);
    lc_order.threads[0] = (lc_knowledge){.now = lc_clock_with((lc_clock){0}, 0, INT16_MAX), .tick = 1, .fence = -1};
}

/* ---- cells ---- */

static lc_granule *granule_at(uintptr_t address) {
    uintptr_t key = address / 8 + 1;
    uint32_t i = lc_order_place(address);
    for (; lc_order.granules[i].key != key; i = (i + 8) % GRANULES) {
        if (lc_order.granules[i].key) continue;
        if (lc_order.granule_count == GRANULES / 2) lc_stop(LC_TOO_LONG);
        lc_order.granules[i].key = key;
        lc_order.granule_count++;
        break;
    }
    return &lc_order.granules[i];
}

static uint32_t make(const lc_granule *g, uintptr_t low, uint32_t size) {
    if (lc_order.cell_count == lc_order.split_first) lc_stop(LC_TOO_LONG);
    uint32_t index = lc_order.cell_count++;
    lc_cell *cell = &lc_order.cells[index];
    cell->reads = cell->atomic_reads = cell->atomic_writes = (lc_clock){0};
    cell->low = low;
    cell->granule = (uint32_t)(g - lc_order.granules);
    cell->size = (uint8_t)size;
    cell->kinds = 0;
    cell->writer = 0;
    cell->written = 0;
    cell->heads = 0;
    belong(cell, index);
    return index;
}

/* From `at` on it is another cell, which is returned. */
static uint32_t split(uint32_t index, uintptr_t at) {
    if (lc_order.cell_count == lc_order.split_first) lc_stop(LC_TOO_LONG);
    uint32_t other = lc_order.split_first - 1;
    lc_cell *cell = &lc_order.cells[index], *second = &lc_order.cells[other];
    *second = *cell;
    second->low = at;
    second->size = (uint8_t)(cell->low + cell->size - at);
    lc_order_note(&(lc_change){.kind = LC_CHANGE_SPLIT, .cell = index, .second = other, .whole = cell->size});
    lc_order.split_first--;
    cell->size = (uint8_t)(at - cell->low);
    belong(second, other);
    return other;
}

unsigned lc_order_cells(uintptr_t address, uint32_t size, uint32_t out[8]) {
    lc_granule *g = granule_at(address);
    uint32_t first = g->at[address % 8];
    if (LC_LIKELY(first && lc_order.cells[first].low == address && lc_order.cells[first].size == size)) {
        out[0] = first;
        return 1;
    }
    unsigned count = 0;
    for (uintptr_t a = address, end = address + size; a < end; a += lc_order.cells[out[count++]].size) {
        uint32_t at = g->at[a % 8];
        if (!at) {
            uint32_t gap = 1;
            while (a + gap < end && !g->at[(a + gap) % 8]) gap++;
            at = make(g, a, gap);
        } else {
            if (lc_order.cells[at].low < a) at = split(at, a);
            if (lc_order.cells[at].low + lc_order.cells[at].size > end) split(at, end);
        }
        out[count] = at;
    }
    return count;
}
