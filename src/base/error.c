#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static void fill(lince_error *error, const char *file, unsigned long line, const char *format, va_list args) {
    if (!error) return;
    snprintf(error->file, sizeof error->file, "%s", file);
    error->line = line;
    vsnprintf(error->message, sizeof error->message, format, args);
}

lince_status lc_fail(lince_error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(error, "", 0, format, args);
    va_end(args);
    return LINCE_BAD_INPUT;
}

lince_status lc_fail_at(lince_error *error, const char *file, unsigned long line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(error, file, line, format, args);
    va_end(args);
    return LINCE_BAD_INPUT;
}
