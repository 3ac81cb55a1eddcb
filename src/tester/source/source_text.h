/* Lines of source files, to be shown beside their effects. */
#ifndef LC_TESTER_SOURCE_SOURCE_TEXT_H
#define LC_TESTER_SOURCE_SOURCE_TEXT_H

#include <stddef.h>

#include "base/vec.h"

typedef struct lc_listing lc_listing;
typedef struct lc_listings {
    LC_VEC(lc_listing *) files;
} lc_listings; /* starts empty when zeroed */

/* A line, from 1 on, without the blanks around it; not terminated.  NULL: the file cannot be read, or has no such line.
 */
const char *lc_listing_line(lc_listings *, const char *file, int line, size_t *length);
/* The same with the blanks before it. */
const char *lc_listing_whole_line(lc_listings *, const char *file, int line, size_t *length);
void lc_listings_free(lc_listings *);

#endif
