/* Command lines: the words, one a line, are options or an error that has a message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/cli.h"
#include "cli/emit_options.h"
#include "cli/formula_options.h"
#include "cli/model_options.h"
#include "cli/monitor_options.h"
#include "cli/show_options.h"
#include "properties.h"
#include "tester/driver/options.h"

enum { WORDS = 256 };

typedef union any_settings {
    lcc_check_settings check;
    lcc_emit_settings emit;
    lcc_formula_settings formula;
    lcc_model_settings model;
    lcc_monitor_settings monitor;
    lcc_show_settings show;
    lcd_test_settings test;
} any_settings;

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

static lince_status read_with(const lc_option_set *set, int argc, char **argv) {
    static any_settings settings;
    lc_words operands = {0};
    lince_error error = {0};
    memset(&settings, 0, sizeof settings);
    lince_status status = lc_options_read(set, &settings, &operands, argc, argv, &error);
    must(status == LINCE_DONE || status == LINCE_END || status == LINCE_BAD_INPUT, "options, help or an error");
    must((status == LINCE_BAD_INPUT) == (error.message[0] != '\0'), "an error has a message, and nothing else has");
    must(operands.count < (uint32_t)argc, "no more operands than words");
    lc_options_free(set, &settings, &operands);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const lc_option_set *const sets[] = {&lcc_check_set,   &lcc_emit_set, &lcc_formula_set, &lcc_model_set,
                                                &lcc_monitor_set, &lcc_show_set, &lcd_test_set};
    static char name[] = "lince";
    char *argv[WORDS + 2] = {name}, *text = malloc(size + 1);
    int argc = 1;
    if (!text) abort();
    if (size) memcpy(text, bytes, size);
    text[size] = '\0';
    for (char *word = text; word && argc <= WORDS;) {
        argv[argc++] = word;
        word = strchr(word, '\n');
        if (word) *word++ = '\0';
    }
    argv[argc] = NULL;
    last_status = LINCE_BAD_INPUT;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (read_with(sets[i], argc, argv) != LINCE_BAD_INPUT) last_status = LINCE_END;
    free(text);
    return 0;
}
