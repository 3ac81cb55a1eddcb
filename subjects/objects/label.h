/* A label of five characters is written by libc, whose accesses nobody sees: LABEL_SIZE bytes must be enough. */
#include <lince/test.h>
#include <stdio.h>
#include <stdlib.h>

static void label(void) {
    char *text = malloc(LABEL_SIZE);
    int (*print)(char *, const char *, ...) = sprintf;
    print(text, "T%04d", lince_thread_number());
    lince_assert(text[0] == 'T');
    free(text);
}

LINCE_TEST(label) {
    lince_test_thread(label);
    lince_test_thread(label);
}
