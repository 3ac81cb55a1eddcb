/* Relaxed containers pick one of several candidates.  A test makes that a choice all of whose outcomes are tried;
 * elsewhere it is chance. */
#ifndef SUBJECTS_PICK_H
#define SUBJECTS_PICK_H

#ifdef LINCE_TEST
#define pick(n) lince_choose(n)
#else
#include <stdlib.h>
#define pick(n) (rand() % (n))
#endif

#endif
