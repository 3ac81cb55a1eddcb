/* The memory that the code under test has written to in the current execution, to be compared with the same moment of
 * another one: its variables, thread-local ones, the heap and its mappings.
 *
 * Stacks are left out: they contain remains of calls, also of the runtime.  So are variables of libraries that
 * are not instrumented: the runtime calls them, too, at times that differ.
 */
#ifndef LC_TARGET_RUNTIME_WRITTEN_H
#define LC_TARGET_RUNTIME_WRITTEN_H

#include <stdbool.h>
#include <stdint.h>

/* Where two executions differ. */
typedef struct lct_difference {
    uintptr_t address;
    uint32_t size;          /* bytes, 1 to 8 */
    uint64_t first, second; /* their values */
    bool heap; /* it is a block that differs: which one it is, or whether it is in use; the values are sizes */
} lct_difference;

struct lct_tape;
void lct_written_save(struct lct_tape *);
/* Reads the second execution's writes onto the tape.  True: memory is not the same now. */
bool lct_written_differs(struct lct_tape *, lct_difference *);

#endif
