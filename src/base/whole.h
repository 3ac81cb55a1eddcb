/* Reading a file that is small enough to be read at once. */
#ifndef LC_BASE_WHOLE_H
#define LC_BASE_WHOLE_H

#include <stdio.h>

#include <lince/error.h>

#include "base/text.h"

/* Adds the content of the file to the text, without a byte order mark; the error names the file.  A file of more than
 * 64 MiB, such as a device that never ends, is refused. */
lince_status lc_read_whole(lince_text *, const char *path, lince_error *);
/* The same for an open stream, under this name. */
lince_status lc_read_stream(lince_text *, FILE *, const char *name, lince_error *);

#endif
