/* Data races: accesses that the order of synchronization leaves unordered. */
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/annotations.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/stack.h"

lct_race_side lct_race[2] LCT_STATE = {0};

static bool writes(lct_touch touch) { return touch != LCT_TOUCH_READ && touch != LCT_TOUCH_LOAD; }
static bool is_atomic(lct_touch touch) { return touch == LCT_TOUCH_LOAD || touch == LCT_TOUCH_STORE; }

/* ---- stacks, in an execution that is replayed ---- */

enum { STACKS = 1 << 15 };
typedef struct stack {
    uint32_t change;
    uint32_t count;
    uint64_t trace_length;
    uintptr_t frames[LCT_RACE_FRAMES];
} stack;
static struct {
    stack *at;
    uint32_t count;
} stacks LCT_STATE = {0};

/* Of the access that the next change is about. */
__attribute__((noinline)) static void keep_stack(uintptr_t pc) {
    if (!stacks.at) stacks.at = lct_reserve(STACKS * sizeof *stacks.at);
    if (stacks.count == STACKS) return; /* the first ones stay, and the rest is reported without */
    stack *s = &stacks.at[stacks.count++];
    s->change = lct_order.change_count;
    s->trace_length = lct_explorer.trace_length();
    s->count = (uint32_t)lct_call_chain(pc, s->frames, LCT_RACE_FRAMES);
}

static const stack *stack_of(uint32_t change) {
    for (uint32_t i = stacks.count; i-- > 0;)
        if (stacks.at[i].change == change) return &stacks.at[i];
    return NULL;
}

/* ---- reports ---- */

/* The change that was the last access of this kind, by this thread if it is kept per thread.  The cell may have been
 * part of another one then. */
static uint32_t find_change(uint32_t cell, unsigned kind, unsigned thread) {
    for (uint32_t i = lct_order.change_count; i-- > 0;) {
        const lct_change *c = &lct_order.changes[i];
        if (c->kind == LCT_CHANGE_SPLIT && c->second == cell) cell = c->cell;
        else if (c->kind == kind && c->cell == cell && (kind == LCT_CHANGE_WRITE || c->thread == thread)) return i;
    }
    assert(!"an access that was never noted");
    return 0;
}

static void put_first(uint32_t change, unsigned thread) {
    const lct_change *c = &lct_order.changes[change];
    lct_race[0] = (lct_race_side){.thread = (uint8_t)thread,
                                  .touch = c->by.touch,
                                  .modifies = c->by.modifies,
                                  .address = c->by.address,
                                  .pc = c->by.pc,
                                  .size = c->by.size};
    const stack *s = lct_m.tracing ? stack_of(change) : NULL;
    if (!s) return;
    lct_race[0].trace_length = s->trace_length;
    lct_race[0].frame_count = s->count;
    memcpy(lct_race[0].frames, s->frames, sizeof s->frames);
}

/* Races that were reported before, by the places of both accesses: an execution goes on after them. */
enum { REPORTED = 256 };
static struct {
    unsigned count;
    uintptr_t pcs[REPORTED][2];
} reported LCT_STATE = {0};

static bool was_reported(void) {
    uintptr_t low = lct_race[0].pc, high = lct_race[1].pc;
    if (low > high) low = lct_race[1].pc, high = lct_race[0].pc;
    for (unsigned i = 0; i < reported.count; i++)
        if (reported.pcs[i][0] == low && reported.pcs[i][1] == high) return true;
    if (reported.count == REPORTED) return true;
    reported.pcs[reported.count][0] = low;
    reported.pcs[reported.count++][1] = high;
    return false;
}

static uintptr_t wanted[2] LCT_STATE = {0};

void lct_race_wanted(uintptr_t pc, uintptr_t other) {
    wanted[0] = pc;
    wanted[1] = other;
}

static bool is_wanted(void) {
    uintptr_t a = lct_race[0].pc, b = lct_race[1].pc;
    return !wanted[0] || (a == wanted[0] && b == wanted[1]) || (a == wanted[1] && b == wanted[0]);
}

static const char *verb(const lct_race_side *side, bool past) {
    static const char *const now[] = {"reads", "writes", "frees", "allocates", "loads", "stores"};
    static const char *const then[] = {"read", "wrote", "freed", "allocated", "loaded", "stored"};
    if (side->modifies) return past ? "modified" : "modifies";
    return past ? then[side->touch] : now[side->touch];
}

