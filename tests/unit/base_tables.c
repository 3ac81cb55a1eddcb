/* Interning, the map of 64-bit keys, and bit sets. */
#include <string.h>

#include "base/bits.h"
#include "base/intern.h"
#include "base/map64.h"
#include "tap.h"

static void test_intern(void) {
    lc_budget b;
    lc_intern in;
    lc_budget_init(&b, 0);
    lc_intern_init(&in, &b);
    expect(lc_intern_find(&in, "x", 1) == LC_NOT_INTERNED, "an empty table holds nothing");
    bool dense = true, same = true, found = true, bytes = true;
    for (uint32_t i = 0; i < 20000; i++) {
        char key[32];
        int size = snprintf(key, sizeof key, "%u", i * 7919u);
        dense &= lc_intern_add(&in, key, (size_t)size) == i;
        same &= lc_intern_add(&in, key, (size_t)size) == i;
    }
    for (uint32_t i = 0; i < 20000; i++) {
        char key[32];
        int size = snprintf(key, sizeof key, "%u", i * 7919u);
        found &= lc_intern_find(&in, key, (size_t)size) == i;
        const lc_interned *item = lc_intern_get(&in, i);
        bytes &=
            item->size == (uint32_t)size && !memcmp(item->bytes, key, item->size) && (uintptr_t)item->bytes % 8 == 0;
    }
    expect(dense && same, "numbers are dense, the same for the same bytes");
    expect(found && bytes, "and lead back to the bytes");
    expect(lc_intern_find(&in, "nothing", 7) == LC_NOT_INTERNED, "what was not added is not found");
    uint32_t none = lc_intern_add(&in, "", 0), zero = lc_intern_add(&in, "\0", 1);
    expect(none == 20000 && zero == 20001 && lc_intern_add(&in, NULL, 0) == none, "no bytes are bytes too");
    size_t full = b.used;
    lc_intern_clear(&in);
    expect(b.used < full / 10 && lc_intern_find(&in, "7919", 4) == LC_NOT_INTERNED, "clearing forgets");
    expect(lc_intern_add(&in, "again", 5) == 0, "and starts over");
    lc_intern_clear(&in);
    expect(lc_intern_find(&in, "again", 5) == LC_NOT_INTERNED, "a small table forgets as well");
    lc_intern_free(&in);
    expect(b.used == 0, "everything is given back");
}

static void test_intern_out_of_memory(void) {
    lc_budget b;
    lc_intern in;
    lc_budget_init(&b, 50000);
    lc_intern_init(&in, &b);
    uint32_t count = 0;
    while (count < 100000 && lc_intern_add(&in, &count, sizeof count) == count) count++;
    expect(count > 100 && count < 50000 / 4 && lc_exhausted(&b), "the limit holds");
    bool found = true;
    for (uint32_t i = 0; i < count; i++) found &= lc_intern_find(&in, &i, sizeof i) == i;
    expect(found && lc_intern_find(&in, &count, sizeof count) == LC_NOT_INTERNED,
           "what was added before is still there");
    lc_intern_free(&in);
}

static uint64_t scattered(uint64_t i) { return i * i * 0x9e3779b97f4a7c15u + i; }

static void test_map(void) {
    lc_budget b;
    lc_map64 m;
    lc_budget_init(&b, 0);
    lc_map64_init(&m, &b);
    expect(lc_map64_get(&m, 0) == LC_NOT_MAPPED, "an empty map has no zero");
    for (uint32_t i = 0; i < 20000; i++) lc_map64_put(&m, scattered(i), i);
    bool right = true;
    for (uint32_t i = 0; i < 20000; i++) right &= lc_map64_get(&m, scattered(i)) == i;
    expect(right && m.count == 20000, "keys lead to their values");
    expect(lc_map64_get(&m, 3) == LC_NOT_MAPPED, "others to none");
    lc_map64_clear(&m);
    expect(m.count == 0 && lc_map64_get(&m, scattered(1)) == LC_NOT_MAPPED, "clearing forgets");
    lc_map64_put(&m, UINT64_MAX, LC_NOT_MAPPED - 1);
    expect(lc_map64_get(&m, UINT64_MAX) == LC_NOT_MAPPED - 1, "the largest key and value");
    lc_map64_free(&m);
    expect(b.used == 0, "everything is given back");

    lc_budget_init(&b, 10000);
    lc_map64_init(&m, &b);
    for (uint32_t i = 0; i < 5000; i++) lc_map64_put(&m, i, i);
    right = true;
    for (uint32_t i = 0; i < m.count; i++) right &= lc_map64_get(&m, i) == i;
    expect(right && m.count > 100 && m.count < 5000 && lc_exhausted(&b), "out of memory it keeps what it has");
    lc_map64_free(&m);
}

static void test_bits(void) {
    uint64_t set[2] = {0};
    lc_set_bit(set, 0);
    lc_set_bit(set, 63);
    lc_set_bit(set, 64);
    lc_set_bit(set, 127);
    expect(set[0] == 0x8000000000000001u && set[1] == set[0], "bits are where they belong");
    lc_clear_bit(set, 63);
    expect(!lc_bit(set, 63) && lc_bit(set, 64) && !lc_bit(set, 65), "and can be cleared and asked for");
    expect(lc_word_count(0) == 0 && lc_word_count(64) == 1 && lc_word_count(65) == 2 && lc_lowest(0x50) == 4,
           "words and the lowest bit");
}

int main(void) {
    test_intern();
    test_intern_out_of_memory();
    test_map();
    test_bits();
    return tap_end();
}
