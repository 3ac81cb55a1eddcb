/* Operations that can synchronize now: the sets of open operations that take a step together. */
#ifndef LC_CHECK_SYNC_GROUPS_H
#define LC_CHECK_SYNC_GROUPS_H

#include "check/search/space.h"
#include "check/search/timeline.h"

/* An operation that is open and has not synchronized. */
typedef struct lc_open_op {
    uint32_t label, row;
    uint32_t ends;  /* which return is its own; LC_NEVER: it has none */
    uint32_t place; /* its slot; or, of one that has no slot, its class */
    uint32_t op;    /* of the line; of a class: one of its members, whichever */
    uint32_t twin;  /* the one before it in the list that does the same and returns the same; LC_NO_TWIN: none */
    bool in_class;
    lince_part part; /* which it would take; an operation that has a choice is listed once for each */
} lc_open_op;
#define LC_NO_TWIN UINT32_MAX
#define LC_NOBODY  UINT32_MAX

/* Called for each group that has a step: the members' places in the list, ascending.  False: that is enough. */
typedef bool lc_group_found(void *context, const uint32_t *members, uint32_t count, lc_next next);

typedef struct lc_groups {
    lc_space *space;
    uint32_t least, most;    /* how many meet */
    bool no_symmetry;        /* try also groups that differ only in which of two equal operations takes part */
    LC_VEC(lc_open_op) open; /* the operations that may take part: add them, then lc_groups_ready */
    uint32_t state;
    uint32_t with, without; /* operations that must and must not be in it, or LC_NOBODY */
    uint32_t chosen[LC_ARITY_MAX], count;
    lc_group_found *found;
    void *context;
    bool enough;
    uint64_t tried;            /* so far, in all: the cost of the enumeration */
    bool (*must_halt)(void *); /* is called now and then; NULL: never.  Given `halt_context` */
    void *halt_context;
} lc_groups;

/* Puts `open` in order and finds the twins. */
void lc_groups_ready(lc_groups *);
/* Enumerates every group in this state.  False: the callback ended it. */
bool lc_groups_find(lc_groups *, uint32_t state, uint32_t with, uint32_t without, lc_group_found *, void *context);
void lc_groups_free(lc_groups *);

#endif
