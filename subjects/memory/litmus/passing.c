// models:                      sc    tso   rc11  c11
// graphs: mp_rlx_rlx           3     3     4!    4!
// graphs: mp_rel_rlx           3     3     4!    4!
// graphs: mp_rlx_acq           3     3     4!    4!
// graphs: mp_rel_acq           3     3     3     3
// graphs: mp_relf_acqf         3     3     3     3
// graphs: mp_scfs              3     3     3     3
// graphs: fence_before_both    3     3     3     3
// graphs: fence_acq_too_early  3     3     4!    4!
// graphs: fence_rel_too_late   3     3     4!    4!
// graphs: rs_same_thread       4     4     5!    4
// graphs: rs_rmw               9     9     9     9
// graphs: rs_broken_by_store   9     9     10!   10!
// graphs: rs_two_rmw           36    36    36    36
/* Message passing: x is the message, y the flag. The outcome is always: flag seen, message not. */
#include "litmus.h"
// clang-format off

LITMUS2(mp_rlx_rlx, put(x, 1, rlx); put(y, 1, rlx);,
                    a = get(y, rlx); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(mp_rel_rlx, put(x, 1, rlx); put(y, 1, rel);,
                    a = get(y, rlx); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(mp_rlx_acq, put(x, 1, rlx); put(y, 1, rlx);,
                    a = get(y, acq); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(mp_rel_acq, put(x, 1, rlx); put(y, 1, rel);,
                    a = get(y, acq); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(mp_relf_acqf, put(x, 1, rlx); fence(rel); put(y, 1, rlx);,
                      a = get(y, rlx); fence(acq); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(mp_scfs, put(x, 1, rlx); fence(sc); put(y, 1, rlx);,
                 a = get(y, rlx); fence(sc); b = get(x, rlx);, a == 1 && b == 0)

/* A release fence holds for all later stores, not only for the next one. */
LITMUS2(fence_before_both, put(x, 1, rlx); fence(rel); put(z, 1, rlx); put(y, 1, rlx);,
                           a = get(y, acq); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(fence_acq_too_early, put(x, 1, rlx); put(y, 1, rel);,
                             fence(acq); a = get(y, rlx); b = get(x, rlx);, a == 1 && b == 0)

LITMUS2(fence_rel_too_late, put(x, 1, rlx); put(y, 1, rlx); fence(rel);,
                            a = get(y, acq); b = get(x, rlx);, a == 1 && b == 0)

/* C11's release sequences contain the same thread's later stores, those of C++20 do not. */
LITMUS2(rs_same_thread, put(x, 1, rlx); put(y, 1, rel); put(y, 2, rlx);,
                        a = get(y, acq); b = get(x, rlx);, a == 2 && b == 0)

/* A relaxed read-modify-write continues a release sequence, */
LITMUS3(rs_rmw, put(x, 1, rlx); put(y, 1, rel);,
                add(y, 1, rlx);,
                a = get(y, acq); b = get(x, rlx);, a == 2 && b == 0)

/* another thread's store ends it, even where it follows the release in the modification order, */
LITMUS3(rs_broken_by_store, put(x, 1, rlx); put(y, 1, rel);,
                            put(y, 2, rlx);,
                            a = get(y, acq); b = get(x, rlx);, a == 2 && b == 0 && last(y) == 2)

/* and two read-modify-writes continue it, too. */
LITMUS4(rs_two_rmw, put(x, 1, rlx); put(y, 1, rel);,
                    add(y, 1, rlx);,
                    add(y, 1, rlx);,
                    a = get(y, acq); b = get(x, rlx);, a == 3 && b == 0)
