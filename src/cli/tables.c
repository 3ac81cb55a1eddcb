/* The option tables, made into the tables that the parser, the help, the manual pages and the completion read. */
#include "cli/check_options.h"
#include "cli/cli.h"
#include "cli/emit_options.h"
#include "cli/formula_options.h"
#include "cli/model_options.h"
#include "cli/monitor_options.h"
#include "cli/show_options.h"

typedef struct plain_settings {
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} plain_settings;

static const lc_option check_rows[] = {LCC_CHECK_OPTIONS(LC_OPTION_ROW, lcc_check_settings)};
static const lc_option check_tuning_rows[] = {LCC_CHECK_TUNING_OPTIONS(LC_OPTION_ROW, lcc_check_settings)};
static const lc_option check_common_rows[] = {LC_COMMON_OPTIONS(LC_OPTION_ROW, lcc_check_settings)
                                                  LC_EVERY_OPTIONS(LC_OPTION_ROW, lcc_check_settings)};
static const lc_option model_rows[] = {LCC_MODEL_OPTIONS(LC_OPTION_ROW, lcc_model_settings)};
static const lc_option model_look_rows[] = {LCC_MODEL_LOOK_OPTIONS(LC_OPTION_ROW, lcc_model_settings)};
static const lc_option model_tuning_rows[] = {LCC_MODEL_TUNING_OPTIONS(LC_OPTION_ROW, lcc_model_settings)};
static const lc_option model_common_rows[] = {LC_COMMON_OPTIONS(LC_OPTION_ROW, lcc_model_settings)
                                                  LC_EVERY_OPTIONS(LC_OPTION_ROW, lcc_model_settings)};
static const lc_option monitor_rows[] = {LCC_MONITOR_OPTIONS(LC_OPTION_ROW, lcc_monitor_settings)};
static const lc_option monitor_common_rows[] = {LC_COMMON_OPTIONS(LC_OPTION_ROW, lcc_monitor_settings)
                                                    LC_EVERY_OPTIONS(LC_OPTION_ROW, lcc_monitor_settings)};
static const lc_option show_rows[] = {LCC_SHOW_OPTIONS(LC_OPTION_ROW, lcc_show_settings)
                                          LC_EVERY_OPTIONS(LC_OPTION_ROW, lcc_show_settings)};
static const lc_option formula_rows[] = {LCC_FORMULA_OPTIONS(LC_OPTION_ROW, lcc_formula_settings)
                                             LC_EVERY_OPTIONS(LC_OPTION_ROW, lcc_formula_settings)};
static const lc_option emit_rows[] = {LCC_EMIT_OPTIONS(LC_OPTION_ROW, lcc_emit_settings)
                                          LC_EVERY_OPTIONS(LC_OPTION_ROW, lcc_emit_settings)};
static const lc_option plain_rows[] = {LC_EVERY_OPTIONS(LC_OPTION_ROW, plain_settings)};

static const lc_option_group check_groups[] = {
    LC_OPTION_GROUP("Options", check_rows, false),
    LC_OPTION_GROUP("Common options", check_common_rows, false),
    LC_OPTION_GROUP("Switching optimizations off", check_tuning_rows, true),
};
static const lc_option_group model_groups[] = {
    LC_OPTION_GROUP("Options", model_rows, false),
    LC_OPTION_GROUP("Looking at a model", model_look_rows, false),
    LC_OPTION_GROUP("Common options", model_common_rows, false),
    LC_OPTION_GROUP("Switching reductions off", model_tuning_rows, true),
};
static const lc_option_group monitor_groups[] = {
    LC_OPTION_GROUP("Options", monitor_rows, false),
    LC_OPTION_GROUP("Common options", monitor_common_rows, false),
};
static const lc_option_group show_groups[] = {LC_OPTION_GROUP("Options", show_rows, false)};
static const lc_option_group formula_groups[] = {LC_OPTION_GROUP("Options", formula_rows, false)};
static const lc_option_group emit_groups[] = {LC_OPTION_GROUP("Options", emit_rows, false)};
static const lc_option_group plain_groups[] = {LC_OPTION_GROUP("Options", plain_rows, false)};

const lc_option_set lcc_check_set = LC_OPTION_SET(check_groups);
const lc_option_set lcc_model_set = LC_OPTION_SET(model_groups);
const lc_option_set lcc_monitor_set = LC_OPTION_SET(monitor_groups);
const lc_option_set lcc_show_set = LC_OPTION_SET(show_groups);
const lc_option_set lcc_formula_set = LC_OPTION_SET(formula_groups);
const lc_option_set lcc_emit_set = LC_OPTION_SET(emit_groups);
const lc_option_set lcc_plain_set = LC_OPTION_SET(plain_groups);
const lc_option_set lcc_foreign_set = {NULL, 0};

bool lcc_read_operands(int argc, char **argv, lc_words *operands, size_t most, int *status) {
    plain_settings settings = {0};
    bool go_on = lcc_read_options(argc, argv, &settings, operands, status);
    if (go_on && operands->count > most) {
        *status = lcc_complain("%s: '%s' is too much", argv[0], operands->at[most]);
        go_on = false;
    }
    if (!go_on) lc_options_free(&lcc_plain_set, &settings, operands);
    return go_on;
}
