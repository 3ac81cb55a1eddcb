/* Fields in the words of a packed state, as expressions and statements of C. */
#include <assert.h>
#include <string.h>

#include "model/compile/native_write.h"

#define PUT(...) lc_text_printf(w->out, __VA_ARGS__)

static uint32_t mask_of(const lcm_field *f) { return f->mask; }

/* The last field of the owner of this one. */
static const lcm_field *last_of(const lcm_system *s, uint32_t field) {
    const lcm_field *f = &s->fields.at[field], *last = f, *end = s->fields.at + s->fields.count;
    while (last + 1 < end && last[1].kind == f->kind && last[1].owner == f->owner) last++;
    return last;
}

/* Do this and those behind it have the same range? */
static bool is_uniform(const lcm_system *s, uint32_t field) {
    const lcm_field *first = &s->fields.at[field], *last = last_of(s, field);
    for (const lcm_field *f = first; f <= last; f++)
        if (f->low != first->low || f->high != first->high) return false;
    return true;
}

/* And are they in one word?  Then bits follow from numbers. */
static bool is_in_one_word(const lcm_system *s, uint32_t field) {
    const lcm_field *first = &s->fields.at[field];
    return first->bits > 0 && last_of(s, field)->word == first->word && is_uniform(s, field);
}

/* ---- where an effect works ---- */

static bool writes_by_words(lcm_native_writer *w, uint32_t code) {
    const lcm_system *s = w->system;
    if (code == LCM_NO_CODE) return true;
    for (const uint32_t *p = s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        bool stores = *p == LCM_I_STORE || *p == LCM_I_SET || *p == LCM_I_STORE_AT;
        if (*p == LCM_I_SHIFT_DOWN || *p == LCM_I_SHIFT_DOWN_AT) return false;
        if (*p == LCM_I_STORE_AT && !is_in_one_word(s, p[1])) return false;
        if (stores) w->copied[s->fields.at[p[1]].word] = true;
    }
    return true;
}

/* A value in several words must be all in `s`. */
static bool reads_by_words(lcm_native_writer *w, uint32_t code) {
    const lcm_system *s = w->system;
    if (code == LCM_NO_CODE) return true;
    for (const uint32_t *p = s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        if (*p != LCM_I_LOAD_AT || is_in_one_word(s, p[1])) continue;
        for (uint32_t i = s->fields.at[p[1]].word; i <= last_of(s, p[1])->word; i++)
            if (w->copied[i]) return false;
    }
    return true;
}

lcm_native_where lcm_native_effect_where(lcm_native_writer *w, uint32_t effect, uint32_t reset) {
    memset(w->copied, 0, w->system->words * sizeof *w->copied);
    return writes_by_words(w, effect) && writes_by_words(w, reset) && reads_by_words(w, effect) ? LCM_BY_WORDS
                                                                                                : LCM_IN_COPY;
}

/* ---- expressions and statements ---- */

static void put_word(lcm_native_writer *w, uint32_t word) {
    if (w->where == LCM_IN_COPY) PUT("d[%u]", word);
    else if (w->where == LCM_BY_WORDS && w->copied[word]) PUT("d%u", word);
    else PUT("s[%u]", word);
}

void lcm_native_put_field(lcm_native_writer *w, uint32_t field) {
    const lcm_field *f = &w->system->fields.at[field];
    PUT("(int)((");
    put_word(w, f->word);
    PUT(" >> %u & %uu) + %uu)", f->shift, mask_of(f), (uint32_t)f->low);
}

void lcm_native_put_load_at(lcm_native_writer *w, uint32_t field, uint32_t t) {
    const lcm_field *f = &w->system->fields.at[field];
    const char *from = w->where == LCM_IN_COPY ? "d" : "s";
    if (is_in_one_word(w->system, field)) {
        PUT("t%u = (int)((", t);
        put_word(w, f->word);
        PUT(" >> (%u + %u * t%u) & %uu) + %uu);", f->shift, f->bits, t, mask_of(f), (uint32_t)f->low);
    } else if (is_uniform(w->system, field))
        PUT("t%u = get(%s, %u + t%u, %uu, %uu);", t, from, field, t, mask_of(f), (uint32_t)f->low);
    else PUT("t%u = get(%s, %u + t%u, mask[%u + t%u], low[%u + t%u]);", t, from, field, t, field, t, field, t);
}

/* Fails unless t has room.  A value with a declared range fails for good, else the range may be made wider. */
static void put_check(lcm_native_writer *w, const lcm_field *f, uint32_t t) {
    if (f->low > INT32_MIN) PUT("if (t%u < %d) goto failed; ", t, f->low);
    if (f->high < INT32_MAX) PUT("if (t%u > %d) goto failed; ", t, f->high);
}

