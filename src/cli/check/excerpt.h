/* The output of --explain: an excerpt of a history with comments, and the command that checks it. */
#ifndef LC_CLI_CHECK_EXCERPT_H
#define LC_CLI_CHECK_EXCERPT_H

#include "checker/excerpt.h"
#include "cli/check_options.h"

/* The operations that conflict as `.hist` text, with the file they come from, the reason and the new names in comments.
 * `several`: the file holds other histories.  The error of LINCE_BAD_INPUT has the part that cannot be written. */
lince_status lcc_excerpt_write(lince_text *, const lince_specs *, const lince_history *, const lince_result *,
                               bool several, lince_error *);

/* A comment with the command that checks the file at `path`. */
void lcc_excerpt_command(lince_text *, const lcc_check_settings *, const lince_specs *, const char *path);

void lcc_put_shell_word(lince_text *, const char *word);
/* A history as `.hist` text. */
lince_status lcc_excerpt_put_history(lince_text *, const lince_history *, lince_error *);

#endif
