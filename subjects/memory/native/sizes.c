// models:                  sc    tso   rc11  c11
// graphs: mp_struct        3     3     4!    4!
// graphs: mp_struct_sync   3     3     3     3
// graphs: sb_struct        3     3     3     3
// graphs: mp_large         3     3     3     3
// graphs: bytes            3     3     4!    4!
// graphs: bytes_sync       3     3     3     3
// graphs: whole_and_byte   3     3     3     3
// graphs: wide_and_half    3     3     3     3
// graphs: half_of_wide     3     3     3     3
// graphs: half_is_lost     2     2     2     2
// graphs: sb_wide          3     4!    4!    4!
/* Atomics that no instruction of the usual sizes performs, and memory that is accessed in several sizes. */
#include "../litmus/litmus.h"
// clang-format off

struct three { char at[3]; };
struct large { long at[3]; };
static _Atomic struct three s;
static _Atomic struct large l;
#define THREE(n) ((struct three){{n, n, n}})
#define LARGE(n) ((struct large){{n, n, n}})
#define first(o) atomic_load_explicit(&s, o).at[0]

LITMUS2(mp_struct, put(s, THREE(1), rlx); put(x, 1, rlx);, a = get(x, rlx); b = first(rlx);, a == 1 && b == 0)
LITMUS2(mp_struct_sync, put(s, THREE(1), rlx); put(x, 1, rel);, a = get(x, acq); b = first(rlx);, a == 1 && b == 0)
LITMUS2(sb_struct, put(s, THREE(1), sc); a = get(x, sc);, put(x, 1, sc); b = first(sc);, a == 0 && b == 0)
LITMUS2(mp_large, put(l, LARGE(1), rel); put(x, 1, rel);, a = get(x, acq); b = (int)get(l, acq).at[0];,
        a == 1 && b == 0)

/* Bytes of a word, which are locations of their own. */
static union { _Atomic unsigned char byte[4]; atomic_uint word; _Atomic unsigned short half[2]; } m;

LITMUS2(bytes, put(m.byte[0], 1, rlx); put(m.byte[1], 1, rlx);, a = get(m.byte[1], rlx); b = get(m.byte[0], rlx);,
        a == 1 && b == 0)
LITMUS2(bytes_sync, put(m.byte[0], 1, rlx); put(m.byte[1], 1, rel);,
        a = get(m.byte[1], acq); b = get(m.byte[0], rlx);, a == 1 && b == 0)
/* A word and one of its bytes: one order for both. */
LITMUS2(whole_and_byte, put(m.word, 0x101, rlx);, a = get(m.byte[1], rlx); b = (int)get(m.word, rlx);,
        a == 1 && b == 0)

/* 16 bytes at once, and their halves. */
struct pair { _Alignas(16) long low; long high; };
static union { _Atomic struct pair pair; struct { atomic_long low, high; } half; } p;

static bool swap_pair(long from, long to) {
    struct pair expected = {from, from}, new = {to, to};
    return atomic_compare_exchange_strong_explicit(&p.pair, &expected, new, rlx, rlx);
}

LITMUS2(wide_and_half, swap_pair(0, 1);, a = (int)get(p.half.high, rlx); b = (int)get(p.half.low, rlx);,
        a == 1 && b == 0)
LITMUS2(half_of_wide, put(p.half.low, 2, rlx);, a = swap_pair(0, 1); b = (int)get(p.half.low, rlx);, a == 1 && b == 0)
/* The store to a half is lost, or makes the exchange fail, or comes later. */
LITMUS2(half_is_lost, put(p.half.low, 2, rlx);, a = swap_pair(0, 1);, get(p.half.low, rlx) == 0)
LITMUS2(sb_wide, swap_pair(0, 1); a = get(x, rlx);, put(x, 1, rlx); b = (int)get(p.half.high, rlx);, a == 0 && b == 0)
