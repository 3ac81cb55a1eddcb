// expect: ok exhaustive
// options: -- -std=c++17
// needs: xenium/harris_michael_list_based_set.hpp
/* Xenium: the set of Harris and Michael, a sorted list in which nodes are marked before they are unlinked.  Nodes are
 * freed when no hazard pointer protects them; if one were freed too early, its use would be reported. */
#include <cassert>
#include <lince/test.h>
#include <xenium/harris_michael_list_based_set.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>
#include <xenium/reclamation/lock_free_ref_count.hpp>

static xenium::harris_michael_list_based_set<long, xenium::policy::reclaimer<xenium::reclamation::RECL>> set;

static bool add(long key) { return set.emplace(key); }
static bool drop(long key) { return set.erase(key); }
static bool contains(long key) { return set.contains(key); }

LINCE_TEST(xenium_set) {
    lince_test_spec("set");
    lince_test_op("add", add, lince_range(1, 2));
    lince_test_op("remove", drop, lince_range(1, 2));
    lince_test_op("contains", contains, lince_range(1, 2));
    lince_test_scenario("add(1); remove(1) | add(2) contains(1)");
    lince_test_scenario("add(1); remove(1) add(1) | remove(1)");
    lince_test_scenario("add(1) add(2); remove(1) | remove(2) ");
}
