// needs: xenium/seqlock.hpp
// flags: -std=c++17
// expect: violation
// options: --filter two_slots
// expect: ok exhaustive
// options: --filter one_slot
// expect: ok exhaustive
// options: --memory rc11 --filter one_slot
/* Xenium 0.0.2: a seqlock with several slots lets a reader see half of one value and half of another.
 *
 * The writer uses the slots in turn, and a reader may go on as long as its slot is not written again.  But the number
 * it remembers has the bit `a write is going on` in it: if that was set, one write more is let pass. */
#include <lince/test.h>
#include <xenium/seqlock.hpp>

struct pair {
    long first, second;
};

template <unsigned slots> struct tested {
    static inline xenium::seqlock<pair, xenium::policy::slots<slots>> lock;
    static void write(long value) { lock.store(pair{value, value}); }
    static long read() {
        pair p = lock.load();
        return p.first == p.second ? p.first : -1; /* torn */
    }
    static void describe() {
        lince_test_spec("register");
        lince_test_op("write", write, lince_unique);
        lince_test_op("read", read);
        lince_test_scenario("write(1); write(2) write(3) | read()");
    }
};
LINCE_TEST(one_slot) { tested<1>::describe(); }
LINCE_TEST(two_slots) { tested<2>::describe(); }
