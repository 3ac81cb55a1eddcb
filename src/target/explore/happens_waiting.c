/* The races of steps that wait for what other threads may take first, or give: tokens in a pipe, messages, room in a
 * queue, operations on semaphores of System V.
 *
 * Any step on such an object may enable the waiting one, or disable it.  So the latest of them on which a step e of
 * thread p depends need not race with e: if p could not go on before it, then the two cannot be the other way round.
 * But p could have gone on before an earlier one, the one that took what p then waited for.  (Source-DPOR without this
 * assumes that no step disables another one; Abdulla et al., JACM 2017, section 5, and Flanagan and Godefroid, POPL
 * 2005, compare the next step of each thread, enabled or not, with all that was done.)
 *
 * Theorem.  It is enough to reverse the latest step f on which e depends and before which p could go on.  Let q be a
 * step, w steps independent of it, and e the next step of p after w, enabled where q was taken, and disabled by q after
 * that.  All that can follow q is explored; so if e can follow at all then also an execution q w z e in which z is as
 * short as possible.  In none of its equivalents p can go on before a step of z: z would be shorter.  So f is q.  If e
 * cannot follow, p never goes on after q, and f is q again (process_waiting in tree.c).
 *
 * Whether p could go on is what the node of f contains, if p had come so far by then.  Otherwise f counts as a step that
 * races, and those before it are not taken to be covered by that.  This is not known of locks: there the kind of
 * access is enough, see LCT_ACQUIRE. */
#include "target/explore/happens_parts.h"

static bool share_bytes(const lct_step_event *e, const lct_step_event *f) {
    return e->address < f->address + f->size && f->address < e->address + e->size;
}

bool lct_steps_depend(const lct_step_event *e, const lct_step_event *f) {
    if (lct_t.history_edges && !lct_t.linked && ((e->calls && f->returns) || (e->returns && f->calls))) return true;
    if (e->access == LCT_LOCAL || f->access == LCT_LOCAL || e->access >= LCT_JOIN || f->access >= LCT_JOIN) return false;
    return !(e->access == LCT_READ && f->access == LCT_READ) && share_bytes(e, f);
}

/* The step before which it is not known whether the thread of `e` could take that: it had not come so far. */
static int32_t came_after(const lct_step_event *e) { return e->before >= 0 ? e->before : lct_t.born[e->thread]; }

void lct_happens_waiting(lct_clock before, uint32_t step) {
    const lct_step_event *e = &lct_t.events[step];
    lct_clock covered = before;
    for (uint32_t i = step; i-- > 0;) {
        const lct_step_event *f = &lct_t.events[i];
        if (lct_is_after(&covered, lct_use_step(i), e->thread) || !lct_steps_depend(e, f)) continue;
        bool was_pending = (int32_t)i > came_after(e);
        if (was_pending && !(lct_t.nodes[i].enabled >> e->thread & 1)) continue;
        lct_t.strategy->race(i, step);
        if (was_pending) covered = lct_clock_join(covered, f->clock);
    }
}
