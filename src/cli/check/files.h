/* The input of `lince check`: the files its operands name, and those below the directories they name. */
#ifndef LC_CLI_CHECK_FILES_H
#define LC_CLI_CHECK_FILES_H

#include <lince/error.h>

#include "base/options.h"

typedef struct lcc_file {
    char *path;
    lince_error *error; /* why there is nothing to read; NULL: read it */
    bool plain;         /* a file that can be read more than once */
} lcc_file;

typedef struct lcc_files {
    LC_VEC(lcc_file) list;
    bool directory; /* an operand was one */
} lcc_files;

/* In the order of the operands; below a directory ordered by path, byte by byte.  A file that is named is taken with
 * any name; below a directory only files that have a history's name and are not hidden.  False: out of memory.  In any
 * case the files are to be freed. */
bool lcc_files_find(lcc_files *, const lc_words *operands);
void lcc_files_free(lcc_files *);
bool lcc_is_standard_input(const char *path);

#endif
