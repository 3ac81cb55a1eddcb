/* Budgets, arenas and vectors, also when memory is out. */
#include "base/memory.h"

#include <string.h>

#include "base/vec.h"
#include "tap.h"

static void test_budget(void) {
    lc_budget b;
    lc_budget_init(&b, 1000);
    char *block = lc_allocate(&b, 600);
    memset(block, 'x', 600);
    expect(b.used == 600 && b.peak == 600 && !lc_exhausted(&b), "what is allocated is counted");
    expect(!lc_allocate(&b, 500) && lc_exhausted(&b), "beyond the limit there is nothing");
    expect(b.used == 600, "a refusal costs nothing");
    expect(!lc_resize(&b, block, 600, 1001) && block[599] == 'x', "a block that cannot grow stays as it was");
    block = lc_resize(&b, block, 600, 100);
    expect(block && b.used == 100 && b.peak == 600, "shrinking is always possible");
    lc_release(&b, block, 100);
    expect(b.used == 0 && lc_exhausted(&b), "exhaustion stays");
    expect(!lc_exhausted(NULL), "no budget is never exhausted");
}

static void test_arena(void) {
    lc_budget b;
    lc_arena a;
    lc_budget_init(&b, 0);
    lc_arena_init(&a, &b);
    char *first = lc_arena_take(&a, 5);
    strcpy(first, "four");
    bool aligned = true, apart = true;
    char *before = first;
    for (size_t size = 1; size < 3000; size += 7) {
        char *taken = lc_arena_take(&a, size);
        aligned &= (uintptr_t)taken % 8 == 0;
        apart &= taken != before;
        memset(taken, 0xff, size);
        before = taken;
    }
    expect(aligned && apart, "blocks are aligned and apart");
    expect(strcmp(first, "four") == 0, "nothing moves or is overwritten");
    size_t all = b.used;
    lc_arena_clear(&a);
    expect(b.used > 0 && b.used < all / 10, "clearing keeps little");
    lc_arena_take(&a, 3 << 20);
    expect(b.used >= (size_t)3 << 20, "a block may be large");
    lc_arena_free(&a);
    expect(b.used == 0, "everything is given back");

    lc_budget_init(&b, 100000);
    lc_arena_init(&a, &b);
    size_t taken = 0;
    while (taken < 1000000 && lc_arena_take(&a, 100)) taken += 100;
    expect(taken <= 100000 && lc_exhausted(&b), "the limit holds");
    lc_arena_free(&a);
}

static void test_vector(void) {
    lc_budget b;
    lc_budget_init(&b, 4000);
    LC_VEC(uint32_t) v = {0};
    uint32_t n = 0;
    while (lc_push(&b, &v, n * 3)) n++;
    bool right = true;
    for (uint32_t i = 0; i < v.count; i++) right &= v.at[i] == i * 3;
    expect(n > 300 && n <= 1000 && v.count == n, "a vector grows up to the limit");
    expect(right && lc_exhausted(&b), "and keeps what it has");
    lc_vec_free(&b, &v);
    expect(b.used == 0 && !v.at && !v.count, "a vector gives everything back");
    expect(lc_reserve(NULL, &v, 17) && v.room >= 17 && v.count == 0, "room can be had beforehand");
    lc_vec_free(NULL, &v);
}

/* Counts have 32 bits; what is more than that is refused like what there is no memory for. */
static void test_full_vector(void) {
    lc_budget b;
    lc_budget_init(&b, 0);
    char item = 'x';
    LC_VEC(char) v = {&item, UINT32_MAX, UINT32_MAX};
    expect(!lc_push(&b, &v, 'y') && v.count == UINT32_MAX && v.at == &item, "a full vector stays as it is");
    expect(lc_exhausted(&b), "and it is known that something is missing");
    LC_VEC(char) w = {0};
    uint64_t more = (uint64_t)UINT32_MAX + 9;
    expect(!lc_reserve(NULL, &w, more) && !w.room, "nor is there room for more beforehand");
}

int main(void) {
    test_budget();
    test_arena();
    test_vector();
    test_full_vector();
    return tap_end();
}
