/* Collections of PAT's libraries, as cells of a state: see lang/library.h. */
#ifndef LC_MODEL_RUN_COLLECTION_H
#define LC_MODEL_RUN_COLLECTION_H

#include "lang/library.h"

enum { LCM_COLLECTION_CELLS_MAX = 1 + 2 * LCM_COLLECTION_MAX };

/* NULL: done; else the reason why the model is wrong, or the limit that it meets. */

/* Of a collection, or an array of `cells` cells; `b`: another collection, or NULL. */
const char *lcm_collection_ask(lcm_library_op, const int32_t *a, uint32_t cells, const int32_t *b, int32_t x,
                               int32_t *result);
const char *lcm_collection_change(lcm_library_op, int32_t *a, int32_t x, int32_t y, int32_t *result);
/* `made` has LCM_COLLECTION_CELLS_MAX cells and is all 0. */
const char *lcm_collection_make(lcm_library_op, const int32_t *a, uint32_t cells, const int32_t *b, int32_t *made);

#endif
