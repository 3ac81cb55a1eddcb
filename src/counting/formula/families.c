/* After the paper's figure 4, with corrections.  It has
 *
 *     Psi_rv = exists x, y. match(x, y) and before(y, x)
 *     Psi_ev = exists x, y, z. match(x, z) and empty(y) and before(x, y) and before(y, z)
 *     Psi_fv = exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2) and before(x1, x2) and before(y2, y1)
 *     Psi_lv = exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2)
 *              and before(x1, x2) and before(y1, y2) and before(x2, y1)
 *
 * and its `before` requires that no operation of the second lies inside [0, i] and none of the first inside [i+1, k].
 * That does not see operations that straddle i: with enq(1) [0, 1] and deq() => 1 [0, 0], before(deq() => 1, enq(1))
 * would hold, and the history is correct.  Here `before` has its literal meaning (formula.h).
 *
 * Even so they raise false alarms where a value is added twice or something is pending, because an operation that has
 * not returned has another label and is not checked.  In these correct histories all operations come one after another,
 * but for those that begin and do not return:
 *
 *     rv   enq(1) => pending, deq() => 1, enq(1)
 *     ev   enq(1), deq() => pending, deq() => EMPTY, enq(1) => pending, deq() => 1
 *     fv   enq(1), deq() => pending, enq(2), deq() => 2, enq(1) => pending, deq() => 1
 *     lv   push(1), push(2), pop() => pending, pop() => 1, push(2) => pending, pop() => 2
 *
 * And they do not detect values that were never added or never removed.  So they are expressed by counting here.  An
 * element is the common part of labels: a value, or a set of values that are not distinguished.  "begun by i" are
 * operations whose interval begins in 0 … i.  Each removal takes something that was added once; if it ended by i, the
 * addition had begun by then.  A removal that has not returned may have taken any one element.
 *
 *     rv   Of those that removed an element, more had ended by i than additions of it had begun.
 *     ev   An element that was added before [p, q] => EMPTY stays until q.
 *     fv   Of those that removed an element y2, more had ended by j than additions of it had begun by i.  So one of
 *          them took an element added after i; but an element x1 that was added by i stays until j.
 *     lv   Of those that removed an element y1 in [j+1, m], there are more than additions of it that did not lie in
 *          [0, i].  So one of them took one added there; but an element x2 that was added in [i+1, j], after the one
 *          and before the other, stays until m.
 *     pv   A peek in [p, q] saw an element although no more additions of it had begun by q than removals of it had
 *          ended before p.
 *
 * An element that was added in [from, to] stays until q if there are more of these additions than removals of it that
 * can have taken the values they added by q: those that have ended after `from`, had begun by q, and all that have not
 * returned; or if more removals of it began after q than there are other additions, so that one of these took it.  The
 * second condition is the one to check where something is pending that can have taken anything.
 */
#include "counting/formula/families.h"

#include <string.h>

#include "base/error.h"
#include "counting/formula/parse.h"
#include "counting/patterns/complete.h"

#define BEGUN "let begun(x, i) = total(x, 0, k) - total(x, i + 1, k);\n"
#define PRESENT                                                                                                        \
    BEGUN                                                                                                              \
    "let present(x, from, to, q) =\n"                                                                                  \
    "  total(adding(x), from, to)\n"                                                                                   \
    "    > begun(removing(x), q) - total(removing(x), 0, from - 1) + begun(taking(x), q)\n"                            \
    "  or total(adding(x), from, to) + total(removing(x), q + 1, k) > total(adding(x), 0, k);\n"

static const lc_family rv = {
    .name = "Psi_rv",
    .meaning = "an element was removed before it was added, or more often",
    .text = BEGUN "some i in 0..k. exists y. removes(y) and total(removing(y), 0, i) > begun(adding(y), i)",
};

static const lc_family ev = {
    .name = "Psi_ev",
    .meaning = "nothing was found although an element was there all the time",
    .text = PRESENT
    "some p in 1..k. some q in p..k. exists x, e.\n"
    "  empty(e) and #(e, p, q) >= 1 and adds(x) and present(x, 0, p - 1, q)",
};

static const lc_family fv = {
    .name = "Psi_fv",
    .meaning = "an element was removed before one that had been added earlier",
    .text = PRESENT
    "some i in 0..k-1. some j in i+1..k. exists x1, y2.\n"
    "  adds(x1) and present(x1, 0, i, j)\n"
    "  and removes(y2) and total(removing(y2), 0, j) > begun(adding(y2), i)",
};

static const lc_family lv = {
    .name = "Psi_lv",
    .meaning = "an element was removed although another was above it",
    .text = PRESENT
    "some i in 0..k-2. some j in i+1..k-1. some m in j+1..k. exists x2, y1.\n"
    "  adds(x2) and present(x2, i + 1, j, m) and removes(y1)\n"
    "  and total(removing(y1), j + 1, m) > total(adding(y1), 0, k) - total(adding(y1), 0, i)",
};

static const lc_family pv = {
    .name = "Psi_pv",
    .meaning = "an element was seen that was not there",
    .text = BEGUN
    "some p in 0..k. some q in p..k. exists y.\n"
    "  peeks(y) and #(y, p, q) >= 1 and begun(adding(y), q) <= total(removing(y), 0, p - 1)",
};

/* Everything that can be wrong up to this length, where values are added once. */
static lince_status make_complete(const lc_formula **out, lc_scope *scope, const lc_instance *instance,
                                  const lc_limits *limits, lince_error *error) {
    lc_container container;
    (void)limits;
    *out = NULL;
    if (!lc_container_of(instance, &container)) *out = lc_true(scope, false); /* it has a capacity */
    else if (scope->length > LC_MOST_STEPS)
        return lc_fail(error, "all patterns of %s are too many for k = %u; use a smaller k", instance->name,
                       scope->length);
    else *out = lc_complete_formula(scope, container, LC_BY_STEPS);
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static const lc_family complete = {
    .name = "Psi_all",
    .meaning = "no order explains when elements came and went, and when there were none",
    .make = make_complete,
};

/* Which object has which; those that cost little, and are the most informative where they hold, come first. */
enum { MOST = 6 };
static const lc_family *const rows[][MOST + 1] = {
    [LINCE_IS_BAG] = {&rv, &ev, &complete},
    [LINCE_IS_DEQUE] = {&rv, &ev},
    [LINCE_IS_PQUEUE] = {&rv, &ev, &pv},
    [LINCE_IS_QUEUE] = {&rv, &ev, &pv, &fv, &complete},
    [LINCE_IS_STACK] = {&rv, &ev, &pv, &lv, &complete},
};

const lc_family *const *lc_families_of(const lc_instance *instance, uint32_t *count) {
    const lc_family *const *families = rows[instance->is];
    *count = 0;
    while (families[*count]) ++*count;
    return *count ? families : NULL;
}

lince_status lc_family_formula(const lc_formula **out, const lc_family *f, lc_scope *scope, const lc_instance *instance,
                               const lc_limits *limits, lince_error *error) {
    if (!f->text) return f->make(out, scope, instance, limits, error);
    lince_status status = lc_formula_parse(out, scope, f->name, f->text, strlen(f->text), NULL);
    if (status != LINCE_BAD_INPUT) return status;
    if (lc_exhausted(scope->arena.budget)) return LINCE_OUT_OF_MEMORY;
    return lc_fail(error, "%s is too large for k = %u; use a smaller k", f->name, scope->length);
}