static const char *how(const lct_race_side *side) { return is_atomic(side->touch) ? " as an atomic" : ""; }

/* A block is allocated or freed. */
static bool is_of_block(const lct_change *access) {
    return access->by.touch == LCT_TOUCH_FREE || access->by.touch == LCT_TOUCH_ALLOCATE;
}

/* Under a weak memory model accesses that race without a failure are steps.  The tree is started again. */
static void promote(const lct_change *access) {
    if (!is_atomic((lct_touch)access->by.touch) && !is_of_block(access)) lct_explorer.promote(access->by.pc);
}

/* Races with the last access of this kind to the cell. */
__attribute__((noinline)) static void found(uint32_t cell, unsigned kind, unsigned thread, const lct_change *now) {
    if (!lct_m.races && !lct_m.weak) return;
    uint32_t change = find_change(cell, kind, thread);
    const lct_change *then = &lct_order.changes[change];
    bool plain = !is_of_block(then) && !is_of_block(now);
    if (!lct_m.races || (plain && (then->by.assembly || now->by.assembly))) {
        promote(then);
        promote(now);
        return;
    }
    /* Accesses before the last plain write were judged when that came. */
    if (kind != LCT_CHANGE_WRITE && lct_order.cells[cell].written && find_change(cell, LCT_CHANGE_WRITE, 0) > change)
        return;
    put_first(change, thread);
    lct_race_side *second = &lct_race[1];
    *second = (lct_race_side){.thread = lct_m.current,
                              .touch = now->by.touch,
                              .modifies = now->by.modifies,
                              .address = now->by.address,
                              .pc = now->by.pc,
                              .size = now->by.size};
    if (!is_wanted() || (lct_m.races_all && was_reported())) return;
    if (lct_m.tracing) {
        second->trace_length = lct_explorer.trace_length();
        second->frame_count = (uint32_t)lct_call_chain(second->pc, second->frames, LCT_RACE_FRAMES);
    }
    const lct_race_side *first = &lct_race[0];
    uintptr_t address = first->address > second->address ? first->address : second->address;
    lct_machine_fail(LCT_FAILS_RACE, second->pc, address, "data race: %s %s%s what %s %s%s, and nothing orders the two",
                     lct_thread_name(second->thread), verb(second, false), how(second), lct_thread_name(first->thread),
                     verb(first, true), how(first));
}

static unsigned ahead(const lct_clock *a, const lct_clock *b) {
    unsigned t = 0;
    while (lct_clock_at(a, t) <= lct_clock_at(b, t)) t++;
    return t;
}

static inline void check(uint32_t index, unsigned kind, const lct_clock *last, const lct_clock *known,
                         const lct_change *now) {
    if (!LCT_LIKELY(lct_clock_within(last, known))) found(index, kind, ahead(last, known), now);
}

/* ---- accesses ---- */

/* An access that may change cells stands where the log goes on. */
static inline lct_change *begin(lct_touch touch, uintptr_t address, uint64_t size, uintptr_t pc) {
    lct_change *now = lct_order_slot();
    now->by.address = address;
    now->by.pc = pc;
    now->by.size = (uint32_t)size;
    now->by.touch = (uint8_t)touch;
    now->by.modifies = now->by.assembly = false;
    return now;
}

/* The same access, to the next cell. */
static inline lct_change *again(const lct_change *now) {
    lct_change *next = lct_order_slot();
    if (next != now) next->by = now->by;
    return next;
}

static inline void check_write(uint32_t index, const lct_cell *cell, const lct_clock *known, const lct_change *now) {
    if (!LCT_LIKELY(cell->written <= lct_clock_at(known, cell->writer)))
        found(index, LCT_CHANGE_WRITE, cell->writer, now);
}

static inline void note_at(lct_clock *last, unsigned kind, uint32_t index, lct_change *now, int16_t tick) {
    int16_t *mine = &((int16_t *)last)[lct_m.current];
    if (*mine == tick) return;
    now->kind = (uint8_t)kind;
    now->cell = index;
    now->thread = lct_m.current;
    now->tick = *mine;
    if (lct_m.tracing) keep_stack(now->by.pc);
    lct_order_noted();
    *mine = tick;
}

