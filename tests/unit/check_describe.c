/* Long values in sentences: both ends of them, in whole characters, and never more than there is. */
#include "check/explain/describe.h"

#include <string.h>

#include "base/unicode.h"
#include "tap.h"

static const char ellipsis[] = "…";

/* What was said of a text that is `whole` in full. */
static bool is_short_form(const lince_text *said, const lince_text *whole) {
    if (!strcmp(lc_text(said), lc_text(whole))) return true;
    const char *middle = strstr(lc_text(said), ellipsis);
    if (!middle || said->length >= whole->length || !lc_is_utf8(said->at, said->length)) return false;
    size_t head = (size_t)(middle - said->at), tail = said->length - head - strlen(ellipsis);
    return head > 50 && tail > 50 && !memcmp(said->at, whole->at, head) &&
           !strcmp(middle + strlen(ellipsis), whole->at + whole->length - tail);
}

/* All lengths about the longest, with the characters' boundaries everywhere. */
static void test_lengths(const char *character) {
    lince_values *values = lince_values_new();
    bool right = true;
    for (size_t shift = 0; shift < 4; shift++)
        for (size_t count = 20; count < 200; count++) {
            lince_text content = {0}, said = {0}, whole = {0};
            lc_text_repeat(&content, "a", shift);
            lc_text_repeat(&content, character, count);
            lince_value v = lince_string(values, content.at, content.length);
            lc_describe_value(&said, values, v);
            lc_value_print(&whole, values, v);
            if (right && !is_short_form(&said, &whole)) printf("# %s\n# %s\n", lc_text(&said), lc_text(&whole));
            right &= is_short_form(&said, &whole);
            lc_text_free(&content);
            lc_text_free(&said);
            lc_text_free(&whole);
        }
    expect(right, "texts of %s are said whole, or both ends of them", character);
    lince_values_free(values);
}

int main(void) {
    test_lengths("b");
    test_lengths("ä");
    test_lengths("€");
    test_lengths("😀");
    return tap_end();
}
