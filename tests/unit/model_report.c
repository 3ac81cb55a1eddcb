/* How answers about models are told: tables of steps, reasons, JSON, over runs made by hand. */
#include <stdlib.h>
#include <string.h>

#include "cli/model/look.h"
#include "model_graph.h"
#include "tap.h"
#include "verifier/print/print.h"

enum { A, B, TAU, TICK, LABELS };
static lcm_alphabet alphabet;
static lcm_label labels[LABELS];
static edge edges[8];
static edge_graph graph;
static lcm_model model = {.file = "a.lin"};

static void print_state(lcm_walker *w, const uint32_t *before, const uint32_t *state, lince_text *out) {
    (void)w;
    if (!before || *before != *state) lc_text_printf(out, "x = %u, list = [1, %u]", *state, *state);
}

/* 0 -a-> 1 -tau-> 2 -b-> 3 -tau-> 1, 3 -terminate-> 4 */
static void set_up(void) {
    lcm_alphabet_init(&alphabet, NULL);
    labels[A] = lcm_alphabet_label(&alphabet, lcm_alphabet_name(&alphabet, "a"), (int32_t[]){1, -2}, 2);
    labels[B] = lcm_alphabet_label(&alphabet, lcm_alphabet_name(&alphabet, "b"), NULL, 0);
    labels[TAU] = LCM_TAU;
    labels[TICK] = LCM_TICK;
    const edge table[] = {{0, 1, labels[A]}, {1, 2, LCM_TAU}, {2, 3, labels[B]}, {3, 1, LCM_TAU}, {3, 4, LCM_TICK}};
    memcpy(edges, table, sizeof table);
    make_edge_graph(&graph, &alphabet, edges, 5, 5);
    graph.lts.print_state = print_state;
}

static lcv_answer answer_of(lcm_assertion *a, lince_verdict verdict, lcm_answer found, lcm_reason reason,
                            const uint32_t *path, uint32_t steps) {
    lcv_answer an = {.model = &model, .assertion = a, .number = 1, .verdict = verdict};
    an.run = calloc(1, sizeof *an.run);
    lcm_finding *f = &an.run->finding;
    *f = (lcm_finding){.answer = found, .reason = reason, .path = {.words = 1, .loop = UINT32_MAX}};
    uint32_t at = 0;
    lc_push(NULL, &f->path.states, at);
    for (uint32_t i = 0; i < steps; i++) {
        at = edges[path[i]].to;
        lc_push(NULL, &f->path.moves, (lcm_move){.label = edges[path[i]].label, .action = path[i], .actors = 1});
        lc_push(NULL, &f->path.states, at);
    }
    an.run->lts = &graph.lts;
    an.broken = found == LCM_BROKEN;
    return an;
}

static void release(lcv_answer *an) {
    lc_vec_free(NULL, &an->run->finding.path.moves);
    lc_vec_free(NULL, &an->run->finding.path.states);
    lc_vec_free(NULL, &an->run->finding.allowed);
    lcv_steps_free(&an->steps);
    free(an->run);
}

static void expect_text(lince_text *t, const char *wanted, const char *what) {
    bool good = !strcmp(lc_text(t), wanted);
    expect(good, "%s", what);
    if (!good) printf("# got:\n# %s\n", lc_text(t));
    lc_text_free(t);
}

static const lcr_style plain = {.width = 80}, ascii = {.width = 80, .ascii = true};
static const uint32_t straight[] = {0, 1, 2}, around[] = {0, 1, 2, 3};

