/* The same run once more, for people: dead variables are not reset in it. */
#ifndef LC_MODEL_RUN_REPLAY_H
#define LC_MODEL_RUN_REPLAY_H

#include "model/compile/system.h"
#include "model/finding.h"

/* The states of the path become those that the model would have; a loop at its end may begin up to a round later then.
 * False, and the path as it was: it cannot be replayed, as where a value has no room, or the loop does not close.  The
 * system is looked at fully from then on. */
bool lcm_replay(lcm_system *, lcm_path *);

#endif
