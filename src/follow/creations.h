/* How often was a file of this name made?  The kernel keeps a record (inotify), so that also rotations between two
 * looks are counted. */
#ifndef LC_FOLLOW_CREATIONS_H
#define LC_FOLLOW_CREATIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lcf_creations {
    int fd; /* -1: there is no record */
    const char *name;
    uint64_t count;
} lcf_creations;

void lcf_creations_begin(lcf_creations *, const char *path); /* which must outlive it */
/* So far, also by renaming.  False: it is not known. */
bool lcf_creations_count(lcf_creations *, uint64_t *count);
void lcf_creations_end(lcf_creations *);

#endif
