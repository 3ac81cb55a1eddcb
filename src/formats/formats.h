/* The interface of src/formats to other rooms, besides <lince/history.h>. */
#ifndef LC_FORMATS_FORMATS_H
#define LC_FORMATS_FORMATS_H

#include <lince/history.h>

/* Reads from memory, which must outlive the reader; `name` stands in messages where a file's name would. */
lince_status lc_reader_open_bytes(lince_reader **, const char *name, const void *bytes, size_t size,
                                  const lince_read_options *, lince_error *);

#endif
