// needs: xenium/harris_michael_list_based_set.hpp
// flags: -std=c++17
// expect: ok exhaustive
// options: --filter set
// expect: violation
// options: --filter check_then_act
/* Xenium: the set of Harris and Michael, a sorted list in which nodes are marked before they are unlinked.  Nodes are
 * freed when no hazard pointer protects them; if one were freed too early, its use would be reported. */
#include <cassert>
#include <lince/test.h>
#include <xenium/harris_michael_list_based_set.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>

static xenium::harris_michael_list_based_set<long, xenium::policy::reclaimer<xenium::reclamation::hazard_pointer<>>>
    set;

static bool add(long key) { return set.emplace(key); }
static bool drop(long key) { return set.erase(key); }
static bool contains(long key) { return set.contains(key); }
static bool drop_if_there(long key) {
    if (!set.contains(key)) return false;
    set.erase(key); /* another one may have been faster */
    return true;
}

static void test(bool (*remover)(long)) {
    lince_test_spec("set");
    lince_test_op("add", add, lince_range(1, 2));
    lince_test_op("remove", remover, lince_range(1, 2));
    lince_test_op("contains", contains, lince_range(1, 2));
    lince_test_scenario("add(1); remove(1) add(1) | remove(1)");
    lince_test_scenario("add(1); remove(1) | add(2) contains(1)");
}
LINCE_TEST(set) { test(drop); }
LINCE_TEST(check_then_act) { test(drop_if_there); }
