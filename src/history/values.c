#include "history/values.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

#define SMALL_INT 0x80000000u /* this bit marks an integer kept in the handle */
#define SMALL_MIN (-((int64_t)1 << 30))
#define SMALL_MAX (((int64_t)1 << 30) - 1)

enum { HEADER = 4 };

static const struct {
    lince_value handle;
    const char *text;
} common_symbols[] = {
    {LINCE_NIL, "nil"},     {LINCE_TRUE, "true"}, {LINCE_FALSE, "false"},   {LINCE_OK, "ok"},
    {LINCE_EMPTY, "EMPTY"}, {LINCE_NONE, "NONE"}, {LINCE_CLOSED, "CLOSED"},
};

static lince_value out_of_memory(lince_values *pool) {
    lc_exhaust(pool->table.budget);
    return LINCE_NO_VALUE;
}

/* The handle of a value given as kind and content, interning it if need be. */
static lince_value intern(lince_values *pool, lince_kind kind, const void *content, size_t size) {
    char small[256];
    if (pool->barren) return out_of_memory(pool);
    char *key = size + HEADER <= sizeof small ? small : malloc(size + HEADER);
    if (!key) return out_of_memory(pool);
    uint32_t tag = (uint32_t)kind;
    memcpy(key, &tag, HEADER);
    if (size) memcpy(key + HEADER, content, size);

    uint32_t found = LC_NOT_INTERNED;
    lince_value handle = LINCE_NO_VALUE;
    for (const lince_values *p = pool->below; p && found == LC_NOT_INTERNED; p = p->below) {
        found = lc_intern_find(&p->table, key, size + HEADER);
        if (found != LC_NOT_INTERNED) handle = p->first + found;
    }
    if (found == LC_NOT_INTERNED) {
        found = lc_intern_add(&pool->table, key, size + HEADER);
        if (found != LC_NOT_INTERNED) handle = pool->first + found;
    }
    if (key != small) free(key);
    assert(!(handle & SMALL_INT));
    return handle;
}

static bool add_common(lince_values *pool) {
    for (size_t i = 0; i < sizeof common_symbols / sizeof *common_symbols; i++) {
        const char *text = common_symbols[i].text;
        lince_value made = intern(pool, LINCE_SYMBOL, text, strlen(text));
        assert(made == common_symbols[i].handle || !made);
        if (!made) return false;
    }
    lince_value nothing = intern(pool, LINCE_TUPLE, NULL, 0);
    assert(nothing == LINCE_NOTHING || !nothing);
    return nothing;
}

/* Without memory for the common ones others would get their handles. */
void lc_values_init(lince_values *pool, const lince_values *below, lc_budget *budget) {
    pool->below = below;
    pool->first = below ? below->first + below->table.items.count : LINCE_NIL;
    pool->barren = below && below->barren;
    lc_intern_init(&pool->table, budget);
    if (below || add_common(pool)) return;
    lc_intern_free(&pool->table);
    lc_exhaust(budget);
    pool->barren = true;
}

void lc_values_clear(lince_values *pool) {
    assert(pool->below);
    lc_intern_clear(&pool->table);
}

void lc_values_destroy(lince_values *pool) { lc_intern_free(&pool->table); }

lince_values *lince_values_new(void) {
    lince_values *pool = malloc(sizeof *pool);
    if (pool) lc_values_init(pool, NULL, NULL);
    if (!pool || !pool->barren) return pool;
    lince_values_free(pool);
    return NULL;
}

void lince_values_free(lince_values *pool) {
    if (!pool) return;
    lc_values_destroy(pool);
    free(pool);
}

/* Who did not look whether there was memory for a pool gets no values out of it. */

lince_value lince_int(lince_values *pool, int64_t n) {
    if (n >= SMALL_MIN && n <= SMALL_MAX) return SMALL_INT | ((uint32_t)n & ~SMALL_INT);
    if (!pool) return LINCE_NO_VALUE;
    return intern(pool, LINCE_INT, &n, sizeof n);
}

lince_value lince_symbol(lince_values *pool, const char *text, size_t length) {
    return pool && text ? intern(pool, LINCE_SYMBOL, text, length) : LINCE_NO_VALUE;
}

