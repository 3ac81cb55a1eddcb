/* From a run through sorted states back to one of the system itself. */
#include <string.h>

#include "model/reduce/symmetry.h"
#include "model/run/walk.h"

static const lcm_lts *inner_lts(const lcm_symmetry *y) { return lcm_system_lts(y->system); }

/* Of the system itself.  The steps that were enough in a sorted state are another process's steps here, so all are
 * taken. */
static lcm_walker *open_fully(const lcm_symmetry *y) {
    const lcm_lts *lts = inner_lts(y);
    lcm_walker *w = lts->open(lts, NULL);
    if (w) ((lcm_system_walker *)(void *)w)->looks_fully = true;
    return w;
}

/* The exchange that turns the system's own state into the sorted one: process i is where[i] there. */
typedef struct way {
    uint8_t where[LCM_ALIKE_MAX];
    uint32_t values; /* a turn of them */
} way;

static void go_on(const lcm_symmetry *y, way *w, uint32_t turn) {
    for (uint32_t i = 0; i < y->count; i++) w->where[i] = y->turn[turn % y->turns][w->where[i]];
    if (y->values) w->values = lcm_values_then(y->values, w->values, turn / y->turns);
}

static void undo(const lcm_symmetry *y, const way *w, uint8_t *back) {
    for (uint32_t i = 0; i < y->count; i++) back[w->where[i]] = (uint8_t)i;
}

static bool turn_state_back(const lcm_symmetry *y, const way *w, const uint32_t *sorted, uint32_t *own) {
    uint8_t back[LCM_ALIKE_MAX];
    uint32_t field;
    int32_t value;
    undo(y, w, back);
    if (!lcm_symmetry_rearrange(y, sorted, back, own, &field, &value)) return false;
    if (y->values) lcm_values_state(y->values, 0, lcm_values_back(y->values, w->values), own);
    return true;
}

static lcm_label label_back(const lcm_symmetry *y, const way *w, lcm_label label) {
    uint8_t back[LCM_ALIKE_MAX];
    undo(y, w, back);
    label = lcm_symmetry_relabel(y, label, back);
    return y->values ? lcm_values_label(y->values, lcm_values_back(y->values, w->values), label) : label;
}

/* The step of the system that leads to this state with this label. */
static bool find_step(lcm_walker *w, const uint32_t *from, const uint32_t *to, lcm_label label, lcm_moves *moves,
                      lcm_move *found) {
    lcm_moves_clear(moves);
    w->lts->next(w, from, moves);
    for (uint32_t i = 0; i < moves->at.count; i++)
        if (moves->at.at[i].label == label && memcmp(lcm_moves_state(moves, i), to, moves->words * sizeof *to) == 0) {
            *found = moves->at.at[i];
            return true;
        }
    return false;
}

static void labels_back(const lcm_symmetry *y, const way *w, lcm_finding *f) {
    for (uint32_t i = 0; i < f->allowed.count; i++) f->allowed.at[i] = label_back(y, w, f->allowed.at[i]);
    lcm_labels_sort(y->lts.alphabet, f->allowed.at, &f->allowed.count);
}

/* Also the labels of steps that could be its last, or could come behind it. */
static bool turn_back(const lcm_symmetry *y, lcm_finding *f) {
    way so_far = {.values = 0};
    lcm_path *path = &f->path;
    const lcm_lts *lts = inner_lts(y);
    lcm_walker *w = open_fully(y);
    uint32_t words = path->words;
    uint32_t *own = lc_allocate(NULL, words * sizeof *own);
    lcm_moves moves;
    lcm_moves_init(&moves, words, NULL);
    bool well = w && own;
    for (uint32_t i = 0; i < y->count; i++) so_far.where[i] = (uint8_t)i;
    for (uint32_t i = 0; well && i < path->moves.count; i++) {
        lcm_move *m = &path->moves.at[i];
        uint32_t *next = path->states.at + (size_t)(i + 1) * words;
        lcm_label label = label_back(y, &so_far, m->label);
        if (i + 1 == path->moves.count && f->reason != LCM_R_REFUSAL) labels_back(y, &so_far, f);
        go_on(y, &so_far, (uint32_t)m->turn);
        well = turn_state_back(y, &so_far, next, own) && find_step(w, lcm_path_state(path, i), own, label, &moves, m);
        if (well) memcpy(next, own, words * sizeof *own);
    }
    if (f->reason == LCM_R_REFUSAL) labels_back(y, &so_far, f);
    if (w) lts->close(w);
    if (own) lc_release(NULL, own, words * sizeof *own);
    lcm_moves_free(&moves);
    return well;
}

/* The step that fails is another one, seen from the system. */
static bool fail_again(const lcm_symmetry *y, lcm_finding *f) {
    const lcm_lts *lts = inner_lts(y);
    lcm_walker *w = open_fully(y);
    lcm_moves moves;
    lcm_moves_init(&moves, lts->words, NULL);
    if (w) lts->next(w, lcm_path_state(&f->path, f->path.moves.count), &moves);
    if (w && moves.failure.failed) f->failure = moves.failure;
    if (w) lts->close(w);
    lcm_moves_free(&moves);
    return w != NULL;
}

bool lcm_symmetry_reconstruct(const lcm_symmetry *y, lcm_finding *f) {
    bool broken = f->answer == LCM_BROKEN;
    if (broken && f->by_specification && !f->failure.narrow && f->path.states.count == 0) return false;
    if (f->path.states.count == 0 || (broken && (f->failure.narrow || f->by_specification))) return true;
    /* Which steps are left out depends on the identities of processes: seen from the system, those of the run may be
     * among them. */
    bool reduces = lcm_system_reduces(y->system);
    lcm_system_look_fully(y->system);
    bool well = turn_back(y, f) && (!broken || fail_again(y, f));
    y->system->reduces = reduces;
    if (well) return true;
    f->answer = LCM_UNDECIDED;
    f->reason = LCM_R_MEMORY;
    return true;
}
