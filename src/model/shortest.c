#include "model/shortest.h"

#include "base/clock.h"

/* How much longer than the first search. */
static const double at_least = 0.5, times = 3;

void lcm_find_shortest(lcm_system *system, lcm_ask *ask, void *context, double seconds, const lcm_search_limits *limits,
                       lcm_finding *finding) {
    if (!lcm_system_reduces(system)) return;
    if (finding->answer != LCM_FAILS && !(finding->answer == LCM_HOLDS && finding->reason == LCM_R_REACHED)) return;
    lcm_search_limits more = *limits;
    double end = lc_now() + (seconds * times > at_least ? seconds * times : at_least);
    if (more.deadline == 0 || more.deadline > end) more.deadline = end;
    lcm_system_look_fully(system);
    lcm_finding again;
    lcm_finding_init(&again);
    ask(context, &more, &again);
    if (again.answer == finding->answer && again.path.moves.count < finding->path.moves.count) {
        lcm_finding old = *finding;
        again.figures = old.figures;
        *finding = again;
        again = old;
    }
    lcm_finding_free(&again);
    /* That memory ran out here says nothing about the answer. */
    if (limits->budget) atomic_store(&limits->budget->exhausted, false);
}
