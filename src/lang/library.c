#include "lang/library.h"

#include <assert.h>
#include <stddef.h>

const lcm_library_name lcm_library_names[] = {
    {"PAT.Lib.Set", "Set", LCM_LIBRARY_SET, LCM_SET},
    {"PAT.Lib.List", "List", LCM_LIBRARY_LIST, LCM_LIST},
    {"PAT.Lib.SerializableList", "SerializableList", LCM_LIBRARY_SERIALIZABLE_LIST, LCM_LIST},
    {"PAT.Lib.Queue", "Queue", LCM_LIBRARY_QUEUE, LCM_QUEUE},
    {"PAT.Lib.Stack", "Stack", LCM_LIBRARY_STACK, LCM_STACK},
    {"PAT.Lib.HashTable", "HashTable", LCM_LIBRARY_TABLE, LCM_TABLE},
    {"PAT.Lib.Array", NULL, LCM_LIBRARY_ARRAY, LCM_NUMBERS},
    {"PAT.Lib.Example", NULL, LCM_LIBRARY_EXAMPLE, LCM_NUMBERS},
    {"PAT.Math", NULL, LCM_NO_LIBRARY, LCM_NUMBERS},
    {NULL, NULL, LCM_NO_LIBRARY, LCM_NUMBERS},
};

enum {
    SET = 1 << LCM_SET,
    LIST = 1 << LCM_LIST,
    QUEUE = 1 << LCM_QUEUE,
    STACK = 1 << LCM_STACK,
    TABLE = 1 << LCM_TABLE
};