static inline void read_cell(uint32_t index, lct_change *now, const lct_clock *known, int16_t tick) {
    lct_cell *cell = &lct_order.cells[index];
    /* A thread that has done the same at the same tick, or more, has not let any other thread act since. */
    if (lct_clock_at(&cell->reads, lct_m.current) == tick) return;
    if (cell->writer == lct_m.current && cell->written == tick) return;
    check_write(index, cell, known, now);
    check(index, LCT_CHANGE_ATOMIC_WRITE, &cell->atomic_writes, known, now);
    note_at(&cell->reads, LCT_CHANGE_READ, index, now, tick);
}

static inline void write_cell(uint32_t index, lct_change *now, const lct_clock *known, int16_t tick) {
    lct_cell *cell = &lct_order.cells[index];
    if (cell->writer == lct_m.current && cell->written == tick) return;
    check_write(index, cell, known, now);
    check(index, LCT_CHANGE_READ, &cell->reads, known, now);
    check(index, LCT_CHANGE_ATOMIC_WRITE, &cell->atomic_writes, known, now);
    check(index, LCT_CHANGE_ATOMIC_READ, &cell->atomic_reads, known, now);
    now->kind = LCT_CHANGE_WRITE;
    now->cell = index;
    now->thread = cell->writer;
    now->tick = cell->written;
    if (lct_m.tracing) keep_stack(now->by.pc);
    lct_order_noted();
    cell->writer = lct_m.current;
    cell->written = tick;
}

/* For bytes that are only ever accessed as atomics the time of access is not needed: see order_save.c. */
static inline void is_plain(lct_cell *cell) {
    if (LCT_LIKELY(cell->kinds & LCT_PLAIN)) return;
    lct_order.mixed |= cell->kinds != 0;
    cell->kinds |= LCT_PLAIN;
}

static inline void access_cell(lct_touch touch, uint32_t index, lct_change *now) {
    is_plain(&lct_order.cells[index]);
    const lct_clock *known = &lct_order.threads[lct_m.current].now;
    int16_t tick = lct_order.threads[lct_m.current].tick;
    if (writes(touch)) write_cell(index, now, known, tick);
    else read_cell(index, now, known, tick);
}

void lct_race_access(lct_touch touch, uintptr_t address, uint64_t size, uintptr_t pc) {
    assert(lct_order_matters());
    if (lct_annotated && lct_race_is_ignored(writes(touch), address, size)) return;
    if (is_atomic(touch) && size <= LCT_ORDER_MOST) {
        lct_order_atomic(writes(touch) ? LCT_ATOMIC_STORE : LCT_ATOMIC_LOAD, address, (uint32_t)size, __ATOMIC_RELAXED,
                         pc);
        return;
    }
    lct_change *now = begin(touch, address, size, pc);
    uint32_t one = lct_order_cell(address, size);
    if (LCT_LIKELY(one)) {
        access_cell(touch, one, now);
        return;
    }
    while (size) {
        uint32_t piece = lct_order_piece(address, size), at[8];
        unsigned count = lct_order_cells(address, piece, at);
        for (unsigned i = 0; i < count; i++) {
            now = again(now);
            access_cell(touch, at[i], now);
        }
        address += piece;
        size -= piece;
    }
}

void lct_race_atomic(lct_atomic what, const uint32_t *cells, unsigned count, uintptr_t address, uint32_t size,
                     bool assembly, uintptr_t pc) {
    if (lct_annotated && lct_race_is_ignored(what != LCT_ATOMIC_LOAD, address, size)) return;
    lct_change *now = begin(what == LCT_ATOMIC_LOAD ? LCT_TOUCH_LOAD : LCT_TOUCH_STORE, address, size, pc);
    now->by.modifies = what == LCT_ATOMIC_RMW;
    now->by.assembly = assembly;
    const lct_clock *known = &lct_order.threads[lct_m.current].now;
    int16_t tick = lct_order.threads[lct_m.current].tick;
    for (unsigned i = 0; i < count; i++) {
        lct_cell *cell = &lct_order.cells[cells[i]];
        cell->kinds |= LCT_ATOMIC;
        now = again(now);
        check_write(cells[i], cell, known, now);
        if (what == LCT_ATOMIC_LOAD) {
            note_at(&cell->atomic_reads, LCT_CHANGE_ATOMIC_READ, cells[i], now, tick);
        } else {
            check(cells[i], LCT_CHANGE_READ, &cell->reads, known, now);
            note_at(&cell->atomic_writes, LCT_CHANGE_ATOMIC_WRITE, cells[i], now, tick);
        }
    }
}
