/* The history of the current execution: calls and returns of operations in the order they happened.
 *
 * A call is recorded with the first step of its operation and a return with the last, which makes operations as short
 * as they can be.  Nothing is lost: an object that is correct for short operations is correct for longer ones, because
 * less order among operations allows more.
 */
#ifndef LC_TARGET_EXPLORE_RECORD_H
#define LC_TARGET_EXPLORE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/explore/digest.h"
#include "target/runtime/machine.h"

enum { LCT_VALUES = 3, LCT_NAMES = 1024, LCT_LOG_MAX = 1 << 16 };

typedef struct lct_log_entry {
    uint8_t thread;
    bool returns;
    bool alone; /* no other thread was there */
    uint8_t count;
    uint16_t name; /* of a call */
    int32_t step;  /* of a call its first, of a return the last one of the thread; -1: none */
    int16_t tick;  /* of a call: that of its thread */
    int64_t values[LCT_VALUES];
    int16_t seen[LCT_THREADS]; /* of a return: for each thread, which of its ticks happen before it */
    uint64_t reported;         /* in a replay: so many steps were reported before it */
    lct_digest before, block;  /* of the blocks up to here, and of the one this belongs to as far as it goes */
} lct_log_entry;

typedef struct lct_record {
    lct_log_entry *log;
    uint32_t length;
    uint32_t open; /* operations running */
    uint32_t name_count;
    const char *names[LCT_NAMES];
    uint8_t options[LCT_NAMES]; /* of the operations of these names: an lct_op_option */
} lct_record;

extern lct_record lct_r __attribute__((visibility("hidden")));

void lct_record_init(void);

/* The number of a name; texts that are equal are one name.  The text is kept, not copied, unless `copy`. */
uint16_t lct_name(const char *text, bool copy);

/* The current thread calls an operation, and returns from it; before that it may announce that there are more results.
 * `pc` is the place of the annotation in the code under test; 0: it is a function of the test that is called, and
 * returns. */
void lct_record_call(uint16_t name, unsigned count, const int64_t *values, uintptr_t pc);
void lct_record_result(int64_t value, uintptr_t pc);
void lct_record_return(unsigned count, const int64_t *values, uintptr_t pc);

/* The call of the thread's operation happens now: its first step begins. */
void lct_record_begin(unsigned thread);

/* No thread can go on: threads that wait with the first step of their operations have called them. */
void lct_record_waiting(void);

/* Two histories get the same number exactly when they are equal as interval orders: calls next to each other, and
 * returns next to each other, have no order. */
lct_digest lct_record_digest(void);
lct_digest lct_log_digest(const lct_log_entry *, uint32_t length); /* of entries that are chained: */
void lct_record_chain(lct_log_entry *, const lct_log_entry *last); /* NULL: it is the first one */

#endif
