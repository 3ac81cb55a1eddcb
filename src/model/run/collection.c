#include "model/run/collection.h"

#include <assert.h>
#include <string.h>

static const char too_many[] = "a collection of PAT's libraries has at most 64 elements here";
_Static_assert(LCM_COLLECTION_MAX == 64, "the message names the limit");

/* Where the first of `count` elements is that is x; `count`: none is. */
static int32_t find(const int32_t *c, int32_t x) {
    int32_t i = 0;
    while (i < c[0] && c[1 + i] != x) i++;
    return i;
}

/* Where x is among the keys of a table, or belongs. */
static int32_t find_key(const int32_t *c, int32_t x) {
    int32_t i = 0;
    while (i < c[0] && c[1 + 2 * i] < x) i++;
    return i;
}

static bool has_key(const int32_t *c, int32_t x) {
    int32_t i = find_key(c, x);
    return i < c[0] && c[1 + 2 * i] == x;
}

static void take(int32_t *c, int32_t i) {
    memmove(c + 1 + i, c + 2 + i, (size_t)(c[0] - i - 1) * sizeof *c);
    c[c[0]--] = 0;
}

static const char *append(int32_t *c, int32_t x) {
    if (c[0] == LCM_COLLECTION_MAX) return too_many;
    c[1 + c[0]++] = x;
    return NULL;
}

/* Into a set, which stays in ascending order. */
static const char *put(int32_t *c, int32_t x, int32_t *is_new) {
    int32_t i = 0;
    while (i < c[0] && c[1 + i] < x) i++;
    *is_new = i == c[0] || c[1 + i] != x;
    if (!*is_new) return NULL;
    if (c[0] == LCM_COLLECTION_MAX) return too_many;
    memmove(c + 2 + i, c + 1 + i, (size_t)(c[0] - i) * sizeof *c);
    c[1 + i] = x;
    c[0]++;
    return NULL;
}

static const char *enter(int32_t *c, int32_t key, int32_t value) {
    int32_t i = find_key(c, key);
    if (has_key(c, key)) return NULL;
    if (c[0] == LCM_COLLECTION_MAX) return too_many;
    memmove(c + 3 + 2 * i, c + 1 + 2 * i, (size_t)(c[0] - i) * 2 * sizeof *c);
    c[1 + 2 * i] = key, c[2 + 2 * i] = value;
    c[0]++;
    return NULL;
}

static bool overlap(const int32_t *a, const int32_t *b) {
    for (int32_t i = 0; i < a[0]; i++)
        if (find(b, a[1 + i]) < b[0]) return true;
    return false;
}

/* The elements of a set as digits of base 4, the last two bits of each, behind each other in a decimal number. */
static const char *digits(const int32_t *c, int32_t *result) {
    uint32_t bits = 0;
    for (int32_t i = 0; i < c[0]; i++) bits = (bits | (uint32_t)c[1 + i]) << 2;
    int64_t sum = 0, scale = 1;
    int32_t rest = (int32_t)bits >> 2;
    for (int32_t i = 0; i < 16 && (i == 0 || rest != 0); i++, scale *= 10, rest >>= 2) sum += scale * (rest & 3);
    if (sum > INT32_MAX) return "the result does not fit in 32 bits";
    *result = (int32_t)sum;
    return NULL;
}

static int32_t extreme(const int32_t *a, uint32_t cells, bool greatest) {
    int32_t best = a[0];
    for (uint32_t i = 1; i < cells; i++)
        if (greatest ? a[i] > best : a[i] < best) best = a[i];
    return best;
}

