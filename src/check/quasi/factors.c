#include "check/quasi/factors.h"

#include <string.h>

#include "base/error.h"

/* ---- reading ---- */

typedef struct reading {
    const char *next;
    const char *text;
    lc_factors *factors;
    lince_error *error;
} reading;

static lince_status complain(const reading *r, const char *what) {
    return lc_fail(r->error, "quasi factors '%s': %s; write quasi:2, quasi:deq=2,enq=0, quasi:{enq,deq}=3 or quasi:min",
                   r->text, what);
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == '?' || c == '!';
}

static bool take(reading *r, const char *word) {
    size_t length = strlen(word);
    if (strncmp(r->next, word, length)) return false;
    r->next += length;
    return true;
}

/* `deq` or, between these brackets, `enq,deq`. */
static bool take_names(reading *r, lc_factor *f, char end) {
    f->names = r->next;
    for (;;) {
        const char *name = r->next;
        while (is_name(*r->next)) r->next++;
        if (r->next == name) return false;
        if (!end || *r->next != ',') break;
        r->next++;
    }
    f->length = (size_t)(r->next - f->names);
    return !end || *r->next++ == end;
}

static lince_status take_number(reading *r, lc_factor *f) {
    const char *digits = r->next;
    uint64_t number = 0;
    for (; *r->next >= '0' && *r->next <= '9'; r->next++)
        if (number <= LC_FACTOR_MOST) number = 10 * number + (uint64_t)(*r->next - '0');
    if (r->next == digits) return complain(r, "a number is missing");
    if (number >= LC_FACTOR_MOST) return complain(r, "the number is too large");
    f->most = (uint32_t)number;
    return LINCE_DONE;
}

/* The number of places a set may be moved by, or `min`. */
static lince_status take_bound(reading *r, lc_factor *f) {
    if (!take(r, "min")) return take_number(r, f);
    if (r->factors->sought != LC_NOTHING_SOUGHT) return complain(r, "only one factor can be sought at a time");
    r->factors->sought = (uint32_t)(f - r->factors->at);
    return LINCE_DONE;
}

static lince_status take_set(reading *r) {
    if (r->factors->count == LC_FACTOR_SETS) return complain(r, "too many sets");
    lc_factor *f = &r->factors->at[r->factors->count++];
    *f = (lc_factor){.most = 0};
    bool braces = take(r, "{");
    if (!take_names(r, f, braces ? '}' : '\0')) return complain(r, "the name of an operation is missing");
    if (!take(r, "=")) return complain(r, "'=' is missing");
    return take_bound(r, f);
}

/* `2`, `min` or `min(deq)`: one set. */
static lince_status take_only(reading *r) {
    lc_factor *f = &r->factors->at[r->factors->count++];
    *f = (lc_factor){.most = 0};
    lince_status status = take_bound(r, f);
    if (status == LINCE_DONE && r->factors->sought == 0 && take(r, "(") && !take_names(r, f, ')'))
        return complain(r, "after 'min(' come names of operations and ')'");
    return status;
}

static bool is_only(const char *text) {
    size_t word = strspn(text, "0123456789");
    if (word) return !text[word];
    return !strcmp(text, "min") || !strncmp(text, "min(", 4);
}

lince_status lc_factors_parse(lc_factors *factors, const char *text, lince_error *error) {
    *factors = (lc_factors){.sought = LC_NOTHING_SOUGHT};
    reading r = {.next = text, .text = text, .factors = factors, .error = error};
    lince_status status = is_only(text) ? take_only(&r) : take_set(&r);
    while (status == LINCE_DONE && !is_only(text) && take(&r, ",")) status = take_set(&r);
    if (status == LINCE_DONE && *r.next) return complain(&r, "there is something behind it");
    return status;
}

/* ---- their meaning for a table ---- */

/* Iterates over the names of a set: from `at` to the next one; false: there is none. */
static bool next_name(const lc_factor *f, size_t *at, lc_span *name) {
    if (!f->names || *at >= f->length) return false;
    size_t length = 0;
    while (*at + length < f->length && f->names[*at + length] != ',') length++;
    *name = (lc_span){f->names + *at, length};
    *at += length + 1;
    return true;
}

/* Is this what the specification itself calls an operation? */
static bool is_own(const lince_spec *spec, lc_span name) {
    uint32_t row = lc_spec_method(spec, name.at, name.length);
    if (row == LC_NO_METHOD) return false;
    const char *own = spec->methods[row].name;
    return strlen(own) == name.length && !memcmp(own, name.at, name.length);
}

static bool is_taken(const lc_factors *factors, lc_span name) {
    for (size_t i = 0; i < factors->spec_count; i++)
        if (is_own(factors->specs[i], name)) return true;
    return false;
}

static bool names_row(const lc_factors *factors, const lc_factor *f, const lince_spec *spec, uint32_t row) {
    lc_span name;
    for (size_t at = 0; next_name(f, &at, &name);)
        if (lc_spec_method(spec, name.at, name.length) == row && (is_own(spec, name) || !is_taken(factors, name)))
            return true;
    return !f->names;
}

uint32_t lc_factors_of(const lc_factors *factors, const lince_spec *spec, uint32_t row) {
    uint32_t sets = 0;
    for (uint32_t i = 0; i < factors->count; i++)
        if (names_row(factors, &factors->at[i], spec, row)) sets |= 1u << i;
    return sets;
}

lc_span lc_factors_unknown(const lc_factors *factors, const lince_spec *const *specs, size_t count) {
    lc_span name;
    for (uint32_t i = 0; i < factors->count; i++)
        for (size_t at = 0; next_name(&factors->at[i], &at, &name);) {
            bool known = false;
            for (size_t s = 0; s < count && !known; s++)
                known = lc_spec_method(specs[s], name.at, name.length) != LC_NO_METHOD;
            if (!known) return name;
        }
    return (lc_span){"", 0};
}

void lc_factors_print(lince_text *out, const lc_factors *factors, uint32_t sought) {
    for (uint32_t i = 0; i < factors->count; i++) {
        const lc_factor *f = &factors->at[i];
        bool several = f->names && memchr(f->names, ',', f->length);
        if (i) lc_text_putc(out, ',');
        if (f->names)
            lc_text_printf(out, "%s%.*s%s=", several ? "{" : "", (int)f->length, f->names, several ? "}" : "");
        uint32_t most = i == factors->sought ? sought : f->most;
        if (most == LC_FACTOR_MOST) lc_text_puts(out, "min");
        else lc_text_printf(out, "%u", most);
    }
}