void lcm_native_put_store(lcm_native_writer *w, uint32_t field, uint32_t t) {
    const lcm_field *f = &w->system->fields.at[field];
    assert(w->where != LCM_IN_STATE);
    put_check(w, f, t);
    if (f->bits == 0) return;
    put_word(w, f->word);
    PUT(" = (");
    put_word(w, f->word);
    PUT(" & %uu) | ((unsigned)t%u - %uu) << %u;", ~(mask_of(f) << f->shift), t, (uint32_t)f->low, f->shift);
}

void lcm_native_put_store_at(lcm_native_writer *w, uint32_t field, uint32_t t) {
    const lcm_field *f = &w->system->fields.at[field];
    uint32_t v = t - 1;
    if (is_in_one_word(w->system, field)) {
        put_check(w, f, v);
        PUT("t%u = %u + %u * t%u; ", t, f->shift, f->bits, t);
        put_word(w, f->word);
        PUT(" = (");
        put_word(w, f->word);
        PUT(" & ~(%uu << t%u)) | ((unsigned)t%u - %uu) << t%u;", mask_of(f), t, v, (uint32_t)f->low, t);
        return;
    }
    assert(w->where == LCM_IN_COPY);
    if (is_uniform(w->system, field)) {
        put_check(w, f, v);
        PUT("put(d, %u + t%u, %uu, %uu, t%u);", field, t, mask_of(f), (uint32_t)f->low, v);
    } else PUT("if (!put_checked(d, %u + t%u, t%u)) goto failed;", field, t, v);
}

void lcm_native_put_set(lcm_native_writer *w, uint32_t field, int32_t value) {
    const lcm_field *f = &w->system->fields.at[field];
    assert(w->where != LCM_IN_STATE);
    if (value < f->low || value > f->high) {
        PUT("goto failed;");
        return;
    }
    if (f->bits == 0) return;
    put_word(w, f->word);
    PUT(" = (");
    put_word(w, f->word);
    PUT(" & %uu) | %uu;", ~(mask_of(f) << f->shift), ((uint32_t)value - (uint32_t)f->low) << f->shift);
}

/* ---- tables ---- */

static void put_table(lcm_native_writer *w, const char *type, const char *name, uint32_t (*of)(const lcm_field *)) {
    PUT("static const %s %s[] = {", type, name);
    for (uint32_t i = 0; i < w->system->fields.count; i++)
        PUT("%s%uu", i == 0 ? "" : i % 16 ? ", " : ",\n", of(&w->system->fields.at[i]));
    PUT("};\n");
}

static uint32_t word_of(const lcm_field *f) { return f->word; }
static uint32_t shift_of(const lcm_field *f) { return f->shift; }
static uint32_t low_of(const lcm_field *f) { return (uint32_t)f->low; }
static uint32_t high_of(const lcm_field *f) { return (uint32_t)f->high; }

void lcm_native_put_tables(lcm_native_writer *w) {
    put_table(w, "unsigned", "word", word_of);
    put_table(w, "unsigned char", "shift", shift_of);
    put_table(w, "unsigned", "mask", mask_of);
    put_table(w, "unsigned", "low", low_of);
    put_table(w, "unsigned", "high", high_of);
    PUT("static inline int get(const unsigned *s, int f, unsigned m, unsigned l) {\n"
        "    return (int)((s[word[f]] >> shift[f] & m) + l);\n"
        "}\n"
        "static inline void put(unsigned *d, int f, unsigned m, unsigned l, int v) {\n"
        "    d[word[f]] = (d[word[f]] & ~(m << shift[f])) | ((unsigned)v - l) << shift[f];\n"
        "}\n"
        "static inline int put_checked(unsigned *d, int f, int v) {\n"
        "    if (v < (int)low[f] || v > (int)high[f]) return 0;\n"
        "    put(d, f, mask[f], low[f], v);\n"
        "    return 1;\n"
        "}\n"
        "static int put_down(unsigned *d, int f, int capacity, int arity) {\n"
        "    int last = f + capacity * arity, i;\n"
        "    if (!put_checked(d, f, get(d, f, mask[f], low[f]) - 1)) return 0;\n"
        "    for (i = f + 1; i <= last; i++) {\n"
        "        int k = i + arity;\n"
        "        if (!put_checked(d, i, k <= last ? get(d, k, mask[k], low[k]) : 0)) return 0;\n"
        "    }\n"
        "    return 1;\n"
        "}\n");
}
