/* Relaxed containers pick one of several candidates.  In a test that is a choice all of whose outcomes are tried, but
 * only while threads run: what comes before and after them takes the first.  Elsewhere it is chance. */
#ifndef SUBJECTS_PICK_H
#define SUBJECTS_PICK_H

#ifdef LINCE_TEST
#define pick(n) ((n) > 1 && lince_thread_number() ? lince_choose(n) : 0)
#else
#include <stdlib.h>
#define pick(n) (rand() % (n))
#endif

#endif
