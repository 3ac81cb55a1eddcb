/* The operations of the list for its tests. */
#ifndef SUBJECTS_LOCK_LIST_TEST_H
#define SUBJECTS_LOCK_LIST_TEST_H

#include <lince/test.h>

#include "lock_list.h"

static struct lock_list object;

static void setup(void) { lock_list_init(&object); }
static bool add(long value) { return lock_list_add(&object, value); }
static bool remove_(long value) { return lock_list_remove(&object, value); }
static bool contains(long value) { return lock_list_contains(&object, value); }

static void lock_list_operations(void) {
    lince_test_spec("set");
    lince_test_setup(setup);
    lince_test_op("add", add, lince_range(1, 2));
    lince_test_op("remove", remove_, lince_range(1, 2));
    lince_test_op("contains", contains, lince_range(1, 2));
}

#endif
