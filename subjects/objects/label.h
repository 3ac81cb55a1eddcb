/* A label of five characters is written by a function of libc whose accesses nobody sees: LABEL_SIZE bytes must be
 * enough. */
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>

static void label(void) {
    char *text = malloc(LABEL_SIZE);
    memccpy(text, lince_thread_number() == 1 ? "first" : "other", '\0', 6);
    lince_assert(text[4] != '\0');
    free(text);
}

LINCE_TEST(label) {
    lince_test_thread(label);
    lince_test_thread(label);
}