lince_value lince_string(lince_values *pool, const char *text, size_t length) {
    return pool && (text || !length) ? intern(pool, LINCE_STRING, text, length) : LINCE_NO_VALUE;
}

/* A value that there was no memory for is missing in whatever is made of it. */
static bool all_there(const lince_values *pool, const lince_value *items, size_t count) {
    if (!pool || (count && !items)) return false;
    for (size_t i = 0; i < count; i++)
        if (items[i] == LINCE_NO_VALUE) return false;
    return true;
}

lince_value lince_list(lince_values *pool, const lince_value *items, size_t count) {
    if (!all_there(pool, items, count)) return LINCE_NO_VALUE;
    return intern(pool, LINCE_LIST, items, count * sizeof *items);
}

lince_value lince_tuple(lince_values *pool, const lince_value *items, size_t count) {
    if (count == 0) return LINCE_NOTHING;
    if (!all_there(pool, items, count)) return LINCE_NO_VALUE;
    if (count == 1) return items[0];
    return intern(pool, LINCE_TUPLE, items, count * sizeof *items);
}

/* The interned bytes of a handle that is not a small integer. */
static const lc_interned *entry(const lince_values *pool, lince_value v) {
    static const uint32_t symbol = LINCE_SYMBOL, tuple = LINCE_TUPLE;
    static const lc_interned nameless = {&symbol, HEADER, 0}, nothing = {&tuple, HEADER, 0};
    assert(v != LINCE_NO_VALUE && !(v & SMALL_INT));
    if (pool->barren) return v == LINCE_NOTHING ? &nothing : &nameless;
    while (v < pool->first) pool = pool->below;
    return lc_intern_get(&pool->table, v - pool->first);
}

bool lc_value_belongs(const lince_values *pool, lince_value v) {
    return v & SMALL_INT || (v != LINCE_NO_VALUE && v < pool->first + pool->table.items.count);
}

lince_kind lince_value_kind(const lince_values *pool, lince_value v) {
    if (v & SMALL_INT) return LINCE_INT;
    uint32_t tag;
    memcpy(&tag, entry(pool, v)->bytes, sizeof tag);
    return (lince_kind)tag;
}

bool lince_get_int(const lince_values *pool, lince_value v, int64_t *out) {
    if (v & SMALL_INT) {
        *out = (int32_t)(v << 1) >> 1;
        return true;
    }
    if (lince_value_kind(pool, v) != LINCE_INT) return false;
    memcpy(out, (const char *)entry(pool, v)->bytes + HEADER, sizeof *out);
    return true;
}

const char *lince_get_text(const lince_values *pool, lince_value v, size_t *length) {
    lince_kind kind = lince_value_kind(pool, v);
    *length = 0;
    if (kind != LINCE_SYMBOL && kind != LINCE_STRING) return NULL;
    const lc_interned *e = entry(pool, v);
    *length = e->size - HEADER;
    return (const char *)e->bytes + HEADER;
}

const lince_value *lince_get_items(const lince_values *pool, lince_value v, size_t *count) {
    lince_kind kind = lince_value_kind(pool, v);
    *count = 0;
    if (kind != LINCE_LIST && kind != LINCE_TUPLE) return NULL;
    const lc_interned *e = entry(pool, v);
    *count = (e->size - HEADER) / sizeof(lince_value);
    return (const lince_value *)((const char *)e->bytes + HEADER);
}

const lince_value *lc_payload_items(const lince_values *pool, const lince_value *payload, size_t *count) {
    *count = 1;
    return lince_value_kind(pool, *payload) == LINCE_TUPLE ? lince_get_items(pool, *payload, count) : payload;
}

lince_value lc_value_copy(lince_values *to, const lince_values *from, lince_value v) {
    if (v == LINCE_NO_VALUE || v & SMALL_INT || (from->below == to->below && v < from->first)) return v;
    const lc_interned *e = entry(from, v);
    lince_kind kind = lince_value_kind(from, v);
    const char *content = (const char *)e->bytes + HEADER;
    if (kind != LINCE_LIST && kind != LINCE_TUPLE) return intern(to, kind, content, e->size - HEADER);
    lince_value *items = malloc(e->size);
    size_t count = (e->size - HEADER) / sizeof *items;
    if (!items) return out_of_memory(to);
    for (size_t i = 0; i < count; i++) items[i] = lc_value_copy(to, from, ((const lince_value *)content)[i]);
    lince_value copy = all_there(to, items, count) ? intern(to, kind, items, count * sizeof *items) : LINCE_NO_VALUE;
    free(items);
    return copy;
}