static void test_trace(void) {
    lcm_process other = {.kind = LCM_P_STOP};
    lcm_assertion a = {.kind = LCM_A_REFINES, .text = "#assert P() refines Stop", .place = {3, 1}, .other = &other};
    lcv_answer an = answer_of(&a, LINCE_VERDICT_VIOLATION, LCM_FAILS, LCM_R_TRACE, straight, 3);
    lc_push(NULL, &an.run->finding.allowed, LCM_TICK);
    lc_push(NULL, &an.run->finding.allowed, labels[A]);
    lcv_steps_make(&an.steps, &graph.lts, &an.run->finding);
    lince_text t = {0};
    lcv_print_steps(&t, &plain, &an, false);
    expect_text(&t,
                "    1  graph  a.1.-2  x = 1, list = [1, 1]\n"
                "    2  graph  (tau)   x = 2, list = [1, 2]\n"
                "    3  graph  b       x = 3, list = [1, 3]\n"
                "              ^ the specification allows only a.1.-2 or terminate here\n",
                "a step that is not allowed");
    an.run->finding.figures.states = 1234567;
    lcv_print_verdict(&t, &plain, &an);
    expect_text(&t,
                "a.lin: P() refines Stop: violation — a trace that is not one of Stop (1,234,567 states, 0 pairs, 0 "
                "transitions, 0.0 ms)\n",
                "its verdict");
    lcv_print_json(&t, &an);
    expect(strstr(lc_text(&t),
                  "\"violation\":{\"kind\":\"trace\",\"reason\":\"the specification allows only a.1.-2 or "
                  "terminate here\",\"steps\":3,\"path\":[{\"process\":\"graph\",\"event\":\"a.1.-2\","
                  "\"hidden\":false,\"changes\":{\"x\":1,\"list\":\"[1, 1]\"}},{\"process\":\"graph\","
                  "\"event\":\"tau\",\"hidden\":true,"),
           "as JSON");
    expect(strstr(lc_text(&t), "\"loop\":null,\"allowed\":[\"a.1.-2\",\"terminate\"],\"history\":[]}"),
           "the rest of it");
    lc_text_free(&t);
    an.run->finding.allowed.count = 0;
    lcv_put_reason(&t, &an);
    expect_text(&t, "the specification allows no event at all here", "nothing is allowed");
    release(&an);
}

static void test_loop(void) {
    lcm_assertion a = {.kind = LCM_A_LTL, .text = "#assert P() |= <>[]b", .place = {3, 1}};
    lcv_answer an = answer_of(&a, LINCE_VERDICT_VIOLATION, LCM_FAILS, LCM_R_CYCLE, around, 4);
    an.run->finding.path.loop = 1;
    lcv_steps_make(&an.steps, &graph.lts, &an.run->finding);
    lince_text t = {0};
    lcv_print_steps(&t, &ascii, &an, false);
    expect_text(&t,
                "    1  graph  a.1.-2  x = 1, list = [1, 1]\n"
                "  / 2  graph  (tau)   x = 2, list = [1, 2]\n"
                "  | 3  graph  b       x = 3, list = [1, 3]\n"
                "  \\ 4  graph  (tau)   x = 1, list = [1, 1]\n"
                "  A run that repeats this loop forever violates the formula.\n",
                "a loop");
    lcv_print_json(&t, &an);
    expect(strstr(lc_text(&t), "\"loop\":1,"), "the loop as JSON");
    lc_text_free(&t);
    an.fairness = 2;
    lcv_put_outcome(&t, &plain, &an);
    expect_text(&t, "it does not hold of every run under strong fairness", "fairness is said");
    release(&an);
}

static void test_broken(void) {
    lcm_assertion a = {.kind = LCM_A_DEADLOCKFREE, .text = "#assert P() deadlockfree", .place = {3, 1}};
    lcv_answer an = answer_of(&a, LINCE_VERDICT_UNKNOWN, LCM_BROKEN, LCM_R_NONE, straight, 1);
    an.run->finding.failure =
        (lcm_failure){.failed = true, .move = {.action = 1, .actors = 1}, .message = "division by zero"};
    snprintf(an.error.message, sizeof an.error.message, "division by zero");
    lcv_steps_make(&an.steps, &graph.lts, &an.run->finding);
    lince_text t = {0};
    lcv_print_steps(&t, &plain, &an, false);
    expect_text(&t,
                "    1  graph  a.1.-2  x = 1, list = [1, 1]\n"
                "    2  graph  (tau)\n"
                "              ^ division by zero\n",
                "a step that fails");
    lcv_print_json(&t, &an);
    expect(strstr(lc_text(&t), "\"violation\":null,\"error\":{\"message\":\"division by zero\""), "it is an error");
    expect(strstr(lc_text(&t), "\"verdict\":\"unknown\""), "and no verdict");
    lc_text_free(&t);
    release(&an);
}

static void test_long(void) {
    lcm_assertion a = {.kind = LCM_A_DEADLOCKFREE, .text = "#assert P() deadlockfree", .place = {3, 1}};
    uint32_t path[301] = {0};
    for (uint32_t i = 1; i < 301; i++) path[i] = 1 + (i - 1) % 3;
    lcv_answer an = answer_of(&a, LINCE_VERDICT_VIOLATION, LCM_FAILS, LCM_R_DEADLOCK, path, 301);
    lcv_steps_make(&an.steps, &graph.lts, &an.run->finding);
    lince_text t = {0};
    lcv_print_steps(&t, &plain, &an, false);
    uint32_t lines = 0;
    for (const char *at = lc_text(&t); (at = strchr(at, '\n')); at++) lines++;
    expect(lines == 103, "a long run is shown in part: %u lines", lines);
    expect(strstr(lc_text(&t), "201 more steps") && strstr(lc_text(&t), "\n    222  ") && strstr(lc_text(&t), " 301  "),
           "and says how much is left out");
    lc_text_clear(&t);
    lcv_print_steps(&t, &plain, &an, true);
    expect(!strstr(lc_text(&t), "more steps") && strstr(lc_text(&t), "\n    150  "), "--verbose shows all");
    lc_text_free(&t);
    release(&an);
}

