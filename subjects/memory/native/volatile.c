// models:                 sc    tso   rc11  c11
// graphs: sb              3     4!    4!    4!
// graphs: sb_fence        3     3     3     3
// graphs: mp              3     3     4!    4!
// graphs: mp_fences       3     3     3     3
// graphs: iriw            15    15    16!   16!
// graphs: corr            3     3     3     3
// graphs: two_plus_two_w  3     3     4!    4!
// graphs: lost            4!    4!    4!    4!
// graphs: wait            1     1     1     1
// graphs: wait_data       1     1     2!    2!
/* Volatile variables in a program without inline assembly: under the models of C11 they are relaxed atomics, under TSO
 * loads and stores. */
#include "../litmus/litmus.h"
// clang-format off

static volatile int u, v, w;

LITMUS2(sb, u = 1; a = v;, v = 1; b = u;, a == 0 && b == 0)
LITMUS2(sb_fence, u = 1; fence(sc); a = v;, v = 1; fence(sc); b = u;, a == 0 && b == 0)
LITMUS2(mp, u = 1; v = 1;, a = v; b = u;, a == 1 && b == 0)
LITMUS2(mp_fences, u = 1; fence(rel); v = 1;, a = v; fence(acq); b = u;, a == 1 && b == 0)
LITMUS4(iriw, u = 1;, v = 1;, a = u; b = v;, c = v; d = u;, a == 1 && b == 0 && c == 1 && d == 0)
LITMUS2(corr, u = 1;, a = u; b = u;, a == 1 && b == 0)
LITMUS2(two_plus_two_w, u = 1; v = 2;, v = 1; u = 2;, u == 1 && v == 1)
LITMUS2(lost, u = u + 1;, u = u + 1;, u != 2)
LITMUS2(wait, u = 1;, while (!u) {}, u != 1)
LITMUS2(wait_data, v = 7; u = 1;, while (!u) {} a = v;, a != 7)
