/* Warnings about uninstrumented code in one source; and their record in the object made of it, for later tests. */
#ifndef LC_TESTER_INSTRUMENT_UNINSTRUMENTED_WARN_H
#define LC_TESTER_INSTRUMENT_UNINSTRUMENTED_WARN_H

#include "tester/instrument/assembly.h"

/* The context of the two that follow. */
typedef struct lcd_uninstrumented_in {
    lince_text *warnings; /* a line each, each once */
    const char *source;
} lcd_uninstrumented_in;
void lcd_warn_uninstrumented(void *context, const lcd_uninstrumented *);
void lcd_warn_of_mixed(void *context, lc_span file, uint32_t line);

/* Puts warnings at the end of an assembly, where they are never executed. */
void lcd_uninstrumented_record(lince_text *assembly, const char *warnings);
/* Adds those that are kept in a program or a library, as far as they are not there yet. */
void lcd_uninstrumented_recall(lince_text *warnings, const void *bytes, size_t size);

#endif
