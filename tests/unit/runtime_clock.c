/* Vector clocks and sets of threads, as they are in both runtimes: compiled for 16 and for 128 threads. */
#include "target/runtime/clock.h"

#include <stdlib.h>

#include "tap.h"

enum { ROUNDS = 20000 };

static lct_clock random_clock(int below) {
    lct_clock c = {0};
    for (unsigned t = 0; t < LCT_THREADS; t++) c[t] = (int16_t)(rand() % below);
    return c;
}

/* Another clock that is mostly ahead of it or equal, so that each answer comes often. */
static lct_clock near(lct_clock c) {
    for (unsigned t = 0; t < LCT_THREADS; t++) c[t] = (int16_t)(c[t] + rand() % 3);
    if (rand() % 2) c[(unsigned)rand() % LCT_THREADS] = 0;
    return c;
}

static bool is_join(const lct_clock *joined, const lct_clock *a, const lct_clock *b) {
    for (unsigned t = 0; t < LCT_THREADS; t++) {
        int16_t x = lct_clock_at(a, t), y = lct_clock_at(b, t);
        if (lct_clock_at(joined, t) != (x > y ? x : y)) return false;
    }
    return true;
}

static void test_orders(void) {
    unsigned joins = 0, orders = 0, meets = 0, within = 0, meeting = 0;
    for (int i = 0; i < ROUNDS; i++) {
        lct_clock a = random_clock(INT16_MAX / 2), b = rand() % 2 ? near(a) : random_clock(INT16_MAX / 2);
        if (rand() % 8 == 0) { /* far apart, but perhaps in one place */
            a = random_clock(100) + (int16_t)1000;
            b = random_clock(100);
            if (rand() % 2) b[(unsigned)rand() % LCT_THREADS] = 2000;
        }
        lct_clock joined = lct_clock_join(a, b);
        bool none_ahead = true, some_within = false;
        for (unsigned t = 0; t < LCT_THREADS; t++) {
            none_ahead &= a[t] <= b[t];
            some_within |= a[t] <= b[t];
        }
        joins += is_join(&joined, &a, &b);
        orders += lct_clock_within(&a, &b) == none_ahead;
        meets += lct_clock_meets(&a, &b) == some_within;
        within += none_ahead;
        meeting += some_within;
    }
    expect(joins == ROUNDS, "the larger of each two");
    expect(orders == ROUNDS && within > ROUNDS / 10 && within < ROUNDS, "nowhere ahead: %u of %u", within, ROUNDS);
    expect(meets == ROUNDS && meeting > ROUNDS / 10 && meeting < ROUNDS, "somewhere not ahead: %u", meeting);
}

static void test_entries(void) {
    unsigned good = 0;
    for (unsigned t = 0; t < LCT_THREADS; t++) {
        lct_clock a = random_clock(1000), b = lct_clock_with(a, t, INT16_MAX);
        bool same = lct_clock_at(&b, t) == INT16_MAX;
        for (unsigned u = 0; u < LCT_THREADS; u++) same &= u == t || lct_clock_at(&b, u) == lct_clock_at(&a, u);
        good += same && lct_clock_within(&a, &b) && !lct_clock_within(&b, &a);
    }
    expect(good == LCT_THREADS, "one entry is replaced, and no other");
}

static void test_sets(void) {
    unsigned first = 0, count = 0, walked = 0;
    for (int i = 0; i < ROUNDS; i++) {
        bool is_in[LCT_THREADS] = {false};
        lct_mask set = 0;
        unsigned lowest = LCT_THREADS, size = 0, next = 0;
        for (int k = rand() % 4; k >= 0; k--) is_in[(unsigned)rand() % LCT_THREADS] = true;
        for (unsigned t = LCT_THREADS; t-- > 0;) {
            if (is_in[t]) lowest = t, size++, set |= lct_bit(t);
        }
        first += lct_first(set) == lowest;
        count += lct_count(set) == size;
        bool same = true;
        for (lct_mask left = set; left; left &= (lct_mask)(left - 1)) {
            for (next = lct_first(left); same && !is_in[next]; same = false) {}
            size--;
        }
        walked += same && !size;
    }
    expect(first == ROUNDS && count == ROUNDS && walked == ROUNDS, "the threads of a set");
    lct_mask high = lct_bit(LCT_THREADS - 1);
    expect(lct_beyond_64(high) == (LCT_THREADS > 64 ? (uint64_t)1 << (LCT_THREADS - 65) : 0) &&
               lct_beyond_64(lct_bit(3)) == 0,
           "those from 64 on");
    expect((lct_mask)-lct_bit(LCT_THREADS - 2) == (lct_bit(LCT_THREADS - 1) | lct_bit(LCT_THREADS - 2)),
           "those from a thread on");
}

int main(void) {
    srand(1);
    test_orders();
    test_entries();
    test_sets();
    return tap_end();
}
