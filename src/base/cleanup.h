/* Files and directories that are not finished, and processes that make them: leftovers if the process had to end at
 * once.  The handler of a fatal signal removes them, so these functions are async-signal-safe. */
#ifndef LC_BASE_CLEANUP_H
#define LC_BASE_CLEANUP_H

#include <sys/types.h>

/* A file, or a directory with all that is in it; the name is relative to the directory `at`, as for openat(2).  An
 * entry for which there is no memory or no room is left behind. */
void lc_unfinished(int at, const char *name);
void lc_finished(int at, const char *name); /* it is deleted, or has its final name */

/* A group of processes. */
void lc_unfinished_group(pid_t);
void lc_finished_group(pid_t);

/* Called from a handler: ends and deletes all of these, as far as they are this process's own. */
void lc_clean_up(void);

/* A directory and all that is in it, or a file. */
void lc_delete_tree(int at, const char *name);

#endif
