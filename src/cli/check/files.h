/* The input of `lince check`: the files its operands name, and those below the directories they name. */
#ifndef LC_CLI_CHECK_FILES_H
#define LC_CLI_CHECK_FILES_H

#include <lince/error.h>

#include "base/options.h"

typedef struct lc_file {
    char *path;
    lince_error *error; /* why there is nothing to read; NULL: read it */
    bool plain;         /* a file that can be read more than once */
} lc_file;

typedef struct lc_files {
    LC_VEC(lc_file) list;
    bool directory; /* an operand was one */
} lc_files;

/* In the order of the operands; below a directory ordered by path, byte by byte.  A file that is named is taken with
 * any name; below a directory only files that have a history's name and are not hidden.  False: out of memory.  In any
 * case the files are to be freed. */
bool lc_files_find(lc_files *, const lc_words *operands);
void lc_files_free(lc_files *);
bool lc_is_standard_input(const char *path);

#endif
