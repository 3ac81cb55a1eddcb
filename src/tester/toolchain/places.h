/* Where the things are that a test is compiled and linked with.
 *
 * Installed, they are found relative to the command; in a build tree a file beside the command has their places; and
 * LINCE_HOME names a directory with `include` and `lib` that comes before both.
 */
#ifndef LC_TESTER_TOOLCHAIN_PLACES_H
#define LC_TESTER_TOOLCHAIN_PLACES_H

#include <lince/error.h>

typedef struct lc_places {
    char *include; /* the directory that holds lince/test.h */
    char *runtime; /* liblince-test.a */
    char *model;   /* liblince-model.a */
    char *stress;  /* liblince-stress.a */
} lc_places;

/* In any case they are to be freed. */
lince_status lc_places_find(lc_places *, lince_error *);
void lc_places_free(lc_places *);

#endif
