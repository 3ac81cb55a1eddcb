/* From the files a user names to a program that can be explored. */
#ifndef LC_TESTER_TOOLCHAIN_BUILD_H
#define LC_TESTER_TOOLCHAIN_BUILD_H

#include "tester/toolchain/cache.h"
#include "tester/toolchain/child.h"

/* All files of a command line make one program. */
typedef struct lcd_sources {
    lc_words files; /* sources, objects, archives; or one program that is linked already */
    lc_words flags; /* for the compiler */
    const lcd_cache *cache;
    const char *home; /* see lcd_places_find */
    bool many;        /* threads, so that the larger runtime is needed */
    bool stress;      /* its threads are to be real ones: nothing is instrumented */
} lcd_sources;

/* A file that a program was made from. */
typedef struct lcd_source_file {
    char *path;
    uint64_t hash; /* of its content */
} lcd_source_file;
typedef LC_VEC(lcd_source_file) lcd_source_list;

typedef struct lcd_program {
    char *path;
    uint64_t fingerprint;    /* of its content */
    lcd_source_list sources; /* with the user's headers; as far as it is known */
    lince_text warnings;     /* uninstrumented parts, a line each */
    bool many;               /* it has the larger runtime */
    bool linked_before;      /* the user brought it: there is no source */
    bool kept;               /* it stays when the command ends */
} lcd_program;

/* Compiles and links, unless the cache has it.  LINCE_STOPPED: there was an interrupt.  The compiler's messages go to
 * standard error unchanged.  In any case the program is to be freed. */
lince_status lcd_build_program(lcd_program *, const lcd_sources *, lince_error *);
void lcd_program_free(lcd_program *);

/* The same sources as a plug-in for the checker, which finds the test's model in it.  The path is the caller's. */
lince_status lcd_build_model(char **path, const lcd_sources *, lince_error *);

#endif
