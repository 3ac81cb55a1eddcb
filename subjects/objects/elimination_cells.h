/* The stack with elimination of D. Hendler, N. Shavit and L. Yerushalmi (SPAA 2004), as they wrote it down: a thread's
 * record is its offer, and the cell in it is what is linked into the stack or copied to the other thread.  Records are
 * not given back.
 *
 * A mistake, by macro (B4 of Bouajjani et al., POPL 2015):
 *     ELIMINATION_CELLS_MISPLACED_BRACE  a pop that was too late to take an offer away says that it did: it returns
 *                                        what happens to be in its cell */
#ifndef SUBJECTS_ELIMINATION_CELLS_H
#define SUBJECTS_ELIMINATION_CELLS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { ELIMINATION_CELLS_THREADS = 6, ELIMINATION_CELLS_NOTHING = -1 };

struct elimination_cell {
    struct elimination_cell *next;
    long value;
    bool is_empty; /* there was nothing to pop */
};

struct elimination_record {
    int thread;
    bool is_push;
    struct elimination_cell cell;
};

struct elimination_cells {
    _Atomic(struct elimination_cell *) top;
    _Atomic(struct elimination_record *) location[ELIMINATION_CELLS_THREADS];
    atomic_int collision;
};

static inline void elimination_cells_init(struct elimination_cells *s) {
    atomic_store(&s->top, NULL);
    for (int i = 0; i < ELIMINATION_CELLS_THREADS; i++) atomic_store(&s->location[i], NULL);
    atomic_store(&s->collision, ELIMINATION_CELLS_NOTHING);
}

static inline bool elimination_cells_try_stack(struct elimination_cells *s, struct elimination_record *mine) {
    struct elimination_cell *top = atomic_load(&s->top);
    if (mine->is_push) {
        mine->cell.next = top;
        return atomic_compare_exchange_strong(&s->top, &top, &mine->cell);
    }
    if (!top) {
        mine->cell.is_empty = true;
        return true;
    }
    struct elimination_cell *next = top->next;
    if (!atomic_compare_exchange_strong(&s->top, &top, next)) return false;
    mine->cell.value = top->value;
    return true;
}

/* A push replaces the offer of a pop by its own, a pop takes away that of a push. */
static inline bool elimination_cells_try_collision(struct elimination_cells *s, struct elimination_record *mine,
                                                   struct elimination_record *his) {
    struct elimination_record *expected = his;
    _Atomic(struct elimination_record *) *place = &s->location[his->thread];
    if (mine->is_push) return atomic_compare_exchange_strong(place, &expected, mine);
    if (atomic_compare_exchange_strong(place, &expected, NULL)) {
        mine->cell.value = his->cell.value;
#ifdef ELIMINATION_CELLS_MISPLACED_BRACE
    }
    return true;
#else
        return true;
    }
    return false;
#endif
}

/* Another thread has done it: a pop finds the push that replaced it. */
static inline void elimination_cells_finish(struct elimination_cells *s, struct elimination_record *mine) {
    if (mine->is_push) return;
    mine->cell.value = atomic_load(&s->location[mine->thread])->cell.value;
    atomic_store(&s->location[mine->thread], NULL);
}

/* One attempt to meet somebody; false: nobody came. */
static inline bool elimination_cells_try_meet(struct elimination_cells *s, struct elimination_record *mine) {
    struct elimination_record *expected = mine, *his = NULL;
    atomic_store(&s->location[mine->thread], mine);
    int him = atomic_exchange(&s->collision, mine->thread);
    if (him != ELIMINATION_CELLS_NOTHING) his = atomic_load(&s->location[him]);
    bool fits = his && his->thread == him && his->is_push != mine->is_push;
    if (atomic_compare_exchange_strong(&s->location[mine->thread], &expected, NULL))
        return fits && elimination_cells_try_collision(s, mine, his);
    elimination_cells_finish(s, mine);
    return true;
}

/* `me` is the number of the calling thread. */
static inline struct elimination_record *elimination_cells_do(struct elimination_cells *s, int me, bool is_push,
                                                              long value) {
    struct elimination_record *mine = calloc(1, sizeof *mine);
    mine->thread = me;
    mine->is_push = is_push;
    mine->cell.value = value;
    while (!elimination_cells_try_stack(s, mine) && !elimination_cells_try_meet(s, mine)) {}
    return mine;
}

static inline void elimination_cells_push(struct elimination_cells *s, int me, long value) {
    elimination_cells_do(s, me, true, value);
}

static inline bool elimination_cells_pop(struct elimination_cells *s, int me, long *value) {
    struct elimination_record *mine = elimination_cells_do(s, me, false, 0);
    *value = mine->cell.value;
    return !mine->cell.is_empty;
}

#endif
