/* The bounded-reordering queue of figure 6, for `lince test --scenario`.
 *
 * Where a thread begins to look for a slot is no choice here, as it is in subjects/wrong/bounded_reordering.c, but its
 * number modulo K: a schedule is then one execution, as it was where the figure comes from, and values still overtake
 * each other. */
#include <lince/test.h>

#include "../subjects/objects/pick.h"
#undef pick
#define pick(n) (lince_thread_number() % (n))

#include "../subjects/objects/containers.h"
#include "../subjects/objects/ubk_queue.h"

QUEUE(ubk_queue)

LINCE_TEST(figure_6) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) | enq(2) | deq() | deq()");
}
