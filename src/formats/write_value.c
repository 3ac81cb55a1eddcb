#include <inttypes.h>
#include <string.h>

#include "base/unicode.h"
#include "formats/jepsen.h"
#include "formats/reader.h"
#include "formats/write.h"
#include "history/value_text.h"

/* Would EDN read these characters as one word? */
static bool is_edn_word(lc_span s) {
    for (size_t i = 0; i < s.length; i++)
        if ((unsigned char)s.at[i] <= ' ' || s.at[i] == 0x7f || strchr(",()[]{}\";", s.at[i])) return false;
    return s.length > 0;
}

static bool all_of_class(lc_span s, int class) {
    for (size_t i = 0; i < s.length; i++)
        if (!lc_is(s.at[i], class)) return false;
    return s.length > 0;
}

const char *lc_unwritable_name(lc_span name, lince_format format, bool thread) {
    if (!lc_is_utf8(name.at, name.length)) return "it is not UTF-8";
    if (!lc_jepsen_is_name(name)) return "it is empty or has control characters";
    if (format != LINCE_FORMAT_HIST) return NULL;
    if (!all_of_class(name, thread ? LC_IN_TOKEN : LC_IN_NAME))
        return thread ? "it has a blank" : "it has a blank, a bracket, a comma or `#`";
    if (thread && name.at[0] == '#') return "it begins like a comment";
    if (thread && name.length >= 3 && !memcmp(name.at, "\xef\xbb\xbf", 3)) return "it begins with a byte order mark";
    return NULL;
}

/* Its object goes up to the first `=`, itself as far as the reader would take it. */
const char *lc_unwritable_spec(const lc_spec_line *line) {
    lc_span object = lc_span_of(line->object), spec = lc_span_of(line->spec);
    const char *equals = strchr(line->spec, '='), *colon = strchr(line->spec, ':');
    bool object_fits =
        !strpbrk(line->object, "=:") && (!object.length || !lc_unwritable_name(object, LINCE_FORMAT_HIST, true));
    bool spec_fits = lc_is_utf8(spec.at, spec.length) && lc_jepsen_is_name(spec) && spec.at[0] != '#' &&
                     lc_spec_length(spec) == spec.length && (object.length || !equals || (colon && colon < equals));
    return object_fits && spec_fits ? NULL : "it would be read as something else";
}

static const char *unwritable_symbol(lc_span s, lince_format format) {
    if (!lc_is_utf8(s.at, s.length)) return "a symbol is not UTF-8";
    if (format == LINCE_FORMAT_JSONL) return NULL;
    bool fits = format == LINCE_FORMAT_EDN
                    ? is_edn_word(s)
                    : all_of_class(s, LC_IN_NAME) && !memchr(s.at, '"', s.length) && !lc_looks_numeric(s);
    return fits ? NULL : "a symbol has characters that symbols cannot have there";
}

static const char *unwritable_value(const lince_values *values, lince_value v, lince_format format, int depth) {
    size_t count;
    const char *text, *why = NULL;
    const lince_value *items;
    switch (lince_value_kind(values, v)) {
    case LINCE_INT: return NULL;
    case LINCE_SYMBOL:
        text = lince_get_text(values, v, &count);
        return unwritable_symbol((lc_span){text, count}, format);
    case LINCE_STRING:
        text = lince_get_text(values, v, &count);
        return lc_is_utf8(text, count) ? NULL : "a string is not UTF-8";
    case LINCE_LIST:
    case LINCE_TUPLE:
        if (depth >= LC_DEEPEST) return "lists are nested too deep";
        items = lince_get_items(values, v, &count);
        for (size_t i = 0; i < count && !why; i++) why = unwritable_value(values, items[i], format, depth + 1);
        return why;
    }
    return NULL;
}

const char *lc_unwritable_payload(const lince_values *values, lince_value payload, lince_format format) {
    return unwritable_value(values, payload, format, 0);
}

lc_notation lc_notation_of(const lince_history *h, lince_format format) {
    return (lc_notation){&h->values, format, h->json && format != LINCE_FORMAT_JSONL};
}

void lc_write_list(lince_text *out, const lc_notation *n, const lince_value *items, size_t count) {
    lc_text_putc(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(out, n->format == LINCE_FORMAT_EDN ? " " : ", ");
        lc_write_value(out, n, items[i]);
    }
    lc_text_putc(out, ']');
}

static void write_symbol(lince_text *out, lince_value v, lc_span text, lince_format format) {
    bool plain = v == LINCE_NIL || v == LINCE_TRUE || v == LINCE_FALSE || format == LINCE_FORMAT_HIST;
    if (format == LINCE_FORMAT_JSONL && v == LINCE_NIL) {
        lc_text_puts(out, "null");
    } else if (format == LINCE_FORMAT_JSONL && !plain) {
        lc_write_quoted(out, text.at, text.length);
    } else {
        if (!plain) lc_text_putc(out, ':');
        lc_text_add(out, text.at, text.length);
    }
}

static void write_int(lince_text *out, int64_t n) {
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (n < 0) *--at = '-';
    lc_text_add(out, at, (size_t)(digits + sizeof digits - at));
}

/* The sentinel that a string spells, or the string itself.  This happens wherever the string stands, so that equal
 * values stay equal and different ones different. */
static lince_value sentinel_of(const lince_values *values, lince_value string) {
    static const lince_value sentinels[] = {LINCE_EMPTY, LINCE_NONE, LINCE_CLOSED};
    size_t length, other_length;
    const char *text = lince_get_text(values, string, &length);
    for (size_t i = 0; i < sizeof sentinels / sizeof *sentinels; i++) {
        const char *other = lince_get_text(values, sentinels[i], &other_length);
        if (length == other_length && !memcmp(text, other, length)) return sentinels[i];
    }
    return string;
}

void lc_write_value(lince_text *out, const lc_notation *n, lince_value v) {
    lince_kind kind = lince_value_kind(n->values, v);
    int64_t number = 0;
    size_t count;
    if (kind == LINCE_STRING && n->strings_are_sentinels) {
        v = sentinel_of(n->values, v);
        kind = lince_value_kind(n->values, v);
    }
    if (kind == LINCE_INT) {
        lince_get_int(n->values, v, &number);
        write_int(out, number);
    } else if (kind == LINCE_SYMBOL) {
        const char *text = lince_get_text(n->values, v, &count);
        write_symbol(out, v, (lc_span){text, count}, n->format);
    } else if (kind == LINCE_STRING) {
        const char *text = lince_get_text(n->values, v, &count);
        lc_write_quoted(out, text, count);
    } else {
        const lince_value *items = lince_get_items(n->values, v, &count);
        lc_write_list(out, n, items, count);
    }
}

void lc_write_process(lince_text *out, lc_span thread) {
    int64_t n;
    char digits[24];
    if (lc_int_of(thread, &n)) {
        int length = snprintf(digits, sizeof digits, "%" PRId64, n);
        if ((size_t)length == thread.length && !memcmp(digits, thread.at, thread.length)) {
            lc_text_add(out, digits, (size_t)length);
            return;
        }
    }
    lc_write_quoted(out, thread.at, thread.length);
}

void lc_write_word(lince_text *out, lc_span word) {
    bool nil = word.length == 3 && !memcmp(word.at, "nil", 3); /* the keyword would read as nothing */
    if (!is_edn_word(word) || nil) {
        lc_write_quoted(out, word.at, word.length);
        return;
    }
    lc_text_putc(out, ':');
    lc_text_add(out, word.at, word.length);
}
