/* Accesses that annotations for race detectors take out of data races: see annotations.c. */
#ifndef LC_TARGET_RUNTIME_ANNOTATIONS_H
#define LC_TARGET_RUNTIME_ANNOTATIONS_H

#include "target/runtime/machine.h"

extern bool lct_annotated __attribute__((visibility("hidden"))); /* there was one of them, in any execution */

/* Is the current thread's access no part of a data race? */
bool lct_race_is_ignored(bool writes, uintptr_t address, uint64_t size);
/* At the start of an execution: what its threads annotate is not annotated yet. */
void lct_annotations_clear(void);
/* For snapshots. */
struct lct_tape;
void lct_annotations_save(struct lct_tape *);
void lct_annotations_load(struct lct_tape *);

#endif
