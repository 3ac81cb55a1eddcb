/* What the files of the checker by windows share: windows.c closes and judges them, carry.c and carry_part.c say what
 * they leave behind, meetings.c the same of objects whose operations wait for each other. */
#ifndef LC_MONITOR_WINDOWS_H
#define LC_MONITOR_WINDOWS_H

#include <lince/check.h>

#include "base/map64.h"
#include "monitor/contents.h"
#include "monitor/watch.h"

/* What is known of the object where a window begins; windows.c has the invariants. */
typedef enum lc_carried_state {
    LC_BY_OPERATIONS, /* all that there is to know is in the operations that were left behind */
    LC_BY_CONTENTS,   /* it is in the set of possible contents */
    LC_IN_PART        /* the operations that were left behind are a part of it */
} lc_carried_state;

typedef struct lc_windows {
    lc_watch *watch;
    lince_specs *specs;
    bool container;
    bool adrift;              /* what is inside is not known */
    bool strangers;           /* there may be values inside whose additions were not seen */
    lc_carried_state standing; /* of no account while it is adrift */
    lc_watched_list ops;      /* those of the window, and what was left behind */
    LC_VEC(uint32_t) of_slot; /* the open one + 1, or 0 */
    uint32_t open, fresh, goal;
    uint64_t begin;    /* the first event of the window */
    double since;      /* when its first operation ended */
    double cost;       /* seconds that judging the last one took */
    bool blurred;      /* operations that were open in it have been taken out again */
    lc_map64 left_out; /* value to how many are inside, of those that are only counted */
    uint32_t left_out_values;
    lc_contents contents; /* by contents: at the beginning of the window */
    lc_watched_list log;  /* by contents: all operations that ended in this window or are open */
    LC_VEC(uint32_t) logged_of_slot;
    uint64_t judged; /* operations so far */
} lc_windows;

/* What an operation has to do with an element. */
typedef struct lc_use {
    lince_value value; /* LINCE_NO_VALUE: with none, or it is not known yet */
    lince_role role;
} lc_use;
lc_use lc_use_of(const lc_windows *, const lc_watched *);

/* How many operations a window should have. */
static inline uint32_t lc_window_size(const lc_watch *w) { return w->options.window ? w->options.window : 1024; }

/* Keeps the operations whose flag is set. */
void lc_windows_keep(lc_windows *, const uint8_t *flags);

/* Leaves only what the next window needs, and nothing less.  False: that cannot be, and nothing is changed. */
bool lc_windows_carry_all(lc_windows *);
/* Leaves only what the next window needs of an object whose operations wait for each other. */
void lc_windows_carry_meetings(lc_windows *);

/* Leaves out what says nothing, before the window is judged. */
void lc_windows_keep_known(lc_windows *);
/* Leaves a part of what the next window needs: the additions of what is inside. */
void lc_windows_carry_part(lc_windows *);
/* An operation on a value that is inside several times.  True: that is all there is to do with it. */
bool lc_windows_count_only(lc_windows *, const lc_watched *);
void lc_windows_renew_left_out(lc_windows *, const lc_renewal *);

/* Are these operations alone right?  Nothing is told. */
lince_verdict lc_windows_try(lc_windows *, const lc_watched_list *);

#endif
