// models:                 sc    tso   rc11  c11
// graphs: sb              3     4!    4!    4!
// graphs: sb_mfence       3     3     3     3
// graphs: sb_locked       3     3     3     3
// graphs: sb_one_mfence   3     4!    4!    4!
// graphs: sb_lfence       3     4!    4!    4!
// graphs: sb_sfence       3     4!    4!    4!
// graphs: sb_xchg         3     3     3     3
// graphs: sb_private      3     3     3     3
// graphs: mp              3     3     3     3
// graphs: lb              3     3     3     3
// graphs: iriw            15    15    16!   16!
// graphs: two_plus_two_w  3     3     4!    4!
// graphs: cas             2     2     2     2
// graphs: add             2     2     2     2
// graphs: lost            4!    4!    4!    4!
/* Litmus tests of x86. Under TSO loads and stores are those of the machine; under the models of C11 a load acquires and
 * a store releases, which permits more, such as IRIW. */
#include "x86.h"
// clang-format off

LITMUS2(sb, ST(u, 1); a = LD(v);, ST(v, 1); b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_mfence, ST(u, 1); MFENCE; a = LD(v);, ST(v, 1); MFENCE; b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_locked, ST(u, 1); LOCKED_FENCE; a = LD(v);, ST(v, 1); LOCKED_FENCE; b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_one_mfence, ST(u, 1); MFENCE; a = LD(v);, ST(v, 1); COMPILER; b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_lfence, ST(u, 1); LFENCE; a = LD(v);, ST(v, 1); LFENCE; b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_sfence, ST(u, 1); SFENCE; a = LD(v);, ST(v, 1); SFENCE; b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_xchg, XCHG(u, 1); a = LD(v);, XCHG(v, 1); b = LD(u);, a == 0 && b == 0)
LITMUS2(sb_private, ST(u, 1); int own = 0; XCHG(own, 1); a = LD(v);,
                    ST(v, 1); int own = 0; XCHG(own, 1); b = LD(u);, a == 0 && b == 0)
LITMUS2(mp, ST(u, 1); ST(v, 1);, a = LD(v); b = LD(u);, a == 1 && b == 0)
LITMUS2(lb, a = LD(u); ST(v, 1);, b = LD(v); ST(u, 1);, a == 1 && b == 1)
LITMUS4(iriw, ST(u, 1);, ST(v, 1);, a = LD(u); b = LD(v);, c = LD(v); d = LD(u);,
        a == 1 && b == 0 && c == 1 && d == 0)
LITMUS2(two_plus_two_w, ST(u, 1); ST(v, 2);, ST(v, 1); ST(u, 2);, u == 1 && v == 1)
LITMUS2(cas, a = CAS(u, 0, 1);, b = CAS(u, 0, 2);, a == b)
LITMUS2(add, a = ADD(u, 1);, b = ADD(u, 1);, u != 2)
/* Without a lock an increment is lost. */
LITMUS2(lost, __asm__ volatile("incl %0" : "+m"(u) : : "memory", "cc");,
              __asm__ volatile("incl %0" : "+m"(u) : : "memory", "cc");, u != 2)
