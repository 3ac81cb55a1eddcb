/* The operations that conflict, as a history that is a violation by itself: the output of --explain. */
#ifndef LC_CLI_CHECK_EXCERPT_H
#define LC_CLI_CHECK_EXCERPT_H

#include "check/result.h"
#include "cli/check_options.h"
#include "spec/spec.h"

/* Cuts it out of a history.  Comments list the new names.  Also after a failure the new history is to be freed. */
lince_status lcc_excerpt_cut(lince_history **, lince_text *comments, const lince_specs *, const lince_history *,
                             const lince_result *, lince_error *);

/* The same as `.hist` text, with where it comes from and why it is wrong in comments.  `several`: the file holds other
 * histories.  The error of LINCE_BAD_INPUT has the part that cannot be written. */
lince_status lcc_excerpt_write(lince_text *, const lince_specs *, const lince_history *, const lince_result *,
                               bool several, lince_error *);

/* Can a history name this specification itself, or does the command have to? */
bool lcc_is_built_in(const lc_instance *);
/* A comment with the command that checks the file at `path`. */
void lcc_excerpt_command(lince_text *, const lcc_check_settings *, const lince_specs *, const char *path);

void lcc_put_shell_word(lince_text *, const char *word);
/* A history as `.hist` text. */
lince_status lcc_excerpt_put_history(lince_text *, const lince_history *, lince_error *);

#endif