static void test_reasons(void) {
    static const struct {
        lcm_assertion_kind kind;
        lcm_reason reason;
        const char *outcome, *sentence;
    } rows[] = {
        {LCM_A_DEADLOCKFREE, LCM_R_DEADLOCK, "a deadlock after 3 steps",
         "nothing can happen any more, and the process has not ended"},
        {LCM_A_NONTERMINATING, LCM_R_TERMINATION, "it ends after 3 steps",
         "the process has ended, and nothing can happen any more"},
        {LCM_A_NONTERMINATING, LCM_R_DEADLOCK, "a deadlock after 3 steps",
         "nothing can happen any more, and the process has not ended"},
        {LCM_A_DIVERGENCEFREE, LCM_R_DIVERGENCE, "it can go on forever unseen",
         "from here on it can go on forever unseen"},
        {LCM_A_DETERMINISTIC, LCM_R_NONDETERMINISM, "not deterministic",
         "after these visible steps b can happen, and can be refused as well"},
        {LCM_A_LTL, LCM_R_DEADLOCK, "it does not hold of every run",
         "the run ends here in a deadlock, and violates the formula"},
        {LCM_A_LTL, LCM_R_TERMINATION, "it does not hold of every run", "the run ends here, and violates the formula"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lcm_assertion a = {.kind = rows[i].kind, .text = "#assert P()", .place = {3, 1}};
        lcv_answer an = answer_of(&a, LINCE_VERDICT_VIOLATION, LCM_FAILS, rows[i].reason, straight, 3);
        an.run->finding.label = labels[B];
        lcv_steps_make(&an.steps, &graph.lts, &an.run->finding);
        lince_text t = {0};
        lcv_put_outcome(&t, &plain, &an);
        expect_text(&t, rows[i].outcome, rows[i].outcome);
        lcv_put_reason(&t, &an);
        expect_text(&t, rows[i].sentence, rows[i].sentence);
        release(&an);
    }
}

static void test_changes(void) {
    const char *text = "x = 1, A = [0, f(1, 2)], gone, q = {1, 2}";
    static const char *const wanted[][2] = {{"x", "1"}, {"A", "[0, f(1, 2)]"}, {"gone", NULL}, {"q", "{1, 2}"}};
    lcv_change c;
    uint32_t count = 0;
    bool good = true;
    for (; lcv_change_next(&text, &c) && count < 4; count++) {
        good &= strlen(wanted[count][0]) == c.name_length && !strncmp(c.name, wanted[count][0], c.name_length);
        good &= wanted[count][1] ? c.value && strlen(wanted[count][1]) == c.value_length &&
                                       !strncmp(c.value, wanted[count][1], c.value_length)
                                 : !c.value;
    }
    expect(good && count == 4, "changes are taken apart");
}

static void test_dot(void) {
    lcc_model_view view = {.file = "a.lin", .name = "P(\"x\")", .at = {.lts = &graph.lts}};
    lince_text t = {0};
    lcc_model_graph g;
    expect(lcc_model_dot(&t, &view, 100, &g) == LINCE_DONE && g.states == 5 && g.edges == 5 && !g.cut, "a graph");
    expect(strstr(lc_text(&t), "digraph \"P(\\\"x\\\")\"") && strstr(lc_text(&t), "s0 -> s1 [label=\"a.1.-2\"]"),
           "its name and an arrow");
    expect(strstr(lc_text(&t), "s1 -> s2 [label=\"(tau)\", style=dashed"), "a hidden step");
    expect(strstr(lc_text(&t), "list = [1, 4]\", peripheries=2]") && !strstr(lc_text(&t), "penwidth"),
           "the end, which is no deadlock");
    lc_text_clear(&t);
    expect(lcc_model_dot(&t, &view, 3, &g) == LINCE_DONE && g.states == 3 && g.cut, "only the first states");
    expect(strstr(lc_text(&t), "(the first 3 states)") && !strstr(lc_text(&t), "penwidth"),
           "which says so, and calls nothing a deadlock");
    lc_text_free(&t);
}

int main(void) {
    set_up();
    test_trace();
    test_loop();
    test_broken();
    test_long();
    test_reasons();
    test_changes();
    test_dot();
    lcm_alphabet_free(&alphabet);
    return tap_end();
}
