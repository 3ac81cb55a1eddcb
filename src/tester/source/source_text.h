/* Lines of source files, to be shown beside their effects. */
#ifndef LC_TESTER_SOURCE_SOURCE_TEXT_H
#define LC_TESTER_SOURCE_SOURCE_TEXT_H

#include <stddef.h>

#include "base/vec.h"

typedef struct lcd_listing lcd_listing;
typedef struct lcd_listings {
    LC_VEC(lcd_listing *) files;
} lcd_listings; /* starts empty when zeroed */

/* A line, from 1 on, without the blanks around it; not terminated.  NULL: the file cannot be read, or has no such line.
 */
const char *lcd_listing_line(lcd_listings *, const char *file, int line, size_t *length);
/* The same with the blanks before it. */
const char *lcd_listing_whole_line(lcd_listings *, const char *file, int line, size_t *length);
void lcd_listings_free(lcd_listings *);

#endif
