#include "base/spelling.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { LONGEST = 63 };

static bool same(char a, char b) { return (a == '_' ? '-' : a) == (b == '_' ? '-' : b); }

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Three rows of the usual table suffice: a swap of neighbours looks two rows back. */
unsigned lc_edit_distance(const char *a, const char *b) {
    size_t rows = strnlen(a, LONGEST), columns = strnlen(b, LONGEST);
    unsigned table[3][LONGEST + 1];
    unsigned *before = table[0], *above = table[1], *now = table[2];
    for (size_t j = 0; j <= columns; j++) above[j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= columns; j++) {
            now[j] = least(above[j], now[j - 1]) + 1;
            now[j] = least(now[j], above[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        unsigned *spare = before;
        before = above, above = now, now = spare;
    }
    return above[columns];
}

static bool begins_with(const char *text, const char *beginning) {
    while (*beginning && same(*text, *beginning)) text++, beginning++;
    return !*beginning;
}

void lc_nearest_offer(lc_nearest *n, const char *candidate) {
    assert(n->word);
    size_t length = strlen(n->word);
    unsigned distance = lc_edit_distance(n->word, candidate);
    /* An abbreviation is far away by letters, but a good guess. */
    if (length >= 2 && begins_with(candidate, n->word)) distance = 1;
    if (distance > 1 + length / 4 || distance >= strlen(candidate)) return;
    if (n->best && distance >= n->distance) return;
    n->best = candidate;
    n->distance = distance;
}