const char *lcm_collection_ask(lcm_library_op op, const int32_t *a, uint32_t cells, const int32_t *b, int32_t x,
                               int32_t *result) {
    static const char empty[] = "the collection is empty";
    switch (op) {
    case LCM_C_COUNT: *result = a[0]; return NULL;
    case LCM_C_AT:
        if (x < 0 || x >= a[0]) return "there is no such element: they are numbered from 0 on";
        *result = a[1 + x];
        return NULL;
    case LCM_C_HAS: *result = find(a, x) < a[0]; return NULL;
    case LCM_C_FIRST:
    case LCM_C_LAST:
        if (a[0] == 0) return empty;
        *result = op == LCM_C_FIRST ? a[1] : a[a[0]];
        return NULL;
    case LCM_C_OVERLAPS: *result = overlap(a, b); return NULL;
    case LCM_C_DISJOINT: *result = !overlap(a, b); return NULL;
    case LCM_C_DIGITS: return digits(a, result);
    case LCM_C_HAS_KEY: *result = has_key(a, x); return NULL;
    case LCM_C_VALUE_OF:
        if (!has_key(a, x)) return "the table has no such key";
        *result = a[2 + 2 * find_key(a, x)];
        return NULL;
    case LCM_C_LENGTH: *result = (int32_t)cells; return NULL;
    case LCM_C_IS_EMPTY: *result = cells == 0; return NULL;
    case LCM_C_GREATEST:
    case LCM_C_LEAST: *result = extreme(a, cells, op == LCM_C_GREATEST); return NULL;
    default: break;
    }
    assert(!"a question");
    return NULL;
}

/* GetSubsetByIndex: element i stays if bit i is set. */
static void keep_subset(int32_t *a, int32_t bits) {
    int32_t kept = 0, count = a[0];
    for (int32_t i = 0; i < count; i++) {
        bool stays = bits > 0 && i < 31 && bits >> i & 1;
        if (stays) a[1 + kept++] = a[1 + i];
    }
    memset(a + 1 + kept, 0, (size_t)(count - kept) * sizeof *a);
    a[0] = kept;
}

const char *lcm_collection_change(lcm_library_op op, int32_t *a, int32_t x, int32_t y, int32_t *result) {
    int32_t at;
    *result = 0;
    switch (op) {
    case LCM_C_PUT: return put(a, x, result);
    case LCM_C_TAKE_OUT:
    case LCM_C_REMOVE:
        at = find(a, x);
        *result = at < a[0];
        if (*result) take(a, at);
        return NULL;
    case LCM_C_KEEP_SUBSET: keep_subset(a, x); return NULL;
    case LCM_C_APPEND: return append(a, x);
    case LCM_C_REMOVE_AT:
        if (x < 0 || x >= a[0]) return "there is no such element: they are numbered from 0 on";
        take(a, x);
        return NULL;
    case LCM_C_TAKE_FIRST:
    case LCM_C_TAKE_LAST:
        if (a[0] == 0) return "nothing can be taken out of an empty collection";
        at = op == LCM_C_TAKE_FIRST ? 0 : a[0] - 1;
        *result = a[1 + at];
        take(a, at);
        return NULL;
    case LCM_C_CLEAR: memset(a, 0, (size_t)(1 + a[0]) * sizeof *a); return NULL;
    case LCM_C_ENTER: return enter(a, x, y);
    default: break;
    }
    assert(!"a change");
    return NULL;
}

/* The elements of a that are in b, or are not. */
static void select_from(const int32_t *a, const int32_t *b, bool in, int32_t *made) {
    for (int32_t i = 0; i < a[0]; i++)
        if ((find(b, a[1 + i]) < b[0]) == in) made[1 + made[0]++] = a[1 + i];
}

const char *lcm_collection_make(lcm_library_op op, const int32_t *a, uint32_t cells, const int32_t *b, int32_t *made) {
    const char *why = NULL;
    int32_t is_new;
    switch (op) {
    case LCM_C_NOTHING: return NULL;
    case LCM_C_COPY: memcpy(made, a, cells * sizeof *made); return NULL;
    case LCM_C_ELEMENTS:
        for (uint32_t i = 0; i < cells && !why; i++) why = append(made, a[i]);
        return why;
    case LCM_C_UNION:
    case LCM_C_CONCATENATION:
        memcpy(made, a, cells * sizeof *made);
        for (int32_t i = 0; i < b[0] && !why; i++)
            why = op == LCM_C_UNION ? put(made, b[1 + i], &is_new) : append(made, b[1 + i]);
        return why;
    case LCM_C_INTERSECTION: select_from(a, b, true, made); return NULL;
    case LCM_C_DIFFERENCE: select_from(a, b, false, made); return NULL;
    default: break;
    }
    assert(!"a collection that is made");
    return NULL;
}
