/* Grammars of kernels: an error says where, and what is read can be used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting/grammar/kernel_parts.h"
#include "properties.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

static void look_at(const lc_grammar *g) {
    must(g->start < g->names.count && g->letters.count == g->labels.count,
         "it has a start, and its labels have letters");
    for (uint32_t i = 0; i < g->labels.count; i++) {
        const lc_constant *a = &g->labels.at[i];
        must(g->letters.at[i] < g->letter_count, "letters are counted");
        for (uint32_t j = 0; j < i; j++) {
            const lc_constant *b = &g->labels.at[j];
            must(strcmp(a->method, b->method) || strcmp(a->args, b->args) || strcmp(a->results, b->results),
                 "each label stands there once");
        }
    }
    for (uint32_t i = 0; i < g->rules.count; i++) {
        const lc_rule *rule = &g->rules.at[i];
        must(rule->left < g->names.count, "rules belong to symbols");
        for (uint32_t j = 0; j < rule->count; j++)
            must(rule->right[j].number < (rule->right[j].letter ? g->letter_count : g->names.count),
                 "and name what there is");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lc_kernel *k;
    lince_error error = {.message = ""};
    lince_status status = lc_kernel_parse(&k, (const char *)bytes, size, "fuzz", &error);
    must(status == LINCE_DONE || status == LINCE_BAD_INPUT, "a kernel or an error");
    last_status = status == LINCE_DONE ? LINCE_END : status;
    if (status == LINCE_DONE) look_at(&k->grammar);
    else must(error.message[0] && error.line && !strcmp(error.file, "fuzz"), "an error has a message and a line");
    lc_kernel_free(k);
    return 0;
}
