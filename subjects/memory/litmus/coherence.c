// models:                      sc    tso   rc11  c11
// graphs: w22_ra               3     3     4!    4!
// graphs: w22_relfs            3     3     4!    4!
// graphs: w22_scfs             3     3     3     3
// graphs: w32_rel              7     7     8!    8!
// graphs: s_ra                 3     3     3     3
// graphs: s_rlx                3     3     4!    4!
// graphs: corr                 3     3     3     3
// graphs: corr_2w              12    12    12    12
// graphs: corw1                1     1     1     1
// graphs: cowr                 3     3     3     3
// graphs: corr_iriw            72    72    72    72
// graphs: rmw_atomicity        6     6     6     6
// graphs: rmw_store            3     3     3     3
/* The order of writes: of several locations, where models differ, and of one, where all agree. */
#include "litmus.h"
// clang-format off

/* 2+2W: the first write of each thread is the last one of its location. */
LITMUS2(w22_ra, put(x, 1, rel); put(y, 2, rel);,
                put(y, 1, rel); put(x, 2, rel);, last(x) == 1 && last(y) == 1)

LITMUS2(w22_relfs, put(x, 1, rlx); fence(rel); put(y, 2, rlx);,
                   put(y, 1, rlx); fence(rel); put(x, 2, rlx);, last(x) == 1 && last(y) == 1)

LITMUS2(w22_scfs, put(x, 1, rlx); fence(sc); put(y, 2, rlx);,
                  put(y, 1, rlx); fence(sc); put(x, 2, rlx);, last(x) == 1 && last(y) == 1)

/* 3.2W: the same as a cycle of three. */
LITMUS3(w32_rel, put(x, 1, rel); put(y, 2, rel);,
                 put(y, 1, rel); put(z, 2, rel);,
                 put(z, 1, rel); put(x, 2, rel);, last(x) == 1 && last(y) == 1 && last(z) == 1)

/* S: a write that stands before another one whose effect its thread has seen. */
LITMUS2(s_ra, put(x, 2, rlx); put(y, 1, rel);,
              a = get(y, acq); put(x, 1, rlx);, a == 1 && last(x) == 2)

LITMUS2(s_rlx, put(x, 2, rlx); put(y, 1, rlx);,
               a = get(y, rlx); put(x, 1, rlx);, a == 1 && last(x) == 2)

/* The new value, then the old one. */
LITMUS2(corr, put(x, 1, rlx);,
              a = get(x, rlx); b = get(x, rlx);, a == 1 && b == 0)

LITMUS3(corr_2w, put(x, 1, rlx);,
                 a = get(x, rlx); b = get(x, rlx);,
                 put(x, 2, rlx);, a != b && (b == 0 || a == last(x)))

/* A read before the own write does not see it, */
LITMUS1(corw1, a = get(x, rlx); put(x, 1, rlx);, a == 1)

/* and one after it sees nothing older. */
LITMUS2(cowr, put(x, 1, rlx); a = get(x, rlx);,
              put(x, 2, rlx);, a == 0 || (a == 2 && last(x) == 1))

/* Readers disagree on the order of two writes of one location. */
LITMUS4(corr_iriw, put(x, 1, rlx);,
                   put(x, 2, rlx);,
                   a = get(x, rlx); b = get(x, rlx);,
                   c = get(x, rlx); d = get(x, rlx);, a == 1 && b == 2 && c == 2 && d == 1)

/* No increment is lost. */
LITMUS3(rmw_atomicity, add(x, 1, rlx);,
                       add(x, 1, rlx);,
                       add(x, 1, rlx);, last(x) != 3)

/* No store stands between the two halves of a read-modify-write. */
LITMUS2(rmw_store, a = add(x, 1, rlx);,
                   put(x, 4, rlx); b = get(x, rlx);, a == 0 && last(x) == 1)
