/* Characters are counted, cleaned, shortened and wrapped as promised. */
#include "tap.h"

#include "report_support.h"

static const lcr_style plain = {.width = 40}, ascii = {.ascii = true}, coloured = {.colour = true};

static bool is(lince_text *text, const char *wanted) {
    bool same = !strcmp(lc_text(text), wanted);
    if (!same) printf("# got    <%s>\n# wanted <%s>\n", lc_text(text), wanted);
    lc_text_free(text);
    return same;
}

static uint32_t only(const char *bytes, size_t count, size_t *used) {
    const char *at = bytes;
    uint32_t c = lc_utf8_next(&at, bytes + count);
    *used = (size_t)(at - bytes);
    return c;
}

static void test_decoding(void) {
    static const struct {
        const char *bytes;
        uint32_t code;
        size_t used;
    } cases[] = {
        {"a", 'a', 1},
        {"\xC3\xA9", 0xE9, 2},
        {"\xE2\x86\x92", 0x2192, 3},
        {"\xF0\x9F\x98\x80", 0x1F600, 4},
        {"\xC0\xAF", LC_REPLACEMENT, 1},         /* overlong */
        {"\xE0\x80\xAF", LC_REPLACEMENT, 1},     /* overlong */
        {"\xF0\x80\x80\xAF", LC_REPLACEMENT, 1}, /* overlong */
        {"\xED\xA0\x80", LC_REPLACEMENT, 1},     /* surrogate */
        {"\xF4\x90\x80\x80", LC_REPLACEMENT, 1}, /* beyond Unicode */
        {"\xFF", LC_REPLACEMENT, 1},
        {"\x80", LC_REPLACEMENT, 1},
        {"\xE2\x86", LC_REPLACEMENT, 1}, /* cut off */
        {"\xC3", LC_REPLACEMENT, 1},
        {"\xC3(", LC_REPLACEMENT, 1},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t used;
        uint32_t code = only(cases[i].bytes, strlen(cases[i].bytes), &used);
        if (code == cases[i].code && used == cases[i].used) continue;
        printf("# case %zu: U+%04X in %zu bytes\n", i, (unsigned)code, used);
        good = false;
    }
    expect(good, "UTF-8 is decoded strictly");

    good = true;
    for (uint32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 61) {
        if (c >= 0xD800 && c < 0xE000) continue;
        lince_text text = {0};
        size_t used;
        lc_utf8_put(&text, c);
        good &= only(text.at, text.length, &used) == c && used == text.length;
        lc_text_free(&text);
    }
    expect(good, "what is encoded is decoded again");
}

static void test_cleaning(void) {
    lince_text t = {0};
    lcr_put_clean(&t, &plain, "a\033[31mb\x9f\n\xE2\x80\xAE", 12);
    expect(is(&t, "a\uFFFD[31mb\uFFFD\uFFFD\uFFFD"), "control characters and changes of direction are replaced");
    const char *arrow = "deq → 1 — é…";
    lcr_put_clean(&t, &ascii, arrow, strlen(arrow));
    expect(is(&t, "deq -> 1 - ?..."), "ASCII stays ASCII");
}

static void test_shortening(void) {
    lince_text t = {0};
    lcr_put_short(&t, &plain, "abcdefghij", 10, 10);
    expect(is(&t, "abcdefghij"), "what fits is not shortened");
    lcr_put_short(&t, &plain, "abcdefghij", 10, 7);
    expect(is(&t, "abc…hij"), "the middle is left out");
    lcr_put_short(&t, &ascii, "abcdefghij", 10, 8);
    expect(is(&t, "abc...ij"), "the middle is left out in ASCII");
    lcr_put_short(&t, &plain, "äöüßäöü", strlen("äöüßäöü"), 4);
    expect(is(&t, "äö…ü"), "shortening counts characters, not bytes");
    bool good = true;
    for (size_t most = 0; most < 12; most++) {
        lcr_put_short(&t, &ascii, "abcdefghij", 10, most);
        good &= lcr_columns(lc_text(&t)) == (most < 10 ? most : 10);
        lc_text_free(&t);
    }
    expect(good, "every length asked for is kept");
}

/* Characters that take two columns, and what is written over the one before. */
static void test_columns(void) {
    expect(lcr_columns("abc") == 3 && lcr_columns("é→…├") == 4, "most characters take a column");
    expect(lcr_columns("日本") == 4 && lcr_columns("한글") == 4 && lcr_columns("ＡＢ") == 4, "wide ones take two");
    expect(lcr_columns("🦊") == 2 && lcr_columns("⌚") == 2, "so do emoji");
    expect(lcr_columns("e\u0301a\u0308") == 2 && lcr_columns("\u1112\u1161\u11AB") == 2, "accents take none");
    expect(lcr_columns("\033[31m日\033[0m") == 2 && lcr_columns("\xff") == 1, "colours take none, broken bytes one");
    expect(lc_utf8_columns(0x2FF) == 1 && lc_utf8_columns(0x300) == 0 && lc_utf8_columns(0x36F) == 0 &&
               lc_utf8_columns(0x370) == 1 && lc_utf8_columns(0x10FFFF) == 1 && lc_utf8_columns(0x3FFFD) == 2,
           "the ends of ranges are in them");
    lince_text t = {0};
    lcr_put_short(&t, &plain, "日本語日本語", strlen("日本語日本語"), 8);
    expect(is(&t, "日本…語"), "a wide character is kept whole or left out");
    lcr_put_short(&t, &plain, "ae\u0301bcde\u0301f", strlen("ae\u0301bcde\u0301f"), 5);
    expect(is(&t, "ae\u0301…e\u0301f"), "accents stay with their letters");
    lcr_put_short(&t, &plain, "日本", strlen("日本"), 1);
    expect(is(&t, ""), "and nothing where nothing fits");
    bool good = true;
    const char *mixed = "a日e\u0301🦊b語cd本e";
    for (size_t most = 0; most < 20; most++) {
        lcr_put_short(&t, &plain, mixed, strlen(mixed), most);
        good &= lcr_columns(lc_text(&t)) <= most && lcr_columns(lc_text(&t)) + 3 >= (most < 14 ? most : 14);
        lc_text_free(&t);
    }
    expect(good, "no length that was asked for is exceeded");
    lcr_put_wrapped(&t, &plain, "日本語日本語日本語日本語日本語日本語日本語", 1, 0);
    expect(is(&t, " 日本語日本語日本語日本語日本語日本語日\n 本語\n"), "paragraphs are broken by columns");
}

