#include "target/explore/value.h"

#include <assert.h>
#include <lince/test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/explore/symbol.h"

#ifndef LCT_STATE
#define LCT_STATE __attribute__((section("lince_state")))
#endif

enum { BUCKETS = 1 << 12, ALIGN = 16, SIZE = 1 << 26 };

typedef struct table {
    uint32_t lock; /* threads may be real */
    uint32_t used; /* bytes of `at` */
    uint32_t buckets[BUCKETS];
    char at[] __attribute__((aligned(ALIGN)));
} table;
static table *values LCT_STATE = NULL;

static const lct_value *value_at(uint32_t offset) { return (const lct_value *)(const void *)(values->at + offset); }

const lct_value *lct_value_of(int64_t number) {
    uint64_t offset = (uint64_t)number - (uint64_t)INT64_MIN;
    if (!values || !offset || offset % ALIGN || offset >= __atomic_load_n(&values->used, __ATOMIC_ACQUIRE)) return NULL;
    const lct_value *v = value_at((uint32_t)offset);
    return v->kind != LCT_VALUE_NUMBER && v->kind < LCT_VALUE_KINDS ? v : NULL;
}

/* ---- making them ---- */

static uint32_t hash_of(uint32_t kind, const char *bytes, size_t size) {
    uint32_t h = 2166136261u ^ kind; /* FNV-1a */
    for (size_t i = 0; i < size; i++) h = (h ^ (unsigned char)bytes[i]) * 16777619u;
    return h;
}

static uint32_t find(uint32_t first, const lct_value *like, const char *bytes) {
    for (uint32_t at = first; at; at = value_at(at)->next) {
        const lct_value *v = value_at(at);
        if (v->hash == like->hash && v->kind == like->kind && v->size == like->size &&
            memcmp(v->content, bytes, v->size) == 0)
            return at;
    }
    return 0;
}

/* The offset of a new one. */
static uint32_t add(const lct_value *like, const char *bytes) {
    if (!values->used) values->used = ALIGN; /* offset 0 is none */
    size_t room = (sizeof *like + like->size + 1 + ALIGN - 1) / ALIGN * ALIGN;
    uint32_t offset = values->used, *bucket = &values->buckets[like->hash % BUCKETS];
    if (room > SIZE - sizeof *values - offset) return 0;
    lct_value *v = (lct_value *)(void *)(values->at + offset);
    *v = *like;
    v->next = *bucket;
    if (like->size) memcpy(v->content, bytes, like->size);
    v->content[like->size] = 0;
    __atomic_store_n(&values->used, offset + (uint32_t)room, __ATOMIC_RELEASE);
    *bucket = offset;
    return offset;
}

static long intern(uint16_t kind, uint16_t depth, const void *bytes, size_t size) {
    if (!values) values = lct_value_memory(SIZE);
    if (size > SIZE / 2 || depth > LCT_VALUE_DEPTH) lct_value_shortage();
    lct_value like = {.size = (uint32_t)size, .kind = kind, .depth = depth, .hash = hash_of(kind, bytes, size)};
    while (__atomic_exchange_n(&values->lock, 1, __ATOMIC_ACQUIRE)) {}
    uint32_t offset = find(values->buckets[like.hash % BUCKETS], &like, bytes);
    if (!offset) offset = add(&like, bytes);
    __atomic_store_n(&values->lock, 0, __ATOMIC_RELEASE);
    if (!offset) lct_value_shortage();
    return (long)(INT64_MIN + (int64_t)offset);
}

void lct_value_start(void) {
    if (!values) values = lct_value_memory(SIZE);
    values->lock = 0;
}

int64_t lct_string_at(const char *text, size_t length, uintptr_t pc) {
    lct_value_reads(text, length, pc);
    return intern(LCT_VALUE_STRING, 0, text, length);
}

long lince_string_value_of(const char *bytes, size_t length) {
    return lct_string_at(bytes, length, (uintptr_t)__builtin_return_address(0));
}

long lince_string_value(const char *text) {
    return text ? lct_string_at(text, strlen(text), (uintptr_t)__builtin_return_address(0)) : lince_nil;
}

