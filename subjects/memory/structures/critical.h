/* The critical section that the locks of this folder guard: it counts, with a load and a store, and no count is lost.
 */
#ifndef SUBJECTS_CRITICAL_H
#define SUBJECTS_CRITICAL_H

#include "weak.h"

static DATA(int) counted;
static int entered[3]; /* by the number of the thread: each writes its own */

static void critical_section(void) {
    data_put(counted, data_get(counted) + 1);
    entered[lince_thread_number()]++;
}

static void all_counted(void) { lince_assert(data_get(counted) == entered[1] + entered[2]); }

#endif
