/* How a specification gets to one of its states along the visible steps of a path. */
#ifndef LC_MODEL_SEARCH_SPEC_PATH_H
#define LC_MODEL_SEARCH_SPEC_PATH_H

#include "model/search/normal.h"

/* `path` holds a run of an implementation; the run of the specification that has the same visible steps and ends in
 * this state takes its place.  False: out of memory, or there is none. */
bool lcm_spec_path(lcm_normal *, uint32_t state, lcm_path *path);

#endif
