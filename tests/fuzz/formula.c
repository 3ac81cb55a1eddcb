/* Formulas: whatever is read can be printed, wide or narrow, and then reads back the same; and it can be evaluated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../same_formula.h"
#include "counting/formula/evaluate.h"
#include "counting/formula/parse.h"
#include "counting/formula/print.h"
#include "properties.h"

enum { LENGTH = 2 };

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

static void check_printed(const lc_scope *s, const lc_formula *f, unsigned width) {
    lince_text out = {0};
    lince_error error = {0};
    lc_scope again;
    const lc_formula *g;
    lc_scope_init(&again, LENGTH, NULL);
    lc_formula_print(&out, s, f, width, 2);
    must(lc_formula_parse(&g, &again, "again", lc_text(&out), out.length, &error) == LINCE_DONE, "it reads back");
    must(same_formula(s, f, &again, g), "it reads back the same");
    lc_scope_free(&again);
    lc_text_free(&out);
}

static bool read_label(const void *context, uint32_t label, lince_text *method, lince_text *args, lince_text *results) {
    (void)context;
    lc_text_puts(method, label ? "deq" : "enq");
    lc_text_puts(label ? results : args, "1");
    return label < 2;
}

/* Something is counted, and what is found are labels. */
static void check_evaluated(lc_scope *s, const lc_formula *f) {
    static const lc_fact facts[] = {
        {1, 1u << LC_P_adds}, {1, 1u << LC_P_removes}, {0, 1u << LC_P_takes | 1u << LC_P_pending}};
    lc_count counts[] = {{0, 0, 1, 2}, {1, 1, 1, 1}, {2, 0, 2, 1}};
    lc_counts list = {.at = counts, .count = 3, .room = 3};
    lc_labels labels = {facts, 3, read_label, NULL};
    lc_limits limits = {.deadline = lc_now() + 0.05};
    lc_instance_found found = {0};
    lc_truth truth = lc_evaluate(s, f, &list, &labels, &limits, &found, NULL);
    for (uint32_t i = 0; i < found.count; i++)
        must(truth == LC_TRUE && found.at[i].label < 3 && found.at[i].variable < s->names.count, "labels are found");
    lc_vec_free(NULL, &found);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lc_scope s;
    lince_error error = {.message = ""};
    const lc_formula *f;
    lc_scope_init(&s, LENGTH, NULL);
    lince_status status = lc_formula_parse(&f, &s, "fuzz", (const char *)bytes, size, &error);
    must(status == LINCE_DONE || status == LINCE_BAD_INPUT, "a formula or an error");
    last_status = status == LINCE_DONE ? LINCE_END : status;
    if (status == LINCE_DONE) {
        check_printed(&s, f, 0);
        check_printed(&s, f, 40);
        check_evaluated(&s, f);
    } else {
        must(error.message[0] && error.line && !strcmp(error.file, "fuzz"), "an error has a message and a line");
    }
    lc_scope_free(&s);
    return 0;
}
