// relax: textbook
/* A ticket lock. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int tickets, serving;
static int counted;

static void enter(void) {
    int mine = atomic_fetch_add(&tickets, 1); // relaxed
    while (atomic_load(&serving) != mine) {}  // acquire
    counted++;
    atomic_store(&serving, mine + 1); // release
}

static void all_counted(void) { lince_assert(counted == 3); }

LINCE_TEST(ticket_lock) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_counted);
}
