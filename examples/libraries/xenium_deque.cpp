// needs: xenium/chase_work_stealing_deque.hpp
// flags: -std=c++17
// expect: ok exhaustive
// options: --filter fixed
// expect: ok exhaustive
// options: --memory rc11 --filter fixed
// expect: violation
// options: --memory rc11 --filter overtaken
// expect: violation
// options: --filter growing
/* Xenium 0.0.2: the work-stealing deque of Chase and Lev is right over an array of fixed size; over one that grows,
 * which is the default, it loses elements if it grows after enough were stolen: where they go is calculated by
 * `i % new_mod_mask`, and should be `i & new_mod_mask`.  Under the memory model of C11 a thief that reads the front
 * with a relaxed load, after the owner took the last element, may read the back as it was before, and take an element
 * again.
 *
 * The owner works at the back.  Thieves take from the front, and may hear that there is nothing if another one was
 * faster; here there is one only. */
#include <lince/test.h>
#include <xenium/chase_work_stealing_deque.hpp>
#include <xenium/detail/fixed_size_circular_array.hpp>

template <class... policies> struct tested {
    static inline xenium::chase_work_stealing_deque<long, xenium::policy::capacity<2>, policies...> deque;
    static void push(long value) { (void)deque.try_push((long *)value); }
    static long pop() {
        long *value;
        return deque.try_pop(value) ? (long)value : lince_empty;
    }
    static long steal() {
        long *value;
        return deque.try_steal(value) ? (long)value : lince_empty;
    }
    static void describe(const char *calls) {
        lince_test_spec("deque");
        lince_test_op("push_back", push, lince_unique);
        lince_test_op("pop_back", pop);
        lince_test_op("pop_front", steal);
        lince_test_scenario(calls);
    }
};
using fixed_array = xenium::policy::container<xenium::detail::fixed_size_circular_array<long, 8>>;
static const char pushes[] =
    "push_back(1) push_back(2); pop_front() pop_front() | "
    "push_back(3) push_back(4) push_back(5) pop_back() pop_back()";
LINCE_TEST(fixed) { tested<fixed_array>::describe(pushes); }
LINCE_TEST(overtaken) {
    tested<fixed_array>::describe("push_back(1) push_back(2); pop_back() pop_back() | pop_front()");
}
LINCE_TEST(growing) { tested<>::describe(pushes); }
