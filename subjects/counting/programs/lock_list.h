/* 1 x 2, k = 0: a value is there, and two threads remove it. */
#include <lince/test.h>

#include "../../objects/lock_list.h"
#include <monitors/set_0.h>

static struct lock_list object;

static void setup(void) {
    lock_list_init(&object);
    int slot = lince_m_add_call(0);
    lince_m_add_return(slot, lock_list_add(&object, 0));
}
static void remove_it(void) {
    int slot = lince_m_remove_call(0);
    lince_m_remove_return(slot, lock_list_remove(&object, 0));
}

LINCE_TEST(lock_list) {
    lince_test_setup(setup);
    lince_test_thread(remove_it);
    lince_test_thread(remove_it);
}
