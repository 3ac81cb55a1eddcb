/* Guessing the intended word from a misspelt one. */
#ifndef LC_BASE_SPELLING_H
#define LC_BASE_SPELLING_H

/* Letters to insert, delete, replace or swap with their neighbour to turn one word into the other; `_` and `-` count as
 * the same letter.  Words beyond 63 letters are compared by their beginnings. */
unsigned lc_edit_distance(const char *, const char *);

/* The best guess so far: start with `{.word = word}`, offer every word there is. */
typedef struct lc_nearest {
    const char *word;
    const char *best; /* NULL: nothing offered comes near enough to be worth a suggestion */
    unsigned distance;
} lc_nearest;
void lc_nearest_offer(lc_nearest *, const char *candidate);

#endif
