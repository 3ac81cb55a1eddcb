/* After the paper's figure 4, with corrections.  It has
 *
 *     Psi_rv = exists x, y. match(x, y) and before(y, x)
 *     Psi_ev = exists x, y, z. match(x, z) and empty(y) and before(x, y) and before(y, z)
 *     Psi_fv = exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2) and before(x1, x2) and before(y2, y1)
 *     Psi_lv = exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2)
 *              and before(x1, x2) and before(y1, y2) and before(x2, y1)
 *
 * and its `before` asks for no operation of the second that lies inside [0, i] and none of the first inside [i+1, k].
 * That does not see operations that straddle i: with enq(1) [0, 1] and deq() => 1 [0, 0], before(deq() => 1, enq(1))
 * would hold, and the history is correct.  Here `before` is what it says (formula.h).
 *
 * Even so they raise false alarms where a value is added twice or something is pending, because what has not returned
 * has another label and is not asked.  In these correct histories all operations come one after another, but for those
 * that begin and do not return:
 *
 *     rv   enq(1) => pending, deq() => 1, enq(1)
 *     ev   enq(1), deq() => pending, deq() => EMPTY, enq(1) => pending, deq() => 1
 *     fv   enq(1), deq() => pending, enq(2), deq() => 2, enq(1) => pending, deq() => 1
 *     lv   push(1), push(2), pop() => pending, pop() => 1, push(2) => pending, pop() => 2
 *
 * And they do not see what was never added or never removed.  So they are said by counting here.  An element is
 * whatever labels have in common: a value, or a set of values that are not told apart.  "begun by i" are operations
 * whose interval begins in 0 … i.  Each removal takes something that was added once; if it ended by i, the addition had
 * begun by then.  A removal that has not returned may have taken any one element.
 *
 *     rv   Of those that removed an element, more had ended by i than additions of it had begun.
 *     ev   When [p, q] => EMPTY began, more additions of an element had ended than removals of it, or removals that
 *          have not returned, had begun when it ended: at any moment between, one was there.
 *     fv   Of those that removed an element y2, more had ended by j than additions of it had begun by i.  So one of
 *          them took what was added after i.  Before it, all must have been removed that had been added by i; but of
 *          an element x1 there were more than removals of it had begun by j.
 *     lv   Of those that removed an element y1 in [j+1, m], there are more than additions of it that did not lie in
 *          [0, i].  So one of them took what was added there.  Before it, all must have been removed that was added in
 *          [i+1, j], after the one and before the other; but of an element x2 there were more than removals of it that
 *          ended after i and had begun by m.
 *     pv   A peek in [p, q] saw an element although no more additions of it had begun by q than removals of it had
 *          ended before p.
 *
 * With one addition and one removal of each value, all completed, these are the paper's formulas and what it leaves
 * out.
 */
#include "logic/families.h"

#include <string.h>

#include "base/error.h"
#include "logic/parse.h"

#define BEGUN "let begun(x, i) = total(x, 0, k) - total(x, i + 1, k);\n"

static const lc_family rv = {
    .name = "Psi_rv",
    .meaning = "an element was removed before it was added, or more often",
    .text = BEGUN "some i in 0..k. exists y. removes(y) and total(removing(y), 0, i) > begun(adding(y), i)",
};

static const lc_family ev = {
    .name = "Psi_ev",
    .meaning = "nothing was found although an element was there all the time",
    .text = BEGUN
    "some p in 1..k. some q in p..k. exists x, e.\n"
    "  adds(x) and empty(e) and #(e, p, q) >= 1\n"
    "  and total(adding(x), 0, p - 1) > begun(removing(x), q) + begun(taking(x), q)",
};

static const lc_family fv = {
    .name = "Psi_fv",
    .meaning = "an element was removed before one that had been added earlier",
    .text = BEGUN
    "some i in 0..k-1. some j in i+1..k. exists x1, y2.\n"
    "  adds(x1) and total(adding(x1), 0, i) > begun(removing(x1), j) + begun(taking(x1), j)\n"
    "  and removes(y2) and total(removing(y2), 0, j) > begun(adding(y2), i)",
};

static const lc_family lv = {
    .name = "Psi_lv",
    .meaning = "an element was removed although another was above it",
    .text = BEGUN
    "some i in 0..k-2. some j in i+1..k-1. some m in j+1..k. exists x2, y1.\n"
    "  adds(x2) and total(adding(x2), i + 1, j)\n"
    "    > begun(removing(x2), m) - total(removing(x2), 0, i) + begun(taking(x2), m)\n"
    "  and removes(y1)\n"
    "  and total(removing(y1), j + 1, m) > total(adding(y1), 0, k) - total(adding(y1), 0, i)",
};

static const lc_family pv = {
    .name = "Psi_pv",
    .meaning = "an element was seen that was not there",
    .text = BEGUN
    "some p in 0..k. some q in p..k. exists y.\n"
    "  peeks(y) and #(y, p, q) >= 1 and begun(adding(y), q) <= total(removing(y), 0, p - 1)",
};

/* Which object has which; those that cost little come first.  Formulas that are made by other means, from grammars or
 * as bad patterns, are families too and get their place here. */
enum { MOST = 6 };
static const struct row {
    const char *spec;
    const lc_family *families[MOST + 1];
} rows[] = {
    {"bag", {&rv, &ev}},
    {"deque", {&rv, &ev}},
    {"pqueue", {&rv, &ev, &pv}},
    {"queue", {&rv, &ev, &pv, &fv}},
    {"stack", {&rv, &ev, &pv, &lv}},
};

/* A plug-in may be called anything: families are for the specifications that they were made for. */
static bool is_built_in(const lc_instance *instance) {
    for (size_t i = 0; i < lc_builtin_spec_count; i++)
        if (instance->spec == lc_builtin_variant(lc_builtin_specs[i], instance->params)) return true;
    return false;
}

const lc_family *const *lc_families_of(const lc_instance *instance, uint32_t *count) {
    *count = 0;
    if (!is_built_in(instance)) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].spec, instance->spec->name) != 0) continue;
        while (rows[i].families[*count]) ++*count;
        return rows[i].families;
    }
    return NULL;
}

lince_status lc_family_formula(const lc_formula **out, const lc_family *f, lc_scope *scope, const lc_instance *instance,
                               const lc_limits *limits, lince_error *error) {
    if (!f->text) return f->make(out, scope, instance, limits, error);
    lince_status status = lc_formula_parse(out, scope, f->name, f->text, strlen(f->text), NULL);
    if (status != LINCE_BAD_INPUT) return status;
    return lc_fail(error, "%s is too large for k = %u; use a smaller k", f->name, scope->length);
}
