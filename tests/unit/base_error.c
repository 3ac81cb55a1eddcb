/* Messages that are too long lose their middle, not their end, and no half characters are left. */
#include <string.h>

#include "base/error.h"
#include "tap.h"

enum { LONG = 5000 };

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), of_end = strlen(end);
    return length >= of_end && strcmp(text + length - of_end, end) == 0;
}

/* Whole characters of one or two bytes. */
static bool is_whole(const char *text) {
    for (; *text; text++) {
        if ((*text & 0xC0) == 0x80) return false;
        if ((*text & 0xE0) == 0xC0 && (*++text & 0xC0) != 0x80) return false;
    }
    return true;
}

static void test_short(void) {
    lince_error error = {0};
    expect(lc_fail_at(&error, "a.hist", 7, "'%s' is %d", "x", 3) == LINCE_BAD_INPUT, "an error is bad input");
    expect(!strcmp(error.file, "a.hist") && error.line == 7 && !strcmp(error.message, "'x' is 3"), "it is all there");
    expect(lc_fail(NULL, "nobody asks") == LINCE_BAD_INPUT, "nobody need listen");
}

static void test_long(void) {
    static char word[LONG + 1], path[LONG + 1];
    lince_error error = {0};
    memset(word, 'x', LONG);
    memset(path, 'd', LONG);
    memcpy(path + LONG - 7, "/q.hist", 7);
    lc_fail_at(&error, path, 1, "--jobs: '%s' is not a number", word);
    expect(!strncmp(error.message, "--jobs: 'xxx", 12), "a long message begins as it should");
    expect(ends_with(error.message, "xxx' is not a number"), "and ends as it should");
    expect(strstr(error.message, "x...x") && strlen(error.message) == sizeof error.message - 1, "with a gap between");
    expect(ends_with(error.file, "d/q.hist") && strlen(error.file) == sizeof error.file - 1, "so does a long name");
}

static void test_exact(void) {
    char word[sizeof((lince_error *)0)->message + 2];
    for (size_t extra = 0; extra < 3; extra++) {
        lince_error error = {0};
        size_t length = sizeof error.message - 2 + extra;
        memset(word, 'y', length);
        word[length] = '\0';
        lc_fail(&error, "%s", word);
        bool fits = length < sizeof error.message;
        expect((strstr(error.message, "...") == NULL) == fits &&
                   strlen(error.message) == (fits ? length : length - extra + 1),
               "%zu bytes", length);
    }
}

static void test_characters(void) {
    static char word[LONG + 2];
    for (size_t from = 0; from < 2; from++) {
        lince_error error = {0};
        word[0] = 'z';
        for (size_t i = from; i + 1 < LONG; i += 2) memcpy(word + i, "\xC3\xA4", 2);
        word[from + (LONG - from) / 2 * 2] = '\0';
        lc_fail(&error, "%s", word);
        expect(strstr(error.message, "...") && is_whole(error.message), "characters stay whole");
    }
}

int main(void) {
    test_short();
    test_long();
    test_exact();
    test_characters();
    return tap_end();
}
