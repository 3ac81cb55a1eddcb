// models:                      sc    tso   rc11  c11
// graphs: iriw_rlx             15    15    16!   16!
// graphs: iriw_ra              15    15    16!   16!
// graphs: iriw_scfs            15    15    15    15
// graphs: iriw_sc              15    15    15    15
// graphs: wrc_rlx              7     7     8!    8!
// graphs: wrc_ra               7     7     7     7
// graphs: isa2_ra              7     7     7     7
// graphs: isa2_rlx_middle      7     7     8!    8!
// graphs: rwc_ra_scf           7     7     8!    8!
// graphs: rwc_scfs             7     7     7     7
// graphs: w_rwc_one_scf        7     7     8!    8!
// graphs: z6_u                 18    18    24!   24!
/* Three and four threads: whether an effect can be seen before its cause, and whether threads agree on the order of
 * independent writes. */
#include "litmus.h"
// clang-format off

/* Independent reads of independent writes: the readers disagree. */
LITMUS4(iriw_rlx, put(x, 1, rlx);,
                  put(y, 1, rlx);,
                  a = get(x, rlx); b = get(y, rlx);,
                  c = get(y, rlx); d = get(x, rlx);, a == 1 && b == 0 && c == 1 && d == 0)

LITMUS4(iriw_ra, put(x, 1, rel);,
                 put(y, 1, rel);,
                 a = get(x, acq); b = get(y, acq);,
                 c = get(y, acq); d = get(x, acq);, a == 1 && b == 0 && c == 1 && d == 0)

LITMUS4(iriw_scfs, put(x, 1, rlx);,
                   put(y, 1, rlx);,
                   a = get(x, rlx); fence(sc); b = get(y, rlx);,
                   c = get(y, rlx); fence(sc); d = get(x, rlx);, a == 1 && b == 0 && c == 1 && d == 0)

LITMUS4(iriw_sc, put(x, 1, sc);,
                 put(y, 1, sc);,
                 a = get(x, sc); b = get(y, sc);,
                 c = get(y, sc); d = get(x, sc);, a == 1 && b == 0 && c == 1 && d == 0)

/* Write to read causality. */
LITMUS3(wrc_rlx, put(x, 1, rlx);,
                 a = get(x, rlx); put(y, 1, rlx);,
                 b = get(y, rlx); c = get(x, rlx);, a == 1 && b == 1 && c == 0)

LITMUS3(wrc_ra, put(x, 1, rlx);,
                a = get(x, acq); put(y, 1, rel);,
                b = get(y, acq); c = get(x, rlx);, a == 1 && b == 1 && c == 0)

/* A chain of two messages. */
LITMUS3(isa2_ra, put(x, 1, rlx); put(y, 1, rel);,
                 a = get(y, acq); put(z, 1, rel);,
                 b = get(z, acq); c = get(x, rlx);, a == 1 && b == 1 && c == 0)

LITMUS3(isa2_rlx_middle, put(x, 1, rlx); put(y, 1, rel);,
                         a = get(y, rlx); put(z, 1, rlx);,
                         b = get(z, acq); c = get(x, rlx);, a == 1 && b == 1 && c == 0)

/* Read to write causality. */
LITMUS3(rwc_ra_scf, put(x, 1, rel);,
                    a = get(x, acq); b = get(y, acq);,
                    put(y, 1, rel); fence(sc); c = get(x, acq);, a == 1 && b == 0 && c == 0)

LITMUS3(rwc_scfs, put(x, 1, rlx);,
                  a = get(x, rlx); fence(sc); b = get(y, rlx);,
                  put(y, 1, rlx); fence(sc); c = get(x, rlx);, a == 1 && b == 0 && c == 0)

/* The same behind a message, with a fence on one side only. */
LITMUS3(w_rwc_one_scf, put(x, 1, rlx); put(y, 1, rel);,
                       a = get(y, acq); b = get(z, rlx);,
                       put(z, 1, rlx); fence(sc); c = get(x, rlx);, a == 1 && b == 0 && c == 0)

/* Allowed since seq_cst was repaired: the read-modify-write reads from a release store that is not seq_cst. With psc as in
 * the paper (sb|≠loc; hb; sb|≠loc) there are 24 graphs, with sb; hb; sb 22. */
LITMUS3(z6_u, put(x, 1, sc); put(y, 1, rel);,
              a = add(y, 1, sc); b = get(y, rlx);,
              put(y, 3, sc); c = get(x, sc);, a == 1 && b == 3 && c == 0)
