#include "base/unicode.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* The length of the well-formed character at `s` (at most `left` bytes), or 0.  Table 3-7 of the Unicode standard: the
 * second byte's range depends on the first, which excludes overlong forms, surrogates and too large code points. */
static size_t character_length(const unsigned char *s, size_t left) {
    unsigned char low = 0x80, high = 0xbf;
    size_t length;
    if (s[0] < 0x80) return 1;
    if (s[0] >= 0xc2 && s[0] <= 0xdf) length = 2;
    else if (s[0] >= 0xe0 && s[0] <= 0xef) length = 3;
    else if (s[0] >= 0xf0 && s[0] <= 0xf4) length = 4;
    else return 0;
    if (s[0] == 0xe0) low = 0xa0;
    else if (s[0] == 0xed) high = 0x9f;
    else if (s[0] == 0xf0) low = 0x90;
    else if (s[0] == 0xf4) high = 0x8f;
    if (left < length || s[1] < low || s[1] > high) return 0;
    for (size_t i = 2; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    return length;
}

bool lc_is_utf8(const char *bytes, size_t count) {
    const unsigned char *s = (const unsigned char *)bytes, *end = s + count;
    while (s < end) {
        uint64_t word;
        while ((size_t)(end - s) >= sizeof word) { /* nearly all input is ASCII */
            memcpy(&word, s, sizeof word);
            if (word & 0x8080808080808080u) break;
            s += sizeof word;
        }
        if (s == end) break;
        size_t length = character_length(s, (size_t)(end - s));
        if (!length) return false;
        s += length;
    }
    return true;
}

static void put_character(lince_text *out, uint32_t c) {
    assert(c <= 0x10ffff);
    if (c < 0x80) {
        lc_text_putc(out, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    lc_text_putc(out, (char)(lead[more] | c >> (6 * more)));
    while (more--) lc_text_putc(out, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

/* Four hexadecimal digits, or -1. */
static int32_t hex4(const char *s, const char *end) {
    int32_t n = 0;
    if (end - s < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = s[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        n = n * 16 + digit;
    }
    return n;
}

/* After `\u`: moves `*at` behind the digits, and behind the second half of a surrogate pair. */
static const char *unescape_unicode(lince_text *out, const char **at, const char *end) {
    int32_t c = hex4(*at, end);
    if (c < 0) return "`\\u` needs four hexadecimal digits";
    *at += 4;
    if (c >= 0xdc00 && c <= 0xdfff) return "the second half of a surrogate pair without the first";
    if (c >= 0xd800 && c <= 0xdbff) {
        int32_t second = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u' ? hex4(*at + 2, end) : -1;
        if (second < 0xdc00 || second > 0xdfff) return "the first half of a surrogate pair without the second";
        *at += 6;
        c = 0x10000 + ((c - 0xd800) << 10) + (second - 0xdc00);
    }
    put_character(out, (uint32_t)c);
    return NULL;
}

const char *lc_unescape(lince_text *out, const char *raw, size_t count) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *at = raw, *end = raw + count;
    while (at < end) {
        const char *backslash = memchr(at, '\\', (size_t)(end - at));
        const char *plain_end = backslash ? backslash : end;
        lc_text_add(out, at, (size_t)(plain_end - at));
        if (!backslash) break;
        at = backslash + 1;
        if (at == end) return "a lone backslash";
        const char *known = *at ? strchr(letters, *at) : NULL;
        if (known) {
            lc_text_putc(out, meanings[known - letters]);
            at++;
        } else if (*at == 'u') {
            at++;
            const char *wrong = unescape_unicode(out, &at, end);
            if (wrong) return wrong;
        } else {
            return "an unknown escape: known are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX";
        }
    }
    return NULL;
}

void lc_write_quoted(lince_text *out, const char *bytes, size_t count) {
    lc_text_putc(out, '"');
    size_t plain = 0; /* where the run of characters that stand for themselves begins */
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x20 && c != 0x7f && c != '"' && c != '\\') continue;
        lc_text_add(out, bytes + plain, i - plain);
        plain = i + 1;
        if (c == '"' || c == '\\') lc_text_printf(out, "\\%c", c);
        else if (c == '\n') lc_text_puts(out, "\\n");
        else if (c == '\t') lc_text_puts(out, "\\t");
        else lc_text_printf(out, "\\u%04x", c);
    }
    lc_text_add(out, bytes + plain, count - plain);
    lc_text_putc(out, '"');
}

lc_excerpt lc_excerpt_of(const char *bytes, size_t count) {
    static const char more[] = "...";
    lc_excerpt e;
    size_t length = 0, room = sizeof e.text - sizeof more;
    for (size_t i = 0; i < count;) {
        size_t size = character_length((const unsigned char *)bytes + i, count - i);
        bool plain = size > 1 || (size == 1 && bytes[i] >= 0x20 && bytes[i] != 0x7f);
        if (length + (plain ? size : 1) > room) {
            memcpy(e.text + length, more, sizeof more);
            return e;
        }
        if (plain) memcpy(e.text + length, bytes + i, size);
        else e.text[length] = '?';
        length += plain ? size : 1;
        i += size ? size : 1;
    }
    e.text[length] = '\0';
    return e;
}
