/* Filling in a lince_error. */
#ifndef LC_BASE_ERROR_H
#define LC_BASE_ERROR_H

#include <stdarg.h>

#include <lince/error.h>

/* Both return LINCE_BAD_INPUT, so that a failing function can end with `return lc_fail(...)`.  `error` may be NULL. */
lince_status lc_fail(lince_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
lince_status lc_fail_at(lince_error *error, const char *file, unsigned long line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A public function was given NULL where there must be something: "lince_check is given no history". */
lince_status lc_fail_missing(lince_error *error, const char *function, const char *what);
/* The same for functions that are called like printf themselves. */
void lc_fill_error(lince_error *error, const char *format, va_list args);

#endif
