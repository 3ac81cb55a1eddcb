#include "model/search/shortest.h"

void lcm_find_shortest(lcm_system *system, lcm_run_query *ask, void *context, const lcm_search_limits *limits,
                       lcm_finding *finding) {
    enum { TIMES = 4, AT_LEAST = 1 << 21 };
    if (!lcm_system_reduces(system)) return;
    if (finding->answer != LCM_FAILS && !(finding->answer == LCM_HOLDS && finding->reason == LCM_R_REACHED)) return;
    lc_budget more;
    lc_budget_init(&more, limits->budget ? limits->budget->limit : 0);
    lcm_search_limits farther = *limits;
    farther.budget = &more;
    farther.most_pairs = finding->figures.pairs * TIMES + AT_LEAST;
    lcm_system_look_fully(system);
    lcm_finding again;
    lcm_finding_init(&again);
    ask(context, &farther, &again);
    if (again.answer == finding->answer && again.best == finding->best &&
        again.path.moves.count < finding->path.moves.count) {
        lcm_finding old = *finding;
        again.figures = old.figures;
        *finding = again;
        again = old;
    }
    lcm_finding_free(&again);
}
