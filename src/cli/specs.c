/* lince specs: the built-in specifications, one line each. */
#include "cli/cli.h"
#include "spec/spec.h"

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
