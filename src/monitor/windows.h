/* Shared by the files of the checker by windows: windows.c closes and judges them, carry.c and carry_part.c compute the
 * operations that they leave behind, meetings.c the same for objects whose operations wait for each other. */
#ifndef LC_MONITOR_WINDOWS_H
#define LC_MONITOR_WINDOWS_H

#include <lince/check.h>

#include "base/map64.h"
#include "monitor/contents.h"
#include "monitor/watch.h"

/* The knowledge about the object where a window begins; windows.c has the invariants. */
typedef enum lco_carried_state {
    LCO_BY_OPERATIONS, /* the operations that were left behind determine everything */
    LCO_BY_CONTENTS,   /* it is in the set of possible contents */
    LCO_IN_PART        /* the operations that were left behind are a part of it */
} lco_carried_state;

typedef struct lco_windows {
    lco_watch *watch;
    lince_specs *specs;
    bool container;
    bool adrift;                /* the content is unknown */
    bool strangers;             /* there may be values inside whose additions were not seen */
    lco_carried_state standing; /* of no account while it is adrift */
    lco_watched_list ops;       /* those of the window, and the operations left behind */
    LC_VEC(uint32_t) of_slot;   /* the open one + 1, or 0 */
    uint32_t open, fresh, goal;
    uint64_t begin;    /* the first event of the window */
    double since;      /* when its first operation ended */
    double cost;       /* seconds that judging the last one took */
    bool blurred;      /* operations that were open in it have been taken out again */
    lc_map64 left_out; /* value to how many are inside, of those that are only counted */
    uint32_t left_out_values;
    lco_contents contents; /* by contents: at the beginning of the window */
    lco_watched_list log;  /* by contents: all operations that ended in this window or are open */
    LC_VEC(uint32_t) logged_of_slot;
    uint64_t judged; /* operations so far */
} lco_windows;

/* The role of an operation for an element. */
typedef struct lco_use {
    lince_value value; /* LINCE_NO_VALUE: with none, or it is not known yet */
    lince_role role;
} lco_use;
lco_use lco_use_of(const lco_windows *, const lco_watched *);

/* How many operations a window should have. */
static inline uint32_t lco_window_size(const lco_watch *w) { return w->options.window ? w->options.window : 1024; }

/* Keeps the operations whose flag is set. */
void lco_windows_keep(lco_windows *, const uint8_t *flags);

/* Leaves exactly the operations that the next window needs.  False: that cannot be, and nothing is changed. */
bool lco_windows_carry_all(lco_windows *);
/* Leaves only the operations that the next window needs, of an object whose operations wait for each other. */
void lco_windows_carry_meetings(lco_windows *);

/* Leaves out operations without information, before the window is judged. */
void lco_windows_keep_known(lco_windows *);
/* Leaves a part of the operations that the next window needs: the additions of elements inside. */
void lco_windows_carry_part(lco_windows *);
/* An operation on a value that is inside several times.  True: that is all there is to do with it. */
bool lco_windows_count_only(lco_windows *, const lco_watched *);
void lco_windows_renew_left_out(lco_windows *, const lco_renewal *);

/* Are these operations alone right?  Nothing is reported. */
lince_verdict lco_windows_try(lco_windows *, const lco_watched_list *);

#endif
