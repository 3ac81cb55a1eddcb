/* Where the things are that a test is compiled and linked with.
 *
 * Installed, they are found from where the command is, or the library; in a build tree a file beside these contains
 * their paths; and LINCE_HOME names a directory with `include` and `lib` that comes before both.
 */
#ifndef LC_TESTER_TOOLCHAIN_PLACES_H
#define LC_TESTER_TOOLCHAIN_PLACES_H

#include <lince/error.h>

typedef struct lcd_places {
    char *include; /* the directory that holds lince/test.h */
    char *runtime; /* liblince-test.a */
    char *many;    /* liblince-test-many.a */
    char *model;   /* liblince-model.a */
    char *stress;  /* liblince-stress.a */
} lcd_places;

/* `home` NULL: LINCE_HOME, if it is set.  In any case they are to be freed. */
lince_status lcd_places_find(lcd_places *, const char *home, lince_error *);
void lcd_places_free(lcd_places *);

#endif
