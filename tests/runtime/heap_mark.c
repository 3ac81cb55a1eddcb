/* The state at the mark comes back: records and contents, whether they are copied or watched page by page. */
#include <stdlib.h>

#include "heap_support.h"

enum { KEPT = 100, FREED = 200, LARGE = 50000 };

static struct {
    unsigned char *kept, *freed, *large, *next;
    bool wrong;
} b LCT_STATE = {0};

static bool filled(const unsigned char *at, size_t size, unsigned char value) {
    for (size_t i = 0; i < size; i++)
        if (at[i] != value) return false;
    return true;
}

static void restart(void) {
    lct_image_restore();
    lct_heap_reset();
}

static void set_up(bool large) {
    AS_THREAD(0) {
        b.kept = memset(malloc(KEPT), 1, KEPT);
        b.freed = memset(malloc(FREED), 2, FREED);
        b.large = large ? memset(malloc(LARGE), 3, LARGE) : NULL;
        free(b.freed);
    }
    lct_image_take();
    AS_THREAD(0) b.next = malloc(KEPT);
    restart();
}

/* Is everything as the setup left it? */
static bool is_as_it_was(void) {
    return !lct_heap_bad((uintptr_t)b.kept, KEPT) && lct_heap_bad((uintptr_t)b.freed, 1) &&
           lct_heap_bad((uintptr_t)b.next, 1) && filled(b.kept, KEPT, 1) && filled(b.freed, FREED, 2) &&
           (!b.large || filled(b.large, LARGE, 3));
}

static void play(void) {
    AS_THREAD(1) {
        memset(b.kept, 9, KEPT);
        free(b.kept);
        unsigned char *again = malloc(KEPT);
        b.wrong |= again != b.kept || !filled(again, KEPT, 0xa5);
        memset(again, 8, KEPT);
        if (b.large) {
            memset(b.large + 9000, 9, 5000);
            free(b.large);
        }
    }
    AS_THREAD(0) {
        unsigned char *again = malloc(FREED);
        b.wrong |= again != b.freed || !filled(again, FREED, 0xa5);
        memset(again, 7, FREED);
        b.wrong |= malloc(KEPT) != b.next;
        for (int i = 0; i < 100; i++) memset(malloc(KEPT), i, KEPT);
    }
}

static void test(bool large) {
    const char *way = large ? "pages" : "copies";
    set_up(large);
    seen.faults = 0;
    for (int i = 0; i < 4; i++) {
        expect(is_as_it_was(), "%s: execution %d starts from the same heap", way, i);
        unsigned faults = seen.faults;
        play();
        expect(!is_as_it_was(), "%s: and changes it", way);
        if (i > 1) expect(seen.faults == faults, "%s: what was written to once costs no fault any more", way);
        restart();
    }
    expect(is_as_it_was(), "%s: in the end all is as it was", way);
    expect(!b.wrong, "%s: blocks from before the mark are used again, new ones as before", way);
    expect((seen.faults > 0) == large, "%s: faults: %u", way, seen.faults);
}

/* Lists that were not empty at the mark, in each order. */
static void test_lists(void) {
    void *given[2][40];
    for (unsigned policy = LCT_HEAP_LIFO; policy <= LCT_HEAP_SHARED; policy++) {
        lct_heap_set_policy(policy);
        AS_THREAD(0) {
            for (int i = 0; i < 20; i++) given[0][i] = malloc(48);
            for (int i = 0; i < 20; i++) free(given[0][i]);
        }
        lct_image_take();
        for (int k = 0; k < 2; k++) {
            restart();
            AS_THREAD(0) {
                for (int i = 0; i < 40; i++) {
                    given[k][i] = malloc(48);
                    if (i % 3 == 0) free(given[k][i / 2]);
                    if (i % 3 == 0) given[k][i / 2] = NULL;
                }
            }
        }
        restart();
        expect(memcmp(given[0], given[1], sizeof given[0]) == 0, "policy %u: lists of free blocks come back", policy);
    }
}

static void test_other_classes(void) {
    /* The same slabs, cut into other slots. */
    lct_heap_set_policy(LCT_HEAP_LIFO);
    bool right = true;
    static const size_t sizes[] = {16, 1000, 80, 300, 70000, 64, 112, 5000, 16};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        AS_THREAD(3) for (size_t used = 0; used < 1 << 20; used += sizes[i]) right &= malloc(sizes[i]) != NULL;
        restart();
        unsigned char *block = NULL;
        AS_THREAD(3) block = malloc(100);
        right &= !lct_heap_bad((uintptr_t)block, 100);
        for (size_t k = 100; k < 300000; k += 4) right &= lct_heap_bad((uintptr_t)block + k, 4);
        restart();
        right &= lct_heap_bad((uintptr_t)block, 1);
    }
    expect(right, "nothing is left over in slabs that are used for other sizes");
}

int main(void) {
    handle_faults();
    lct_image_init();
    lct_heap_init(LCT_HEAP_LIFO);
    test(false);
    test(true);
    test_lists();
    test_other_classes();
    return tap_end();
}
