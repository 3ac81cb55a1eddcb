/* The races of steps that wait for an object: a lock, a semaphore, a token in a pipe, a message or room for one.
 *
 * The latest step on the object need not race with a step e of thread p that waits: if p could not go on before it, the
 * two cannot be the other way round.  But p could have gone on before an earlier step: the one that took the object
 * away.  (Source-DPOR, as algorithm 1 of Abdulla et al., JACM 2017, has it, assumes that no step disables another one;
 * Flanagan and Godefroid, POPL 2005, look for the latest step that *may be co-enabled* with e.)
 *
 * Theorem.  It is enough if e races with each step on the object down to, and including, the latest one before which p
 * could go on.  Let q be a step, w steps independent of it, e the next step of p after w, and q disable e.  All that
 * can follow q is explored; if e can follow at all, then so is an execution q w z e in which z is as short as possible.
 * In none of its equivalents p can go on before a step of z, or z would be shorter.  So e races with q.  If e cannot
 * follow, p never goes on after q, and its pending step races with q (process_waiting in tree.c).
 *
 * The node of f shows whether p could go on before it, if p had come so far by then.  If not, f counts as a step that
 * races, and as one before which p could not go on; but in place of a thread that takes a lock alone p could have taken
 * it.  Two kinds of steps do not race with e:
 *   - the release of a lock does not race with a step that takes it;
 *   - where all steps that enable e are on the same bytes, and so depend on f, no f races before which p could not go
 *     on.  That is not so for locks: a writer waits for steps on the bytes of each reader (rwlock.c), which may be
 *     independent of f.
 */
#include "target/explore/happens_parts.h"

static bool share_bytes(const lct_step_event *e, const lct_step_event *f) {
    return e->address < f->address + f->size && f->address < e->address + e->size;
}

static bool only_looks(const lct_step_event *e) { return e->access == LCT_READ || e->access == LCT_SHARE; }
static bool takes(const lct_step_event *e) { return e->access == LCT_ACQUIRE || e->access == LCT_SHARE; }

static bool depend_by_history(const lct_step_event *e, const lct_step_event *f) {
    return lct_t.history_edges && !lct_t.linked && ((e->calls && f->returns) || (e->returns && f->calls));
}

/* As `touch` in happens.c has it. */
static bool depend(const lct_step_event *e, const lct_step_event *f) {
    if (depend_by_history(e, f)) return true;
    if (e->access == LCT_LOCAL || f->access == LCT_LOCAL || e->access >= LCT_JOIN || f->access >= LCT_JOIN)
        return false;
    if (takes(e) && f->access == LCT_RELEASE) return false;
    return !(only_looks(e) && only_looks(f)) && share_bytes(e, f);
}

/* Does all that `e` depends on before `f` come before `f`, too? */
static bool is_last_word(const lct_step_event *e, const lct_step_event *f) {
    return !only_looks(f) && f->address <= e->address && e->address + e->size <= f->address + f->size &&
           (lct_t.linked || !(e->calls || e->returns));
}

void lct_happens_waiting(const lct_waiting_step *w, uint32_t from, void (*race)(uint32_t, const lct_waiting_step *)) {
    const lct_step_event *e = w->step;
    lct_clock covered = w->before;
    for (uint32_t i = from; i-- > 0;) {
        const lct_step_event *f = &lct_t.events[i];
        if (lct_is_after(&covered, lct_use_step(i), e->thread) || !depend(e, f)) continue;
        bool could_go_on, is_known = (int32_t)i > w->came_after;
        if (is_known) could_go_on = lct_t.nodes[i].enabled >> e->thread & 1;
        else could_go_on = takes(e) && f->access == LCT_ACQUIRE && f->tried != LCT_MISSED;
        if (is_known && !could_go_on && !takes(e)) continue;
        race(i, w);
        if (!could_go_on) continue;
        if (is_last_word(e, f)) return;
        covered = lct_clock_join(covered, f->clock);
    }
}
