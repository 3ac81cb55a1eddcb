/* Walking a compiled system: the steps of a state. */
#ifndef LC_MODEL_RUN_WALK_H
#define LC_MODEL_RUN_WALK_H

#include "base/map64.h"
#include "model/run/machine.h"

/* An offer of a process, or of several together, to those around it. */
typedef struct lcm_offer {
    lcm_action_kind kind; /* EVENT, TICK, SEND, RECEIVE */
    bool hidden, atomic;
    uint32_t name, channel, which; /* which: of an array of channels */
    lcm_label label;               /* of an event, hidden or not */
    uint32_t count;
    int32_t numbers[LCM_LABEL_MAX];
    uint32_t first, parts; /* in `parts`: actions that are taken together */
} lcm_offer;

typedef struct lcm_system_walker {
    lcm_walker base;
    const lcm_system *system;
    lc_budget *budget;
    lcm_machine machine;
    const uint32_t *state;   /* the state whose steps are computed */
    int32_t *before, *after; /* fields */
    size_t field_bytes, local_bytes;
    bool after_is_old; /* it has nothing to do with this state yet */
    lcm_label_cache labels;
    lcm_moves *out;
    bool looks_fully;          /* without reduction: for reports, and */
    bool keeps_dead;           /* nothing is reset: for reports */
    bool atomic;               /* some step found is atomic */
    LC_VEC(uint8_t) is_atomic; /* of each step found */
    LC_VEC(lcm_offer) offers;
    LC_VEC(uint32_t) parts;
    lc_map64 members;               /* which sides must take part in an event: see meet.c */
    LC_VEC(uint32_t) sides;         /* lists of them */
    LC_VEC(uint32_t) marks;         /* where the offers of each slot below a fork begin */
    struct lcm_native_walk *native; /* see native.c; NULL until it is needed */
} lcm_system_walker;

/* Is an action enabled in `before`?  Leaves the message it receives to the caller. */
bool lcm_walk_enabled(lcm_system_walker *, const lcm_action *);
/* The name of a label of one of an array of channels. */
uint32_t lcm_walk_element_name(lcm_system_walker *, const lcm_action *, uint32_t which);
/* Begins the steps of this state: its fields are in `before` from now on. */
static inline void lcm_walk_unpack(lcm_system_walker *w, const uint32_t *state) {
    lcm_unpack(w->system, state, w->before);
    w->state = state;
    w->after_is_old = true;
}
/* The actions taken together lead to a state: adds the step. */
void lcm_walk_add(lcm_system_walker *, lcm_label, const uint32_t *actions, uint32_t count, bool atomic,
                  const int32_t *message);
/* An action by itself: taken, or offered to those around.  Notes its failure. */
void lcm_walk_action(lcm_system_walker *, uint32_t action);
void lcm_walk_note_failure(lcm_system_walker *, uint32_t action); /* of the machine, if there is one */
/* Joint steps.  A fork is opened, each of its sides begun and walked, and then closed: then the slots meet that have
 * offered something.  In between the slots of a side may be walked in another way. */
#define LCM_NOT_OPENED UINT32_MAX /* memory ran out */
uint32_t lcm_walk_open(lcm_system_walker *, const lcm_fork *);
void lcm_walk_side(lcm_system_walker *, uint32_t opened, uint32_t side);
void lcm_walk_close(lcm_system_walker *, uint32_t slot, const lcm_fork *, uint32_t opened);
/* All of this. */
void lcm_walk_fork(lcm_system_walker *, uint32_t slot, const lcm_fork *);
void lcm_walk_slot(lcm_system_walker *, uint32_t slot);
/* Only atomic steps stay, if there are any. */
void lcm_walk_prefer_atomic(lcm_system_walker *);
/* The remaining offers at the root. */
void lcm_walk_root(lcm_system_walker *);

/* For people: print.c. */
void lcm_system_print_state(lcm_walker *, const uint32_t *before, const uint32_t *state, lince_text *);

#endif
