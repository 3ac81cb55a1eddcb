/* Symmetry of execution graphs: see graph_symmetry.c. */
#ifndef LC_TARGET_EXPLORE_GRAPH_SYMMETRY_H
#define LC_TARGET_EXPLORE_GRAPH_SYMMETRY_H

#include "target/explore/graph.h"

/* Where a step has no twin, and where it will have one that has not been taken. */
enum { LCT_TWIN_NONE = -1, LCT_TWIN_MISSING = -2 };

/* A tree begins. */
void lct_symmetry_begin(void);
/* The current step has started this thread. */
void lct_symmetry_started(unsigned thread);
/* The current thread does something whose result depends on its number, or is allocated by it. */
void lct_symmetry_identified(bool by_name);
/* The result of this thread is passed to the current one. */
void lct_symmetry_result(unsigned thread);
/* Which threads of the tree were taken for equal, an lct_symmetry. */
uint32_t lct_symmetry_used(void);

/* The next step of a thread, behind the path of this length: the twin of that step. */
int32_t lct_symmetry_twin(unsigned thread, uint32_t depth);
/* Threads that are not to go on before their twins have. */
lct_mask lct_symmetry_waiting(lct_mask enabled, uint32_t depth);
/* The step is about to be taken, with its twin known: is it the same one, and are equal threads joined together? */
void lct_symmetry_compare(uint32_t step);
/* Of the candidates those that do not put it before its twin. */
uint64_t lct_symmetry_permitted(const lct_graph_step *, const lct_weak_access *, uint64_t ages);
/* The step has been taken: did it do the same as its twin? */
bool lct_symmetry_is_same(uint32_t step);

#endif
