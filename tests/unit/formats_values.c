/* Values as text. */
#include "formats_support.h"

static void expect_value(const char *text, lince_kind kind, const char *printed) {
    lince_values *values = lince_values_new();
    lince_error error = {.message = ""};
    lince_value v = lc_parse_value(values, text, &error);
    lince_text out = {0};
    if (v) lc_value_print(&out, values, v);
    bool right = v && lince_value_kind(values, v) == kind && !strcmp(lc_text(&out), printed);
    if (!expect(right, "%s is a value", text))
        printf("# wanted: %s\n# got: %s %s\n", printed, lc_text(&out), error.message);
    lc_text_free(&out);
    lince_values_free(values);
}

static void expect_no_value(const char *text, const char *words) {
    lince_values *values = lince_values_new();
    lince_error error = {.message = ""};
    lince_value v = lc_parse_value(values, text, &error);
    if (!expect(!v && strstr(error.message, words), "%s is none", text)) printf("# got: %s\n", error.message);
    lince_values_free(values);
}

static void expect_bytes(const char *text, const char *bytes, size_t size) {
    lince_values *values = lince_values_new();
    lince_error error = {.message = ""};
    lince_value v = lc_parse_value(values, text, &error);
    size_t length = 0;
    const char *content = v ? lince_get_text(values, v, &length) : NULL;
    expect(content && length == size && !memcmp(content, bytes, size), "%s has the right bytes", text);
    lince_values_free(values);
}

static void nest(char *out, int depth) {
    memset(out, '[', (size_t)depth);
    memset(out + depth, ']', (size_t)depth);
    out[2 * depth] = '\0';
}

int main(void) {
    expect_value("0", LINCE_INT, "0");
    expect_value("-0", LINCE_INT, "0");
    expect_value("+7", LINCE_INT, "7");
    expect_value("9223372036854775807", LINCE_INT, "9223372036854775807");
    expect_value("-9223372036854775808", LINCE_INT, "-9223372036854775808");
    expect_value("1073741824", LINCE_INT, "1073741824");
    expect_value("  5 ", LINCE_INT, "5");
    expect_value("EMPTY", LINCE_SYMBOL, "EMPTY");
    expect_value("timed-out", LINCE_SYMBOL, "timed-out");
    expect_value("-", LINCE_SYMBOL, "-");
    expect_value("a.b/c:d", LINCE_SYMBOL, "a.b/c:d");
    expect_value("\xc3\xa4", LINCE_SYMBOL, "\xc3\xa4");
    expect_value("\"\"", LINCE_STRING, "\"\"");
    expect_value("\"5\"", LINCE_STRING, "\"5\"");
    expect_value("\"a, b) # c\"", LINCE_STRING, "\"a, b) # c\"");
    expect_value("[]", LINCE_LIST, "[]");
    expect_value("[ 1 ,[a,\"b\"],[] ]", LINCE_LIST, "[1, [a, \"b\"], []]");

    expect_bytes("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8);
    expect_bytes("\"\\u0041\\u00e4\\u20AC\"", "A\xc3\xa4\xe2\x82\xac", 6);
    expect_bytes("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80", 4);
    expect_bytes("\"a\\u0000b\"", "a\0b", 3);

    expect_no_value("", "a value");
    expect_no_value("9223372036854775808", "64 bits");
    expect_no_value("-9223372036854775809", "64 bits");
    expect_no_value("99999999999999999999999", "64 bits");
    expect_no_value("1234567890123456789012345678901234567890123456789012345678901234567890", "1234567890...` is not");
    expect_no_value("1.5", "64 bits");
    expect_no_value("1e3", "64 bits");
    expect_no_value("5x", "64 bits");
    expect_no_value("1 2", "nothing after it");
    expect_no_value("[1", "`,` or `]`");
    expect_no_value("[1 2]", "`,` or `]`");
    expect_no_value("[1,]", "a value");
    expect_no_value("[1)", "`,` or `]`");
    expect_no_value("]", "a value");
    expect_no_value("{}", "a value");
    expect_no_value("\"a", "closing quote");
    expect_no_value("\"a\\\"", "closing quote");
    expect_no_value("\"\\x\"", "unknown escape");
    expect_no_value("\"\\u12\"", "four hexadecimal");
    expect_no_value("\"\\u12g4\"", "four hexadecimal");
    expect_no_value("\"\\ud83d\"", "surrogate");
    expect_no_value("\"\\ud83d\\u0041\"", "surrogate");
    expect_no_value("\"\\ude00\"", "surrogate");
    expect_no_value("\"\xff\"", "UTF-8");
    expect_no_value("\xed\xa0\x80", "UTF-8");     /* a surrogate */
    expect_no_value("\xe2\x82\x28", "UTF-8");     /* the third byte is none of it */
    expect_no_value("\xc0\x80", "UTF-8");         /* overlong */
    expect_no_value("\xe0\x80\xaf", "UTF-8");     /* overlong */
    expect_no_value("\xf4\x90\x80\x80", "UTF-8"); /* beyond the last character */

    char deep[200];
    nest(deep, 64);
    expect_value(deep, LINCE_LIST, deep);
    nest(deep, 65);
    expect_no_value(deep, "nested more than 64");
    return tap_end();
}
