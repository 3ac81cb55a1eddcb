/* Memory orders weaker than seq_cst that a test has executed; they were taken for seq_cst unless a memory model that
 * takes them as they are was explored to the end.
 *
 * A place is where the order is written: behind the members of std::atomic, which pass it on, and not in the standard
 * library.  Orders inside the library (reference counts of shared_ptr, latches, ...) and inside generated code (the
 * guard of a static variable) are left out, because their use is correct by the library's and the compiler's own
 * account; so is atomic_init, which is no atomic operation, though gcc makes it a relaxed store. */
#ifndef LC_TESTER_DRIVER_WEAKER_H
#define LC_TESTER_DRIVER_WEAKER_H

#include "report/writer.h"
#include "tester/driver/test_run.h"

/* Finds the places of the workers' reports.  Their names live as long as the lcd_lines, which may be NULL: then nothing
 * is known of the places.  False: out of memory. */
bool lcd_weaker_find(lcd_test_run *, lcd_lines *);
/* ` under sequential consistency; 3 weaker memory orders were taken for seq_cst (queue.h:41 release store, ...)`, or
 * nothing where that is not so. */
void lcd_weaker_words(lince_text *, const lcd_test_run *);
/* As a member `memory` of the object that is being written. */
void lcd_weaker_json(lcr_writer *, const lcd_test_run *);

#endif
