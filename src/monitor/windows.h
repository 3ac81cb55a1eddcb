/* What the files of the checker by windows share: windows.c closes and judges them, carry.c says what they leave
 * behind. */
#ifndef LC_MONITOR_WINDOWS_H
#define LC_MONITOR_WINDOWS_H

#include <lince/check.h>

#include "base/map64.h"
#include "monitor/watch.h"

typedef struct lc_windows {
    lc_watch *watch;
    lince_specs *specs;
    bool container;
    bool adrift;              /* what is inside is not known */
    bool strangers;           /* there may be values inside whose additions were not seen */
    lc_watched_list ops;      /* those of the window, and what was left behind */
    LC_VEC(uint32_t) of_slot; /* the open one + 1, or 0 */
    uint32_t open, fresh, goal;
    uint64_t begin;    /* the first event of the window */
    double since;      /* when its first operation ended */
    double cost;       /* seconds that judging the last one took */
    bool blurred;      /* operations that were open in it have been taken out again */
    lc_map64 left_out; /* value to how many are inside, of those that are only counted */
    uint32_t left_out_values;
} lc_windows;

/* What an operation has to do with an element. */
typedef struct lc_use {
    lince_value value; /* LINCE_NO_VALUE: with none, or it is not known yet */
    lince_role role;
} lc_use;
lc_use lc_use_of(const lc_windows *, const lc_watched *);

/* How many operations a window should have. */
static inline uint32_t lc_window_size(const lc_watch *w) { return w->options.window ? w->options.window : 1024; }

/* Leaves out what says nothing, before the window is judged. */
void lc_windows_keep_known(lc_windows *);
/* Leaves only what the next window needs. */
void lc_windows_carry(lc_windows *);
/* An operation on a value that is inside several times.  True: that is all there is to do with it. */
bool lc_windows_count_only(lc_windows *, const lc_watched *);
void lc_windows_renew_left_out(lc_windows *, const lc_renewal *);

#endif
