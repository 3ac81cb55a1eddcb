// models:                      sc    tso   rc11  c11
// graphs: sb_ra                3     4!    4!    4!
// graphs: sb_sc                3     3     3     3
// graphs: sb_scf_ra            3     4!    4!    4!
// graphs: sb_rmw_for_fence     4     4     4     4
// graphs: sb_xchg_sc           3     3     3     3
// graphs: sb_xchg_acqrel       3     3     4!    4!
// graphs: sb3_ra               7     8!    8!    8!
// graphs: r_ra                 3     4!    4!    4!
// graphs: r_scfs               3     3     3     3
// graphs: lb_ra                3     3     3     3
/* Store buffering: each thread stores to a location and loads the next one. The outcome: no load sees a store. R
 * replaces one load by a store. Load buffering, the loads before the stores, is forbidden in all models of Lince. */
#include "litmus.h"
// clang-format off

LITMUS2(sb_ra, put(x, 1, rel); a = get(y, acq);,
               put(y, 1, rel); b = get(x, acq);, a == 0 && b == 0)

LITMUS2(sb_sc, put(x, 1, sc); a = get(y, sc);,
               put(y, 1, sc); b = get(x, sc);, a == 0 && b == 0)

/* One fence is not enough. */
LITMUS2(sb_scf_ra, put(x, 1, rel); fence(sc); a = get(y, acq);,
                   put(y, 1, rel); b = get(x, acq);, a == 0 && b == 0)

/* Read-modify-writes of one location are ordered, and the later one acquires from the earlier one. */
LITMUS2(sb_rmw_for_fence, put(x, 1, rlx); add(z, 1, ar); a = get(y, rlx);,
                          put(y, 1, rlx); add(z, 1, ar); b = get(x, rlx);, a == 0 && b == 0)

LITMUS2(sb_xchg_sc, exchange(x, 1, sc); a = get(y, sc);,
                    exchange(y, 1, sc); b = get(x, sc);, a == 0 && b == 0)

/* x86 forbids it, C11 does not. */
LITMUS2(sb_xchg_acqrel, exchange(x, 1, ar); a = get(y, acq);,
                        exchange(y, 1, ar); b = get(x, acq);, a == 0 && b == 0)

LITMUS3(sb3_ra, put(x, 1, rel); a = get(y, acq);,
                put(y, 1, rel); b = get(z, acq);,
                put(z, 1, rel); c = get(x, acq);, a == 0 && b == 0 && c == 0)

LITMUS2(r_ra, put(x, 1, rel); put(y, 1, rel);,
              put(y, 2, rel); a = get(x, acq);, last(y) == 2 && a == 0)

LITMUS2(r_scfs, put(x, 1, rlx); fence(sc); put(y, 1, rlx);,
                put(y, 2, rlx); fence(sc); a = get(x, rlx);, last(y) == 2 && a == 0)

LITMUS2(lb_ra, a = get(x, acq); put(y, 1, rel);,
               b = get(y, acq); put(x, 1, rel);, a == 1 && b == 1)
