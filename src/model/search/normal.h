/* A specification made deterministic, on demand.
 *
 * After a sequence of visible steps a specification may be in any of a set of its states, closed under hidden steps.
 * Sets are made when they are first reached (subset construction), and the successors of a set are stored by label.  A
 * set has, where the semantics needs it, the acceptances of its stable states (the smallest ones), and whether one of
 * its states can go on forever by hidden steps.  Several threads use it; the numbers of sets depend on their timing.
 */
#ifndef LC_MODEL_SEARCH_NORMAL_H
#define LC_MODEL_SEARCH_NORMAL_H

#include "base/map64.h"
#include "base/meter.h"
#include "model/finding.h"
#include "model/search/sets.h"
#include "model/search/store.h"

typedef struct lcm_spec_edge {
    lcm_label label;
    uint32_t to;
} lcm_spec_edge;

typedef struct lcm_spec_state {
    uint32_t first, taus, count; /* its edges, hidden ones first */
    uint32_t acceptance;         /* of a stable state, once it is needed; else LC_NOT_INTERNED */
    uint8_t colour;              /* normal_facts.c */
    bool expanded;
} lcm_spec_state;

/* How a set was first come by: from another by a label.  The first set has set 0. */
typedef struct lcm_set_origin {
    uint32_t set;
    lcm_label label;
} lcm_set_origin;

typedef struct lcm_normal {
    const lcm_lts *lts;
    lcm_semantics semantics;
    lc_meter meter;
    lc_budget *budget;
    pthread_mutex_t lock;
    lcm_walker *walker;
    lcm_moves moves;
    uint32_t *words; /* room for a state */
    lcm_store store;
    LC_VEC(lcm_spec_state) states;
    LC_VEC(lcm_spec_edge) edges;
    lc_map64 after_at; /* (state, label) to where `after_to` has how many and which, for systems with `after` */
    LC_VEC(uint32_t) after_to;
    lc_map64 next; /* (set, label) to a set */
    lcm_sets sets;
    LC_VEC(lcm_set_origin) origins; /* of set n at n - 1 */
    lc_intern acceptances;
    LC_VEC(uint64_t) marks;         /* bits by state */
    LC_VEC(uint32_t) list, pending; /* the set being made, and those of it not looked at yet */
    LC_VEC(lcm_acceptance) smallest;
    uint32_t broken; /* the state whose steps fail; LCM_NOT_STORED: none */
    lcm_failure failure;
} lcm_normal;

bool lcm_normal_init(lcm_normal *, const lcm_lts *, lcm_semantics, const lcm_search_limits *, lc_budget *);
void lcm_normal_free(lcm_normal *);
uint32_t lcm_normal_first(lcm_normal *);
/* The set behind a visible label; LCM_NOTHING, LCM_NO_SET.  Or, behind LCM_TURN + turn, the set turned so. */
#define LCM_TURN ((lcm_label)1 << 31)
uint32_t lcm_normal_after(lcm_normal *, uint32_t set, lcm_label);
/* May a stable state offer just these (sorted) labels? */
bool lcm_set_accepts(const lcm_set *, const lcm_label *offered, uint32_t count);
/* The visible labels of the set's states, as from `next`, are appended; some may be there more than once. */
typedef LC_VEC(lcm_label) lcm_label_list;
void lcm_normal_labels(lcm_normal *, uint32_t set, lcm_label_list *, lc_budget *);

/* Between normal.c and normal_facts.c: completes a set that was just made.  False: out of memory. */
bool lcm_normal_complete(lcm_normal *, lcm_set *);

#endif
