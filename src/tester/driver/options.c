/* The option tables of `lince test`, which also read the criterion that a test file names. */
#include "tester/driver/options.h"

static const lc_option test_rows[] = {LCD_TEST_OPTIONS(LC_OPTION_ROW, lcd_test_settings)};
static const lc_option test_found_rows[] = {LCD_TEST_FOUND_OPTIONS(LC_OPTION_ROW, lcd_test_settings)};
static const lc_option test_explore_rows[] = {LCD_TEST_EXPLORE_OPTIONS(LC_OPTION_ROW, lcd_test_settings)};
static const lc_option test_tuning_rows[] = {LCD_TEST_TUNING_OPTIONS(LC_OPTION_ROW, lcd_test_settings)};
static const lc_option test_common_rows[] = {LC_COMMON_OPTIONS(LC_OPTION_ROW, lcd_test_settings)
                                                 LC_EVERY_OPTIONS(LC_OPTION_ROW, lcd_test_settings)};

static const lc_option_group test_groups[] = {
    LC_OPTION_GROUP("Options", test_rows, false),
    LC_OPTION_GROUP("What is found", test_found_rows, false),
    LC_OPTION_GROUP("How to explore", test_explore_rows, false),
    LC_OPTION_GROUP("Common options", test_common_rows, false),
    LC_OPTION_GROUP("For special cases", test_tuning_rows, true),
};

const lc_option_set lcd_test_set = LC_OPTION_SET(test_groups);
