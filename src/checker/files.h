/* The files to be checked: those that paths name, and those below the directories they name. */
#ifndef LC_CHECKER_FILES_H
#define LC_CHECKER_FILES_H

#include <lince/error.h>

#include "base/vec.h"

typedef struct lck_file {
    char *path;
    lince_error *error; /* why there is nothing to read; NULL: read it */
    bool plain;         /* a file that can be read more than once */
} lck_file;

typedef struct lck_files {
    LC_VEC(lck_file) list;
    bool directory; /* a path named one */
} lck_files;

/* In the order of the paths; below a directory ordered by path, byte by byte.  A file that is named is taken with
 * any name; below a directory only files that have a history's name and are not hidden.  False: out of memory.  In any
 * case the files are to be freed. */
bool lck_files_find(lck_files *, const char *const *paths, uint32_t count);
void lck_files_free(lck_files *);
bool lck_is_standard_input(const char *path);

#endif
