#include "model/finding.h"

/* A finding outlives the search, and must fit in even when the search has spent its memory: it is charged to no
 * budget. */
void lcm_finding_init(lcm_finding *f) { *f = (lcm_finding){.path.loop = UINT32_MAX, .label = LCM_NO_LABEL}; }

void lcm_finding_free(lcm_finding *f) {
    lc_vec_free(NULL, &f->path.moves);
    lc_vec_free(NULL, &f->path.states);
    lc_vec_free(NULL, &f->allowed);
    lcm_finding_init(f);
}