void lc_values_move_down(lince_values *lower, const lince_values *upper) {
    assert(upper->below == lower && upper->first == lower->first + lower->table.items.count);
    for (uint32_t i = 0; i < upper->table.items.count; i++) {
        const lc_interned *e = lc_intern_get(&upper->table, i);
        uint32_t number = lc_intern_add(&lower->table, e->bytes, e->size);
        assert(number == LC_NOT_INTERNED || lower->first + number == upper->first + i);
        (void)number;
    }
}

static int compare_text(const lince_values *pool, lince_value a, lince_value b) {
    size_t la, lb;
    const char *ta = lince_get_text(pool, a, &la), *tb = lince_get_text(pool, b, &lb);
    int order = memcmp(ta, tb, la < lb ? la : lb);
    return order ? order : LC_ORDER(la, lb);
}

int lince_compare(const lince_values *pool, lince_value a, lince_value b) {
    if (a == b) return 0;
    lince_kind ka = lince_value_kind(pool, a), kb = lince_value_kind(pool, b);
    if (ka != kb) return ka < kb ? -1 : 1;
    if (ka == LINCE_INT) {
        int64_t ia = 0, ib = 0;
        lince_get_int(pool, a, &ia);
        lince_get_int(pool, b, &ib);
        return LC_ORDER(ia, ib);
    }
    if (ka == LINCE_SYMBOL || ka == LINCE_STRING) return compare_text(pool, a, b);
    size_t ca, cb;
    const lince_value *ia = lince_get_items(pool, a, &ca), *ib = lince_get_items(pool, b, &cb);
    for (size_t i = 0; i < ca && i < cb; i++) {
        int order = lince_compare(pool, ia[i], ib[i]);
        if (order) return order;
    }
    return LC_ORDER(ca, cb);
}

static void print_string(lince_text *out, const char *s, size_t length) {
    lc_text_putc(out, '"');
    for (size_t i = 0, from = 0; i <= length; i++) {
        unsigned char c = i < length ? (unsigned char)s[i] : 0;
        if (c >= 0x20 && c != 0x7f && c != '"' && c != '\\') continue;
        lc_text_add(out, s + from, i - from); /* what needs no escape */
        from = i + 1;
        if (i == length) break;
        if (c == '"' || c == '\\') lc_text_printf(out, "\\%c", c);
        else if (c == '\n') lc_text_puts(out, "\\n");
        else if (c == '\t') lc_text_puts(out, "\\t");
        else lc_text_printf(out, "\\u%04x", c);
    }
    lc_text_putc(out, '"');
}

static void print_items(lince_text *out, const lince_values *pool, const lince_value *items, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(out, ", ");
        lc_value_print(out, pool, items[i]);
    }
}

void lc_value_print(lince_text *out, const lince_values *pool, lince_value v) {
    int64_t n;
    size_t length;
    switch (lince_value_kind(pool, v)) {
    case LINCE_INT:
        if (lince_get_int(pool, v, &n)) lc_text_printf(out, "%" PRId64, n);
        break;
    case LINCE_SYMBOL: {
        const char *text = lince_get_text(pool, v, &length);
        lc_text_add(out, text, length);
        break;
    }
    case LINCE_STRING: {
        const char *text = lince_get_text(pool, v, &length);
        print_string(out, text, length);
        break;
    }
    case LINCE_LIST: {
        const lince_value *items = lince_get_items(pool, v, &length);
        lc_text_putc(out, '[');
        print_items(out, pool, items, length);
        lc_text_putc(out, ']');
        break;
    }
    case LINCE_TUPLE: {
        const lince_value *items = lince_get_items(pool, v, &length);
        print_items(out, pool, items, length);
        break;
    }
    }
}

void lc_payload_print(lince_text *out, const lince_values *pool, lince_value payload) {
    if (payload != LINCE_NO_VALUE) lc_value_print(out, pool, payload);
}
