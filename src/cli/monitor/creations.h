/* How often was a file of this name made?  The kernel keeps a record (inotify), so that also rotations between two
 * looks are counted. */
#ifndef LC_CLI_MONITOR_CREATIONS_H
#define LC_CLI_MONITOR_CREATIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lcc_creations {
    int fd; /* -1: there is no record */
    const char *name;
    uint64_t count;
} lcc_creations;

void lcc_creations_begin(lcc_creations *, const char *path); /* which must outlive it */
/* So far, also by renaming.  False: it is not known. */
bool lcc_creations_count(lcc_creations *, uint64_t *count);
void lcc_creations_end(lcc_creations *);

#endif
