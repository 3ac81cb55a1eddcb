/* Values: every kind, equality of handles, order. */
#include "api.h"

static lince_value text(lince_value (*make)(lince_values *, const char *, size_t), lince_values *pool, const char *s) {
    return make(pool, s, strlen(s));
}

static void test_integers(lince_values *pool) {
    static const int64_t numbers[] = {INT64_MIN, INT32_MIN, -(1 << 30) - 1, -(1 << 30), -1,        0,
                                      1,         5,         (1 << 30) - 1,  1 << 30,    INT32_MAX, INT64_MAX};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    lince_value at[COUNT];
    bool kept = true, told_apart = true, ordered = true;
    for (int i = 0; i < COUNT; i++) {
        int64_t out = 42;
        at[i] = lince_int(pool, numbers[i]);
        kept = kept && at[i] && lince_value_kind(pool, at[i]) == LINCE_INT && lince_get_int(pool, at[i], &out) &&
               out == numbers[i] && at[i] == lince_int(pool, numbers[i]);
        for (int k = 0; k < i; k++) {
            told_apart = told_apart && at[k] != at[i];
            ordered = ordered && lince_compare(pool, at[k], at[i]) < 0 && lince_compare(pool, at[i], at[k]) > 0;
        }
    }
    expect(kept, "integers of 64 bits are kept, and equal ones have equal handles");
    expect(told_apart, "different integers have different handles");
    expect(ordered && lince_compare(pool, at[0], at[0]) == 0, "integers are ordered by size");
}

static void test_text(lince_values *pool) {
    size_t length;
    lince_value symbol = text(lince_symbol, pool, "red"), string = text(lince_string, pool, "red");
    expect(lince_value_kind(pool, symbol) == LINCE_SYMBOL && lince_value_kind(pool, string) == LINCE_STRING,
           "symbols and strings are two kinds");
    expect(symbol != string && symbol == text(lince_symbol, pool, "red") && string == text(lince_string, pool, "red"),
           "equality is by kind and content");
    const char *red = lince_get_text(pool, symbol, &length);
    expect(length == 3 && !memcmp(red, "red", 3), "the text of a symbol");
    red = lince_get_text(pool, string, &length);
    expect(length == 3 && !memcmp(red, "red", 3), "the text of a string");

    lince_value with_nul = lince_string(pool, "a\0b", 3), empty = lince_string(pool, "", 0);
    const char *bytes = lince_get_text(pool, with_nul, &length);
    expect(length == 3 && !memcmp(bytes, "a\0b", 3) && with_nul != text(lince_string, pool, "a"),
           "a string may hold NUL");
    expect(lince_get_text(pool, empty, &length) && length == 0 && empty != LINCE_NOTHING, "a string may be empty");
    char large[5000];
    memset(large, 'x', sizeof large);
    bytes = lince_get_text(pool, lince_string(pool, large, sizeof large), &length);
    expect(length == sizeof large && !memcmp(bytes, large, length), "or long");
}

static void test_lists(lince_values *pool) {
    size_t count;
    lince_value items[] = {lince_int(pool, 1), LINCE_EMPTY, text(lince_string, pool, "x")};
    lince_value list = lince_list(pool, items, 3), tuple = lince_tuple(pool, items, 3);
    const lince_value *got = lince_get_items(pool, list, &count);
    expect(lince_value_kind(pool, list) == LINCE_LIST && count == 3 && !memcmp(got, items, sizeof items),
           "a list and its items");
    expect(list == lince_list(pool, items, 3) && list != lince_list(pool, items, 2), "equal lists, equal handles");
    got = lince_get_items(pool, tuple, &count);
    expect(lince_value_kind(pool, tuple) == LINCE_TUPLE && tuple != list && count == 3 &&
               !memcmp(got, items, sizeof items),
           "a tuple is not a list");
    expect(lince_tuple(pool, items, 1) == items[0], "the tuple of one value is the value");
    expect(lince_tuple(pool, NULL, 0) == LINCE_NOTHING && lince_value_kind(pool, LINCE_NOTHING) == LINCE_TUPLE,
           "the tuple of no values");
    lince_value none = lince_list(pool, NULL, 0), one = lince_list(pool, items, 1);
    expect(none != LINCE_NOTHING && lince_get_items(pool, none, &count) && count == 0, "the empty list");
    expect(one != items[0] && lince_value_kind(pool, one) == LINCE_LIST, "the list of one value is not the value");
    lince_value nested[] = {list, list};
    lince_value outer = lince_list(pool, nested, 2);
    got = lince_get_items(pool, outer, &count);
    expect(count == 2 && got[0] == list && got[1] == list, "lists hold lists");
}

