/* Which bytes belong together, and how to undo changes to them. */
#include <string.h>

#include "target/runtime/order_parts.h"

lct_order_state lct_order LCT_STATE = {0};

enum { GRANULES = LCT_ORDER_GRANULES, CELLS = LCT_ORDER_CELLS };

void lct_order_init(void) {
    lct_order.granules = lct_reserve(GRANULES * sizeof *lct_order.granules);
    lct_order.cells = lct_reserve(CELLS * sizeof *lct_order.cells);
    lct_order.changes = lct_reserve(LCT_ORDER_CHANGES * sizeof *lct_order.changes);
    lct_order.saved = lct_reserve(LCT_ORDER_CLOCKS * sizeof *lct_order.saved);
    lct_order.published = lct_reserve(LCT_ORDER_CLOCKS * sizeof *lct_order.published);
    lct_order.cell_count = 1;
    lct_order.split_first = CELLS;
    lct_order_clear();
}

/* ---- undoing ---- */

/* From the end on: if a signal comes in between, the bytes before seem to be without a cell, and get another one. */
static inline void belong(const lct_cell *cell, uint32_t to) {
    uint32_t *at = &lct_order.granules[cell->granule].at[cell->low % 8];
    for (unsigned i = cell->size; i-- > 0;) *(volatile uint32_t *)&at[i] = to;
}

static inline void undo(const lct_change *c) {
    lct_cell *cell = &lct_order.cells[c->cell];
    lct_thread_clocks *t = &lct_order.threads[c->thread];
    switch ((enum lct_change_kind)c->kind) {
    case LCT_CHANGE_READ: ((int16_t *)&cell->reads)[c->thread] = c->tick; break;
    case LCT_CHANGE_ATOMIC_READ: ((int16_t *)&cell->atomic_reads)[c->thread] = c->tick; break;
    case LCT_CHANGE_ATOMIC_WRITE: ((int16_t *)&cell->atomic_writes)[c->thread] = c->tick; break;
    case LCT_CHANGE_WRITE:
        cell->writer = c->thread;
        cell->written = c->tick;
        break;
    case LCT_CHANGE_HEADS:
        cell->heads = c->heads;
        cell->head[c->thread] = c->head;
        break;
    case LCT_CHANGE_SPLIT:
        cell->size = c->whole;
        cell->kinds |= lct_order.cells[c->second].kinds;
        belong(cell, c->cell);
        lct_order.split_first = c->second + 1;
        break;
    case LCT_CHANGE_NOW: t->now = lct_order.saved[lct_order.saved_count = c->cell]; break;
    case LCT_CHANGE_SEEN: t->seen = lct_order.saved[lct_order.saved_count = c->cell]; break;
    case LCT_CHANGE_FENCE: t->fence = c->head; break;
    case LCT_CHANGE_PUBLISH:
        t->tick = c->tick;
        lct_order.published_count = c->head;
        break;
    }
}

void lct_order_undo(uint32_t mark) {
    while (lct_order.change_count > mark) undo(&lct_order.changes[--lct_order.change_count]);
}

void lct_order_clear(void) {
    lct_order_undo(0);
    assert(lct_order.split_first == CELLS);
    if (lct_order.granule_count > GRANULES / 4 ||
        lct_order.cell_count > CELLS / 2) { /* those of old scenarios pile up */
        memset(lct_order.granules, 0, GRANULES * sizeof *lct_order.granules);
        lct_order.granule_count = 0;
        lct_order.cell_count = 1;
    }
    memset(lct_order.threads, 0, sizeof lct_order.threads);
    lct_order.threads[0] =
        (lct_thread_clocks){.now = lct_clock_with((lct_clock){0}, 0, INT16_MAX), .tick = 1, .fence = -1};
}

/* ---- cells ---- */

static lct_granule *granule_at(uintptr_t address) {
    uintptr_t key = address / 8 + 1;
    uint32_t i = lct_order_place(address);
    for (; lct_order.granules[i].key != key; i = (i + 8) % GRANULES) {
        if (lct_order.granules[i].key) continue;
        if (lct_order.granule_count == GRANULES / 2) lct_stop(LCT_TOO_LONG);
        lct_order.granules[i].key = key;
        lct_order.granule_count++;
        break;
    }
    return &lct_order.granules[i];
}

static uint32_t make(const lct_granule *g, uintptr_t low, uint32_t size) {
    if (lct_order.cell_count == lct_order.split_first) lct_stop(LCT_TOO_LONG);
    uint32_t index = lct_order.cell_count++;
    lct_cell *cell = &lct_order.cells[index];
    cell->reads = cell->atomic_reads = cell->atomic_writes = (lct_clock){0};
    cell->low = low;
    cell->granule = (uint32_t)(g - lct_order.granules);
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
    if (lct_order.cell_count == lct_order.split_first) lct_stop(LCT_TOO_LONG);
    uint32_t other = lct_order.split_first - 1;
    lct_cell *cell = &lct_order.cells[index], *second = &lct_order.cells[other];
    *second = *cell;
    second->low = at;
    second->size = (uint8_t)(cell->low + cell->size - at);
    *lct_order_slot() = (lct_change){.kind = LCT_CHANGE_SPLIT, .cell = index, .second = other, .whole = cell->size};
    lct_order_noted();
    lct_order.split_first--;
    cell->size = (uint8_t)(at - cell->low);
    belong(second, other);
    return other;
}

unsigned lct_order_cells(uintptr_t address, uint32_t size, uint32_t out[8]) {
    lct_granule *g = granule_at(address);
    uint32_t first = g->at[address % 8];
    if (LCT_LIKELY(first && lct_order.cells[first].low == address && lct_order.cells[first].size == size)) {
        out[0] = first;
        return 1;
    }
    unsigned count = 0;
    for (uintptr_t a = address, end = address + size; a < end; a += lct_order.cells[out[count++]].size) {
        uint32_t at = g->at[a % 8];
        if (!at) {
            uint32_t gap = 1;
            while (a + gap < end && !g->at[(a + gap) % 8]) gap++;
            at = make(g, a, gap);
        } else {
            if (lct_order.cells[at].low < a) at = split(at, a);
            if (lct_order.cells[at].low + lct_order.cells[at].size > end) split(at, end);
        }
        out[count] = at;
    }
    return count;
}
