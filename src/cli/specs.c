/* lince specs: the built-in specifications, one line each; and where else the command finds some. */
#include "cli/cli.h"
#include "lang/object.h"
#include "spec/specs.h"

lince_specs *lc_new_specs(void) {
    lince_specs *set = lince_specs_new();
    if (set && lc_specs_add_resolver(set, &lcm_object_resolver)) return set;
    lince_specs_free(set);
    return NULL;
}

int lc_cmd_specs(int argc, char **argv) {
    lc_words operands = {0};
    int status;
    if (!lc_read_operands(argc, argv, &operands, 0, &status)) return status;
    lince_text list = {0};
    lc_specs_list(&list);
    lc_put(&list);
    lc_text_free(&list);
    lc_vec_free(NULL, &operands);
    return LC_EXIT_OK;
}