/* Memory ran out while a value was made; whatever is made of it is not there either, and no history takes it in. */
static void test_absent(lince_values *pool) {
    lince_value items[] = {lince_int(pool, 1), LINCE_NO_VALUE};
    expect(lince_list(pool, items, 2) == LINCE_NO_VALUE, "there is no list of a value that could not be made");
    expect(lince_tuple(pool, items, 2) == LINCE_NO_VALUE && lince_tuple(pool, items + 1, 1) == LINCE_NO_VALUE,
           "and no tuple");
    lince_history *h = lince_history_new();
    expect(lince_invoke(h, "T", NULL, "put", items, 2, NULL) == LINCE_OUT_OF_MEMORY &&
               lince_invoke(h, "T", NULL, "put", items + 1, 1, NULL) == LINCE_OUT_OF_MEMORY &&
               lince_history_operations(h) == 0,
           "and no operation");
    begin(h, "T", "take", LINCE_NO_VALUE);
    expect(lince_return(h, "T", items, 2, NULL) == LINCE_OUT_OF_MEMORY, "and no result");
    lince_history_free(h);
}

/* Looking for what is not there. */
static void test_mismatches(lince_values *pool) {
    int64_t n = 42;
    size_t length = 7, count = 7;
    lince_value five = lince_int(pool, 5), large = lince_int(pool, INT64_MAX);
    expect(!lince_get_int(pool, LINCE_EMPTY, &n) && n == 42, "a symbol is no integer");
    expect(!lince_get_text(pool, five, &length) && length == 0, "an integer has no text");
    length = 7;
    expect(!lince_get_text(pool, large, &length) && length == 0, "nor has a large one");
    expect(!lince_get_items(pool, LINCE_EMPTY, &count) && count == 0, "a symbol has no items");
    count = 7;
    expect(!lince_get_items(pool, five, &count) && count == 0, "nor has an integer");
}

static void test_common(lince_values *pool) {
    static const struct {
        lince_value handle;
        const char *text;
    } common[] = {{LINCE_NIL, "nil"},     {LINCE_TRUE, "true"}, {LINCE_FALSE, "false"},  {LINCE_OK, "ok"},
                  {LINCE_EMPTY, "EMPTY"}, {LINCE_NONE, "NONE"}, {LINCE_CLOSED, "CLOSED"}};
    lince_values *other = lince_values_new();
    text(lince_string, other, "something else first");
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        expect(text(lince_symbol, pool, common[i].text) == common[i].handle &&
                   text(lince_symbol, other, common[i].text) == common[i].handle,
               "%s is the same in every pool", common[i].text);
    expect(text(lince_string, pool, "true") != LINCE_TRUE, "a string that spells a symbol is not the symbol");
    expect(lince_bool(true) == LINCE_TRUE && lince_bool(false) == LINCE_FALSE, "truth values");
    lince_values_free(other);
    lince_values_free(NULL);
}

static void test_order(lince_values *pool) {
    lince_value one = lince_int(pool, 1), two = lince_int(pool, 2), pair[] = {one, two}, later[] = {one, two, one};
    lince_value back[] = {two};
    lince_value ascending[] = {lince_int(pool, -7),           two,
                               text(lince_symbol, pool, "A"), text(lince_symbol, pool, "AA"),
                               text(lince_symbol, pool, "b"), text(lince_string, pool, ""),
                               text(lince_string, pool, "A"), text(lince_string, pool, "\xc3\xa4"),
                               lince_list(pool, NULL, 0),     lince_list(pool, pair, 2),
                               lince_list(pool, later, 3),    lince_list(pool, back, 1)};
    size_t count = sizeof ascending / sizeof *ascending;
    bool right = true;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            int order = lince_compare(pool, ascending[i], ascending[k]);
            right = right && (i < k ? order < 0 : i > k ? order > 0 : order == 0);
        }
    expect(right, "integers come before symbols before strings before lists, each by content");
}

int main(void) {
    lince_values *pool = lince_values_new();
    test_integers(pool);
    test_text(pool);
    test_lists(pool);
    test_absent(pool);
    test_mismatches(pool);
    test_common(pool);
    test_order(pool);
    lince_values_free(pool);
    int major, minor, patch;
    char rest;
    expect(sscanf(lince_version(), "%d.%d.%d%c", &major, &minor, &patch, &rest) == 3, "version %s", lince_version());
    return tap_end();
}
