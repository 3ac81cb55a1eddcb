/* The criterion refine(k). */
#ifndef LC_CHECK_REFINE_REFINE_H
#define LC_CHECK_REFINE_REFINE_H

#include <lince/error.h>
#include <stdint.h>

/* The k of `refine:k`. */
lince_status lc_length_parse(uint32_t *length, const char *text, lince_error *);

#endif
