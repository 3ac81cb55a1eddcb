/* An object with a count of those who use it; who is the last frees it.  ORDER is that of counting down. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct counted {
    atomic_int users;
    long data[2];
} counted;

static counted *object;

static void setup(void) {
    object = malloc(sizeof *object);
    atomic_init(&object->users, 2);
}

static void use(int which) {
    object->data[which] = 42;
    if (atomic_fetch_sub_explicit(&object->users, 1, ORDER) == 1) free(object);
}

static void one(void) { use(0); }
static void other(void) { use(1); }

LINCE_TEST(counted) {
    lince_test_setup(setup);
    lince_test_thread(one);
    lince_test_thread(other);
}
