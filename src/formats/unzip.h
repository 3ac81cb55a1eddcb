/* Decompressing zstd as it is read. */
#ifndef LC_FORMATS_UNZIP_H
#define LC_FORMATS_UNZIP_H

#include <lince/error.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct lc_unzip lc_unzip;

bool lc_looks_zipped(const void *bytes, size_t count);

/* Compressed bytes from wherever they are; 0 in `*count` means there are no more. */
typedef lince_status lc_pull(void *source, void *bytes, size_t room, size_t *count, lince_error *);

/* Begins with bytes that were read already.  NULL: out of memory. */
lc_unzip *lc_unzip_new(const void *bytes, size_t count);
void lc_unzip_free(lc_unzip *);

/* The next plain bytes, at least one unless the input is over.  `*wrong` is set where the compressed data are bad. */
lince_status lc_unzip_read(lc_unzip *, lc_pull *, void *source, void *bytes, size_t room, size_t *count,
                           const char **wrong, lince_error *);

#endif