long lct_symbol_of(const char *name, size_t length) {
    int64_t known;
    if (!length || lct_symbol_find(name, length, &known)) return length ? (long)known : lince_nil;
    return intern(LCT_VALUE_SYMBOL, 0, name, length);
}

long lince_symbol_named(const char *name) { return lct_symbol_of(name, name ? strlen(name) : 0); }

long lince_list_value_of(int count, const long *items) {
    uint16_t depth = 1;
    for (int i = 0; i < count; i++) {
        const lct_value *v = lct_value_of(items[i]);
        if (v && v->depth >= depth) depth = (uint16_t)(v->depth + 1);
    }
    return intern(LCT_VALUE_LIST, depth, items, count > 0 ? (size_t)count * sizeof *items : 0);
}

long lince_value_as_string(long number) {
    const lct_value *v = lct_value_of(number);
    if (v && v->kind == LCT_VALUE_STRING) return number;
    char digits[32];
    snprintf(digits, sizeof digits, "%ld", number);
    return intern(LCT_VALUE_STRING, 0, digits, strlen(digits));
}

/* ---- reading them ---- */

const char *lince_value_text(long value) {
    const lct_value *v = lct_value_of(value);
    return v && v->kind != LCT_VALUE_LIST ? v->content : lct_symbol_name(value);
}

int lince_value_length(long value) {
    const lct_value *v = lct_value_of(value);
    return !v ? -1 : v->kind == LCT_VALUE_LIST ? (int)(v->size / sizeof(long)) : (int)v->size;
}

double lince_value_number(long value) {
    const lct_value *v = lct_value_of(value);
    return v && v->kind == LCT_VALUE_SYMBOL ? strtod(v->content, NULL) : (double)value;
}

static long item_of(const lct_value *list, uint32_t index) {
    long item;
    memcpy(&item, list->content + index * sizeof item, sizeof item);
    return item;
}

long lince_value_item(long value, int index) {
    const lct_value *v = lct_value_of(value);
    bool is_there = v && v->kind == LCT_VALUE_LIST && index >= 0 && (size_t)index < v->size / sizeof(long);
    return is_there ? item_of(v, (uint32_t)index) : lince_nil;
}

/* ---- printing them ---- */

typedef struct printer {
    char *text;
    size_t size, length;
} printer;

static void put(printer *p, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++, p->length++)
        if (p->length + 1 < p->size) p->text[p->length] = bytes[i], p->text[p->length + 1] = 0;
}

static void put_string(printer *p, const lct_value *v) {
    put(p, "\"", 1);
    for (uint32_t i = 0; i < v->size; i++) {
        unsigned char c = (unsigned char)v->content[i];
        char escape[8];
        if (c >= ' ' && c != '"' && c != '\\') put(p, &v->content[i], 1);
        else put(p, escape, (size_t)snprintf(escape, sizeof escape, c < ' ' ? "\\u%04x" : "\\%c", c));
    }
    put(p, "\"", 1);
}

static void put_value(printer *p, int64_t value) {
    const lct_value *v = lct_value_of(value);
    const char *symbol = v ? NULL : lct_symbol_name(value);
    char digits[32];
    if (symbol) put(p, symbol, strlen(symbol));
    else if (!v) put(p, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)value));
    else if (v->kind == LCT_VALUE_STRING) put_string(p, v);
    else if (v->kind == LCT_VALUE_SYMBOL) put(p, v->content, v->size);
    else {
        put(p, "[", 1);
        for (uint32_t i = 0; i < v->size / sizeof(long); i++) {
            if (i) put(p, ", ", 2);
            put_value(p, item_of(v, i));
        }
        put(p, "]", 1);
    }
}

size_t lct_values_print(char *text, size_t size, unsigned count, const int64_t *items) {
    printer p = {text, size, 0};
    if (size) *text = 0;
    for (unsigned i = 0; i < count; i++) {
        if (i) put(&p, ", ", 2);
        put_value(&p, items[i]);
    }
    return p.length;
}

size_t lct_value_print(char *text, size_t size, int64_t value) { return lct_values_print(text, size, 1, &value); }