static void test_lines(void) {
    static const char text[] = "runs/queue.hist: violation of what it should be, after 14 operations";
    lince_text t = {0};
    lc_text_puts(&t, "first\n");
    lc_text_puts(&t, text);
    lcr_end_line(&t, &plain, 6);
    expect(!strcmp(lc_text(&t) + 6 + strlen(text), "\n"), "a line that programs read is not broken");
    lc_text_free(&t);
    const lcr_style wraps = {.wrap = true, .width = 40};
    lc_text_puts(&t, "first\n");
    lc_text_puts(&t, text);
    lcr_end_line(&t, &wraps, 6);
    expect(is(&t, "first\nruns/queue.hist: violation of what it\n    should be, after 14 operations\n"),
           "others are, behind what is there already");
    lc_text_puts(&t, "  a/name/that/is/longer/than/any/line/may/be.hist: ok");
    lcr_end_line(&t, &wraps, 0);
    expect(is(&t, "  a/name/that/is/longer/than/any/line/may/be.hist:\n      ok\n"), "names of files stay whole");
    lcr_put_statistic(&t, &wraps, "12", "things that were counted for you");
    expect(is(&t, "                12  things that were\n                    counted for you\n"),
           "tables keep their columns");
}

static void test_wrapping(void) {
    lince_text t = {0};
    lcr_put_wrapped(&t, &plain, "The quick brown fox jumps over the lazy dog and runs away.", 2, 3);
    expect(is(&t, "  The quick brown fox jumps over the\n     lazy dog and runs away.\n"), "a paragraph is wrapped");
    lcr_put_wrapped(&t, &plain,
                    "The quick brown fox jumps over the\x1flazy\x1f"
                    "dog.",
                    0, 0);
    expect(is(&t, "The quick brown fox jumps over\nthe lazy dog.\n"), "glue holds words together");
    lcr_put_wrapped(&t, &plain, "012345678901234567890123456789012345678901234567890123456789", 4, 2);
    expect(is(&t, "    012345678901234567890123456789012345\n      678901234567890123456789\n"),
           "a word longer than the line is broken");
    lcr_put_wrapped(&t, &plain, "\033[31mThe quick\033[0m brown fox jumps over the la.", 0, 0);
    expect(is(&t, "\033[31mThe quick\033[0m brown fox jumps over the la.\n"), "colours take no columns");
}

static void test_wrapping_at_random(void) {
    uint64_t seed = 7;
    bool short_enough = true, complete = true;
    for (int round = 0; round < 2000; round++) {
        lince_text source = {0}, wrapped = {0}, joined = {0};
        for (uint32_t words = pick(&seed, 30); words--;) {
            lc_text_repeat(&source, pick(&seed, 2) ? "é" : "w", 1 + pick(&seed, pick(&seed, 20) ? 9 : 90));
            if (words) lc_text_putc(&source, ' ');
        }
        lcr_style style = {.width = 40 + pick(&seed, 60)};
        lcr_put_wrapped(&wrapped, &style, lc_text(&source), pick(&seed, 5), pick(&seed, 5));
        for (char *line = strtok(wrapped.at, "\n"); line; line = strtok(NULL, "\n")) {
            short_enough &= lcr_columns(line) <= style.width;
            lc_text_puts(&joined, line);
        }
        /* Broken words and blanks at the ends of lines aside, it is the same text. */
        char *from = joined.at, *to = joined.at;
        for (; from && *from; from++)
            if (*from != ' ') *to++ = *from;
        if (to) *to = '\0';
        for (from = to = source.at; from && *from; from++)
            if (*from != ' ') *to++ = *from;
        if (to) *to = '\0';
        complete &= !strcmp(lc_text(&joined), lc_text(&source));
        lc_text_free(&source);
        lc_text_free(&wrapped);
        lc_text_free(&joined);
    }
    expect(short_enough, "no wrapped line is longer than the width");
    expect(complete, "wrapping loses nothing");
}

static void test_colour(void) {
    lince_text t = {0};
    lcr_paint(&t, &plain, LCR_RED, "word");
    expect(is(&t, "word"), "without colour nothing but the word is written");
    lcr_paint(&t, &coloured, LCR_RED, "word");
    expect(is(&t, "\033[31mword\033[0m"), "with colour it is red");
    lcr_paint(&t, &coloured, LCR_PLAIN, "word");
    expect(is(&t, "word"), "plain needs no escape sequence");
    expect(lcr_style_width(&(lcr_style){0}) == 80 && lcr_style_width(&(lcr_style){.width = 3}) == 40 &&
               lcr_style_width(&(lcr_style){.width = 101}) == 101,
           "the width has a default and a least value");
}

int main(void) {
    test_decoding();
    test_cleaning();
    test_shortening();
    test_columns();
    test_lines();
    test_wrapping();
    test_wrapping_at_random();
    test_colour();
    return tap_end();
}
