/* Leaks of a program: memory that is lost, threads that were never joined.  Reported as warnings, because code that
 * never frees memory may still be right; see inspect.c of the explorer for when they are looked for. */
#ifndef LC_TESTER_DRIVER_LEAKS_H
#define LC_TESTER_DRIVER_LEAKS_H

#include "report/writer.h"
#include "tester/driver/test_run.h"

/* A sentence about each, with the place in the source in front of it. */
void lcd_print_leaks(const lcd_test_run *, lcd_lines *, void (*warn)(lc_span, void *), void *context);
/* As members of the object that is being written: `leaks` and `unjoined`, arrays of places. */
void lcd_leaks_json(lcr_writer *, const lcd_test_run *, lcd_lines *);

#endif
