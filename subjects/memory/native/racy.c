// models:                 sc    tso   rc11  c11
// options: --allow data-race
// graphs: sb              3     4!    4!    4!
// graphs: mp              3     3     4!    4!
// graphs: mp_half         3     3     4!    4!
// graphs: mp_sync         3     3     3     3
// graphs: lost            4!    4!    4!    4!
/* Plain accesses that race, where data races are allowed: relaxed atomics. */
#include "../litmus/litmus.h"
// clang-format off

static int u, v;

LITMUS2(sb, u = 1; a = v;, v = 1; b = u;, a == 0 && b == 0)
LITMUS2(mp, u = 1; v = 1;, a = v; b = u;, a == 1 && b == 0)
/* Only the data is plain. */
LITMUS2(mp_half, u = 1; put(x, 1, rlx);, a = get(x, rlx); b = u;, a == 1 && b == 0)
LITMUS2(mp_sync, u = 1; put(x, 1, rel);, a = get(x, acq); b = u;, a == 1 && b == 0)
LITMUS2(lost, u = u + 1;, u = u + 1;, u != 2)
