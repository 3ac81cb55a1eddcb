/* Scenarios: a text that is understood prints as one that means the same; an error says in which column. */
#include "../unit/scenario_support.h"
#include "properties.h"

lince_status last_status;

static void nothing(void) {}
static void push(long v) { (void)v; }
static long pop(void) { return 0; }
static bool cas(int a, int b) { return a == b; }

LINCE_TEST(stack) {
    lince_test_op("push", push);
    lince_test_op("pop", pop);
    lince_test_op("s.cas", cas);
    lince_test_thread(nothing);
    lince_test_thread(nothing);
}

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "property violated: %s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const lct_test *test;
    static lct_scenario scenario, again;
    static char printed[4 * LCT_SCENARIO_TEXT], second[4 * LCT_SCENARIO_TEXT];
    char error[LCT_SCENARIO_ERROR] = "";
    if (!test) test = lct_describe((unsigned)lct_test_find("stack"));
    char *text = malloc(size + 1);
    if (!text) abort();
    if (size) memcpy(text, bytes, size);
    text[size] = '\0';
    bool parsed = lct_scenario_parse(test, text, &scenario, error, sizeof error);
    if (parsed) {
        size_t length = lct_scenario_print(test, &scenario, printed, sizeof printed);
        must(length < LCT_SCENARIO_TEXT && length == strlen(printed), "it has a text that can be said");
        must(lct_scenario_parse(test, printed, &again, error, sizeof error), "the text reads back");
        lct_scenario_print(test, &again, second, sizeof second);
        must(strcmp(printed, second) == 0, "it reads back the same");
    } else must(strncmp(error, "column ", 7) == 0, "an error has a column");
    free(text);
    last_status = parsed ? LINCE_END : LINCE_BAD_INPUT;
    return 0;
}
