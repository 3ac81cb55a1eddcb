/* Values as `.hist` files and `--init` write them: 42, EMPTY, "text", [1, [2, 3]]. */
#include "history/value_text.h"

#include <string.h>

#include "base/error.h"
#include "base/unicode.h"

/* Tokens (threads, specifications) end at white space only.  Names and symbols also end at brackets, commas and `#`;
 * a symbol never holds a quote, but a name may: Jepsen's independent keys are often strings. */
#define T LC_IN_TOKEN
#define N (LC_IN_TOKEN | LC_IN_NAME)
const unsigned char lc_char_class[256] = {
    ['\t'] = LC_BLANK, [' '] = LC_BLANK, ['!' ... '"'] = N, ['#'] = T, ['$' ... '\''] = N, ['(' ... ')'] = T,
    ['*' ... '+'] = N, [','] = T,        ['-' ... 'Z'] = N, ['['] = T, ['\\'] = N,         [']'] = T,
    ['^' ... 'z'] = N, ['{'] = T,        ['|'] = N,         ['}'] = T, ['~'] = N,          [0x80 ... 0xff] = N,
};
#undef T
#undef N

void lc_scan_free(lc_scan *s) {
    lc_vec_free(NULL, &s->items);
    lc_text_free(&s->text);
}

lince_status lc_scan_expected(lc_scan *s, const char *what) {
    if (s->at >= s->end || *s->at == '#')
        return lc_fail_at(s->error, s->file, s->line, "expected %s, found the end of the %s", what,
                          s->line ? "line" : "text");
    if (!lc_is(*s->at, LC_IN_TOKEN | LC_BLANK))
        return lc_fail_at(s->error, s->file, s->line, "expected %s, found a control character (code %d)", what, *s->at);
    const char *from = s->at;
    lc_scan_while(s, LC_IN_TOKEN);
    return lc_fail_at(s->error, s->file, s->line, "expected %s, found `%s`", what,
                      lc_excerpt_of(from, (size_t)(s->at - from)).text);
}

size_t lc_length_until(lc_span text, const char *stops) {
    size_t i = 0;
    int depth = 0;
    for (bool quoted = false; i < text.length && (quoted || depth || !strchr(stops, text.at[i])); i++) {
        if (text.at[i] == '"') quoted = !quoted;
        else if (quoted) i += text.at[i] == '\\' && i + 1 < text.length;
        else if (text.at[i] == '[') depth++;
        else if (text.at[i] == ']' && depth) depth--;
    }
    return i;
}

bool lc_int_of(lc_span text, int64_t *out) {
    const char *at = text.at, *end = text.at + text.length;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    uint64_t n = 0;
    for (; at < end; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (digit > 9 || n > (most - digit) / 10) return false;
        n = n * 10 + digit;
    }
    *out = negative ? (int64_t)-n : (int64_t)n;
    return true;
}

static lince_status scan_word(lc_scan *s, lince_value *out) {
    lc_span word = {s->at, 0};
    while (lc_is(*s->at, LC_IN_NAME) && *s->at != '"') s->at++;
    word.length = (size_t)(s->at - word.at);
    if (!word.length) return lc_scan_expected(s, "a value");
    int64_t n;
    if (lc_int_of(word, &n)) *out = lince_int(s->values, n);
    else if (!lc_looks_numeric(word)) *out = lince_symbol(s->values, word.at, word.length);
    else
        return lc_fail_at(s->error, s->file, s->line,
                          "`%s` is not an integer of 64 bits, and other numbers are not values",
                          lc_excerpt_of(word.at, word.length).text);
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status scan_string(lc_scan *s, lince_value *out) {
    const char *from = ++s->at;
    bool escapes = false;
    for (; *s->at != '"'; s->at++) {
        if (s->at >= s->end) return lc_fail_at(s->error, s->file, s->line, "a string without its closing quote");
        if ((unsigned char)*s->at < 0x20 && *s->at != '\t')
            return lc_fail_at(s->error, s->file, s->line,
                              "a control character (code %d) in a string: write it as \\u%04x", *s->at,
                              (unsigned)*s->at);
        if (*s->at == '\\') {
            escapes = true;
            if (s->at + 1 < s->end) s->at++;
        }
    }
    size_t length = (size_t)(s->at++ - from);
    if (!escapes) {
        *out = lince_string(s->values, from, length);
        return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    }
    lc_text_clear(&s->text);
    const char *wrong = lc_unescape(&s->text, from, length);
    if (wrong)
        return lc_fail_at(s->error, s->file, s->line, "in the string \"%s\": %s", lc_excerpt_of(from, length).text,
                          wrong);
    *out = s->text.cut ? LINCE_NO_VALUE : lince_string(s->values, lc_text(&s->text), s->text.length);
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status scan_at_depth(lc_scan *, int depth, lince_value *);

static lince_status scan_list(lc_scan *s, int depth, lince_value *out) {
    if (depth > LC_DEEPEST)
        return lc_fail_at(s->error, s->file, s->line, "lists are nested more than %d deep", LC_DEEPEST);
    uint32_t base = s->items.count;
    s->at++;
    lc_scan_blanks(s);
    while (*s->at != ']') {
        if (s->items.count > base) {
            if (*s->at != ',') return lc_scan_expected(s, "`,` or `]` in a list");
            s->at++;
            lc_scan_blanks(s);
        }
        lince_value item;
        lince_status status = scan_at_depth(s, depth, &item);
        if (status != LINCE_DONE) return status;
        if (!lc_push(NULL, &s->items, item)) return LINCE_OUT_OF_MEMORY;
        lc_scan_blanks(s);
    }
    s->at++;
    *out = lince_list(s->values, lc_stack_from(&s->items, base), s->items.count - base);
    s->items.count = base;
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status scan_at_depth(lc_scan *s, int depth, lince_value *out) {
    if (*s->at == '"') return scan_string(s, out);
    if (*s->at == '[') return scan_list(s, depth + 1, out);
    return scan_word(s, out);
}

lince_status lc_scan_value(lc_scan *s, lince_value *out) { return scan_at_depth(s, 0, out); }

lince_value lc_parse_value(lince_values *values, const char *text, lince_error *error) {
    size_t length = strlen(text);
    if (!lc_is_utf8(text, length)) {
        lc_fail(error, "the value is not UTF-8");
        return LINCE_NO_VALUE;
    }
    lc_scan scan = {.at = text, .end = text + length, .file = "", .error = error, .values = values};
    lince_value value = LINCE_NO_VALUE;
    lc_scan_blanks(&scan);
    lince_status status = lc_scan_value(&scan, &value);
    if (status == LINCE_OUT_OF_MEMORY) lc_fail(error, "out of memory");
    if (status == LINCE_DONE) {
        lc_scan_blanks(&scan);
        if (scan.at < scan.end) status = lc_scan_expected(&scan, "one value and nothing after it");
    }
    lc_scan_free(&scan);
    return status == LINCE_DONE ? value : LINCE_NO_VALUE;
}