/* Some names are those of PAT: `Substract` is spelt so there. */
const lcm_library_row lcm_library_rows[] = {
    {"Count", SET | LIST | QUEUE | STACK, LCM_NO_LIBRARY, LCM_C_COUNT, LCM_ASKS, 0, 0, true},
    {"Contains", SET | LIST | QUEUE | STACK, LCM_NO_LIBRARY, LCM_C_HAS, LCM_ASKS, 1, 0, true},
    {"Get", SET | LIST, LCM_NO_LIBRARY, LCM_C_AT, LCM_ASKS, 1, 0, true},
    {"IsOverlapping", SET, LCM_NO_LIBRARY, LCM_C_OVERLAPS, LCM_ASKS, 0, 1, true},
    {"IsDisjoint", SET, LCM_NO_LIBRARY, LCM_C_DISJOINT, LCM_ASKS, 0, 1, true},
    {"GetData", SET, LCM_NO_LIBRARY, LCM_C_DIGITS, LCM_ASKS, 0, 0, true},
    {"First", QUEUE, LCM_NO_LIBRARY, LCM_C_FIRST, LCM_ASKS, 0, 0, true},
    {"Last", QUEUE, LCM_NO_LIBRARY, LCM_C_LAST, LCM_ASKS, 0, 0, true},
    {"Peek", STACK, LCM_NO_LIBRARY, LCM_C_LAST, LCM_ASKS, 0, 0, true},
    {"ContainsKey", TABLE, LCM_NO_LIBRARY, LCM_C_HAS_KEY, LCM_ASKS, 1, 0, true},
    {"GetValue", TABLE, LCM_NO_LIBRARY, LCM_C_VALUE_OF, LCM_ASKS, 1, 0, true},
    {"Add", SET, LCM_NO_LIBRARY, LCM_C_PUT, LCM_CHANGES, 1, 0, true},
    {"Remove", SET, LCM_NO_LIBRARY, LCM_C_TAKE_OUT, LCM_CHANGES, 1, 0, true},
    {"GetSubsetByIndex", SET, LCM_NO_LIBRARY, LCM_C_KEEP_SUBSET, LCM_CHANGES, 1, 0, false},
    {"Add", LIST, LCM_NO_LIBRARY, LCM_C_APPEND, LCM_CHANGES, 1, 0, false},
    {"Remove", LIST, LCM_NO_LIBRARY, LCM_C_REMOVE, LCM_CHANGES, 1, 0, false},
    {"RemoveAt", LIST, LCM_NO_LIBRARY, LCM_C_REMOVE_AT, LCM_CHANGES, 1, 0, false},
    {"Enqueue", QUEUE, LCM_NO_LIBRARY, LCM_C_APPEND, LCM_CHANGES, 1, 0, false},
    {"Dequeue", QUEUE, LCM_NO_LIBRARY, LCM_C_TAKE_FIRST, LCM_CHANGES, 0, 0, false},
    {"Push", STACK, LCM_NO_LIBRARY, LCM_C_APPEND, LCM_CHANGES, 1, 0, false},
    {"Pop", STACK, LCM_NO_LIBRARY, LCM_C_TAKE_LAST, LCM_CHANGES, 0, 0, true},
    {"Clear", QUEUE | STACK, LCM_NO_LIBRARY, LCM_C_CLEAR, LCM_CHANGES, 0, 0, false},
    {"Add", TABLE, LCM_NO_LIBRARY, LCM_C_ENTER, LCM_CHANGES, 2, 0, false},
    {"Union", SET, LCM_NO_LIBRARY, LCM_C_UNION, LCM_MAKES, 0, 2, true},
    {"Intersect", SET, LCM_NO_LIBRARY, LCM_C_INTERSECTION, LCM_MAKES, 0, 2, true},
    {"Substract", SET, LCM_NO_LIBRARY, LCM_C_DIFFERENCE, LCM_MAKES, 0, 2, true},
    {"Concat", LIST | QUEUE, LCM_NO_LIBRARY, LCM_C_CONCATENATION, LCM_MAKES, 0, 2, true},
    {"ArrayLength", 0, LCM_LIBRARY_ARRAY, LCM_C_LENGTH, LCM_ASKS, 0, 1, true},
    {"IsArrayEmpty", 0, LCM_LIBRARY_ARRAY, LCM_C_IS_EMPTY, LCM_ASKS, 0, 1, true},
    {"ArrayMax", 0, LCM_LIBRARY_ARRAY, LCM_C_GREATEST, LCM_ASKS, 0, 1, true},
    {"ArrayMin", 0, LCM_LIBRARY_ARRAY, LCM_C_LEAST, LCM_ASKS, 0, 1, true},
    {"amax", 0, LCM_LIBRARY_EXAMPLE, LCM_C_GREATEST, LCM_ASKS, 0, 1, true},
    {"mailorder", 0, LCM_LIBRARY_EXAMPLE, LCM_C_WINS, LCM_COMPUTES, 2, 0, true},
    {"dominate", 0, LCM_LIBRARY_EXAMPLE, LCM_C_DOMINATES, LCM_COMPUTES, 2, 0, true},
    {"Abs", 0, LCM_NO_LIBRARY, LCM_C_ABS, LCM_COMPUTES, 1, 0, true},
    {"Max", 0, LCM_NO_LIBRARY, LCM_C_MAX, LCM_COMPUTES, 2, 0, true},
    {"Min", 0, LCM_NO_LIBRARY, LCM_C_MIN, LCM_COMPUTES, 2, 0, true},
    {"Pow", 0, LCM_NO_LIBRARY, LCM_C_POW, LCM_COMPUTES, 2, 0, true},
    {"Sign", 0, LCM_NO_LIBRARY, LCM_C_SIGN, LCM_COMPUTES, 1, 0, true},
    {"Sqrt", 0, LCM_NO_LIBRARY, LCM_C_SQRT, LCM_COMPUTES, 1, 0, true},
    {NULL, 0, LCM_NO_LIBRARY, LCM_C_COUNT, LCM_ASKS, 0, 0, false},
};

