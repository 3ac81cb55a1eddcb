/* Suggestions for misspelt words. */
#include "base/spelling.h"

#include <string.h>

#include "tap.h"

static void distance(const char *a, const char *b, unsigned wanted) {
    unsigned there = lc_edit_distance(a, b), back = lc_edit_distance(b, a);
    expect(there == wanted && back == wanted, "'%s' and '%s' are %u apart (%u, %u)", a, b, wanted, there, back);
}

static const char *guess(const char *word) {
    static const char *const words[] = {"check", "show", "specs", "help", "fail_returns", "max_memory"};
    lc_nearest nearest = {.word = word};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) lc_nearest_offer(&nearest, words[i]);
    return nearest.best ? nearest.best : "";
}

static void guesses(const char *word, const char *wanted) {
    expect(strcmp(guess(word), wanted) == 0, "'%s' may be '%s'", word, wanted);
}

int main(void) {
    distance("", "", 0);
    distance("", "abc", 3);
    distance("kitten", "sitting", 3);
    distance("chekc", "check", 1);
    distance("fail-returns", "fail_returns", 0);
    char longer[200];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    distance(longer, "", 63);

    guesses("chekc", "check");
    guesses("spec", "specs");
    guesses("fail-return", "fail_returns");
    guesses("max", "max_memory");
    guesses("shwo", "show");
    guesses("zzz", "");
    guesses("x", "");
    guesses("", "");
    return tap_end();
}
