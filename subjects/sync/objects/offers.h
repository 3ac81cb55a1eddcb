/* An exchanger of two variables: whoever comes first makes an offer, and withdraws it if nobody takes it at once, to
 * make it again; whoever finds an offer takes it, and leaves an answer.  Two that offer and withdraw come back to the
 * same few states by very many ways.  OFFERS_KEEPS: the answer is the offer itself. */
#ifndef SUBJECTS_SYNC_OFFERS_H
#define SUBJECTS_SYNC_OFFERS_H

#include <lince/test.h>

#include <stdatomic.h>

enum { NOTHING = 0, TAKEN = -1 };
static atomic_long offered, answer;

/* The offer was taken. */
static long collect(void) {
    long theirs;
    while (!(theirs = atomic_load(&answer))) {}
    atomic_store(&answer, 0);
    atomic_store(&offered, NOTHING);
    return theirs;
}

static long exchange(long mine) {
    for (;;) {
        long seen = NOTHING, own = mine;
        if (atomic_compare_exchange_strong(&offered, &seen, mine)) {
            if (!atomic_compare_exchange_strong(&offered, &own, NOTHING)) return collect();
        } else if (seen > 0 && atomic_compare_exchange_strong(&offered, &seen, TAKEN)) {
#ifdef OFFERS_KEEPS
            atomic_store(&answer, seen);
#else
            atomic_store(&answer, mine);
#endif
            return seen;
        }
    }
}

static void offers_test(void) {
    lince_test_spec("exchanger");
    lince_test_op("exchange", exchange);
    lince_test_scenario("exchange(1) | exchange(2)");
    lince_test_scenario("exchange(1) exchange(2) | exchange(3) exchange(4)");
    lince_test_scenario("exchange(1) | exchange(2) | exchange(3)");
}

static void offers_many(void) {
    lince_test_spec("exchanger");
    lince_test_op("exchange", exchange);
    lince_test_scenario("exchange(1) | exchange(2) | exchange(3) | exchange(4)");
}

#endif