static const lcm_library_row unnamed[] = {
    {"new", 0, LCM_NO_LIBRARY, LCM_C_NOTHING, LCM_MAKES, 0, 0, true},
    {"=", 0, LCM_NO_LIBRARY, LCM_C_COPY, LCM_MAKES, 0, 1, true},
    {"new", 0, LCM_NO_LIBRARY, LCM_C_ELEMENTS, LCM_MAKES, 0, 1, true},
};

const lcm_library_row *lcm_library_row_of(lcm_library_op op) {
    assert(op == LCM_C_NOTHING || op == LCM_C_COPY || op == LCM_C_ELEMENTS);
    return &unnamed[op - LCM_C_NOTHING];
}

uint32_t lcm_collection_cells(lcm_type type) { return 1 + (type == LCM_TABLE ? 2 : 1) * LCM_COLLECTION_MAX; }

const char *lcm_type_name(lcm_type type) {
    static const char *const names[] = {"a number", "a set", "a list", "a queue", "a stack", "a table"};
    return names[type];
}

/* ---- functions of numbers ---- */

/* A power of .NET is a number of floating point, rounded to an integer. */
static const char *power(int64_t x, int64_t y, int64_t *result) {
    if (y < 0) {
        if (x == 0) return "0 has no negative power";
        *result = x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0; /* a half is rounded to 0, the even one */
        return NULL;
    }
    *result = 1;
    if (x == -1) *result = y % 2 ? -1 : 1;
    if (x >= -1 && x <= 1) return (*result = y == 0 ? 1 : x == 0 ? 0 : *result), NULL;
    for (; y > 0; y--) {
        *result *= x;
        if (*result < INT32_MIN || *result > INT32_MAX) return "the power does not fit in 32 bits";
    }
    return NULL;
}

/* Rounded: half-way between two integers there is no root. */
static const char *root(int64_t x, int64_t *result) {
    if (x < 0) return "a negative number has no square root";
    int64_t low = 0, high = 46341; /* low squared is at most x, high squared is more */
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if (middle * middle <= x) low = middle;
        else high = middle;
    }
    *result = low + (x - low * low > low);
    return NULL;
}

/* The tournament of PAT's model of a mailbox: i wins against v; elements from 1 to 7. */
static const char *wins(int64_t i, int64_t v, bool *result) {
    static const char *const rows[] = {"0011100", "1010001", "0000111", "0110010", "0101001", "1100100", "1001010"};
    if (i < 1 || i > 7 || v < 1 || v > 7) return "the time stamps of mailorder and dominate are 1 to 7";
    *result = rows[i - 1][v - 1] == '1';
    return NULL;
}

static const char *dominates(int64_t v, int64_t w, int64_t *result) {
    for (int64_t i = 1; i <= 7; i++) {
        bool one = false, other = false;
        const char *why = wins(i, v, &one);
        if (!why) why = wins(i, w, &other);
        if (why) return why;
        *result = i;
        if (one && other) return NULL;
    }
    *result = -1;
    return NULL;
}

const char *lcm_library_compute(lcm_library_op op, int32_t x, int32_t y, int32_t *result) {
    int64_t value = 0;
    const char *why = NULL;
    bool is;
    switch (op) {
    case LCM_C_ABS: value = x < 0 ? -(int64_t)x : x; break;
    case LCM_C_MAX: value = x > y ? x : y; break;
    case LCM_C_MIN: value = x < y ? x : y; break;
    case LCM_C_SIGN: value = (x > 0) - (x < 0); break;
    case LCM_C_POW: why = power(x, y, &value); break;
    case LCM_C_SQRT: why = root(x, &value); break;
    case LCM_C_WINS: is = false, why = wins(x, y, &is), value = is; break;
    case LCM_C_DOMINATES: why = dominates(x, y, &value); break;
    default: assert(!"a function of numbers");
    }
    if (!why && (value < INT32_MIN || value > INT32_MAX)) why = "the result does not fit in 32 bits";
    if (!why) *result = (int32_t)value;
    return why;
}
