/* Shared memory of the test, see shared.c. */
#ifndef LC_TARGET_STRESS_SHARED_H
#define LC_TARGET_STRESS_SHARED_H

/* All but the mappings that these addresses are in becomes private.  NULL, or why not. */
const char *lct_shared_make_private(const void *const *own, unsigned own_count);

#endif
