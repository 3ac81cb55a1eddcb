/* Which files of the user a program is made from, so that a change in one of them can be told. */
#ifndef LC_CLI_TEST_MADE_FROM_H
#define LC_CLI_TEST_MADE_FROM_H

#include "cli/test/build.h"

/* Adds the files that the text of a preprocessor names, without those of the system and those below `ours`. */
void lc_made_from(lc_source_list *, const char *preprocessed, const char *ours);
void lc_made_from_free(lc_source_list *);

#endif
