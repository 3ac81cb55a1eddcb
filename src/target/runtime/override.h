/* Memory orders in place of those of the code, at some places of the program: to try out which ones repair a failure,
 * and which are stronger than they need to be, without compiling again.
 *
 * Where there are none, which is so in all ordinary explorations, that costs an atomic operation one comparison.
 */
#ifndef LC_TARGET_RUNTIME_OVERRIDE_H
#define LC_TARGET_RUNTIME_OVERRIDE_H

#include "target/explore/control.h"
#include "target/runtime/machine.h"

/* They stay the caller's. */
void lct_overrides_set(const lct_override *, uint32_t count);

/* The atomic operation at `pc` begins: its orders become those that it is to have, and the fence before it is done.
 * NULL: there is none for it. */
const lct_override *lct_override_begin(uintptr_t pc, int *order, int *failure);
/* It was done. */
void lct_override_end(const lct_override *);

#define LCT_OVERRIDE(by, pc, order, failure)                                                                           \
    const lct_override *by =                                                                                           \
        __builtin_expect(lct_m.overrides, false) ? lct_override_begin(pc, &(order), &(failure)) : NULL
#define LCT_OVERRIDDEN(by)                                                                                             \
    if (__builtin_expect(by != NULL, false)) lct_override_end(by)

#endif
