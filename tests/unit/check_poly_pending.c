/* What removals that did not return may have taken: found by trying alone, and with guesses and deadlines first. */
#include "check/poly/poly.h"
#include "formats_support.h"
#include "spec/specs.h"

/* `delmin` of P and Q does not return. */
#define ADD(v)    "A invoke insert(" #v ")\nA return\n"
#define TAKE(v)   "B invoke delmin()\nB return " #v "\n"
#define PENDS(by) #by " invoke delmin()\n"

static const struct {
    const char *what, *events;
    lc_outcome outcome;
} cases[] = {
    {"one helps", PENDS(P) ADD(1) ADD(2) TAKE(2), LC_HOLDS},
    {"nobody helps", ADD(1) ADD(2) TAKE(2), LC_VIOLATED},
    {"who comes too late does not help", ADD(1) ADD(2) TAKE(2) PENDS(P), LC_VIOLATED},
    {"one cannot help twice", PENDS(P) ADD(1) ADD(2) ADD(3) TAKE(3), LC_VIOLATED},
    {"two can", PENDS(P) PENDS(Q) ADD(1) ADD(2) ADD(3) TAKE(3), LC_HOLDS},
    /* 1 is met first, but 5 is in a greater hurry and needs the one that was called first. */
    {"the first called is left to whom it is needed by", PENDS(P) ADD(5) ADD(6) TAKE(6) PENDS(Q) ADD(1) ADD(2) TAKE(2),
     LC_HOLDS},
    {"but it helps only one of two in a hurry", PENDS(P) ADD(4) ADD(5) ADD(6) TAKE(6) PENDS(Q) ADD(1) ADD(2) TAKE(2),
     LC_VIOLATED},
};

static const lc_instance *the_instance(const void *specs, lc_span name) { return lc_specs_find(specs, name); }

static void judge(unsigned i, bool only_try) {
    lc_budget budget;
    lc_limits limits = {0};
    lince_specs *specs = lince_specs_new();
    lc_bind_options options = {.lookup = the_instance, .context = specs, .limits = &limits};
    lc_binding binding;
    lc_parts parts;
    lc_poly p;
    lince_history *h = read_one(LINCE_FORMAT_HIST, cases[i].events);
    lc_budget_init(&budget, 0);
    if (!h || lince_specs_add(specs, "pqueue", &problem) != LINCE_DONE ||
        lc_bind(&binding, h, &options, &budget, &problem) != LINCE_DONE || !lc_split(&parts, &binding, true, &budget))
        abort();
    lc_poly_init(&p, &binding, &limits, &budget);
    p.only_try = only_try;
    lc_outcome outcome = lc_poly_decide(&p, &parts.parts.at[0]);
    expect(outcome == cases[i].outcome, "%s%s", cases[i].what, only_try ? ", found by trying" : "");
    lc_poly_free(&p);
    lc_parts_free(&parts);
    lc_binding_free(&binding);
    lince_specs_free(specs);
    lince_history_free(h);
}

int main(void) {
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int only_try = 0; only_try < 2; only_try++) judge(i, only_try);
    return tap_end();
}
