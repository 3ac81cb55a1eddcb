/* Models: whatever is read can be printed, and that reads back and prints the same; an error says where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../print_model.h"
#include "lang_tree.h"
#include "properties.h"

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

static void check_printed(const lcm_model *m) {
    lince_text one = {0}, two = {0}, tree = {0}, tree_again = {0};
    lince_error error = {0};
    lcm_model again;
    print_model(&one, m);
    lince_status status = lcm_model_parse(&again, "again", lc_text(&one), one.length, &error);
    if (status != LINCE_DONE) fprintf(stderr, "%lu: %s\n%s", error.line, error.message, lc_text(&one));
    must(status == LINCE_DONE, "it reads back");
    tree_model(&tree, m);
    tree_model(&tree_again, &again);
    if (strcmp(lc_text(&tree), lc_text(&tree_again)))
        fprintf(stderr, "%s---\n%s---%s\n", lc_text(&one), lc_text(&tree), lc_text(&tree_again));
    must(!strcmp(lc_text(&tree), lc_text(&tree_again)), "it reads back the same");
    print_model(&two, &again);
    if (strcmp(lc_text(&one), lc_text(&two))) fprintf(stderr, "%s---\n%s", lc_text(&one), lc_text(&two));
    must(!strcmp(lc_text(&one), lc_text(&two)), "it prints the same again");
    lcm_model_free(&again);
    lc_text_free(&one);
    lc_text_free(&two);
    lc_text_free(&tree);
    lc_text_free(&tree_again);
}

static void check_error(const lcm_model *m, const lince_error *error) {
    lcm_place place = {0, 0};
    lince_text shown = {0};
    must(!strcmp(error->file, "fuzz") && lcm_error_place(error, &place), "an error has a place");
    lcm_model_show_place(&shown, m->text, m->length, place);
    must(strchr(lc_text(&shown), '^') != NULL, "the place can be shown");
    lc_text_free(&shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lcm_model m;
    lince_error error = {.message = ""};
    lince_status status = lcm_model_parse(&m, "fuzz", (const char *)bytes, size, &error);
    must(status == LINCE_DONE || status == LINCE_BAD_INPUT, "a model or an error");
    last_status = status == LINCE_DONE ? LINCE_END : status;
    if (status == LINCE_DONE) check_printed(&m);
    else check_error(&m, &error);
    lcm_model_free(&m);
    return 0;
}
