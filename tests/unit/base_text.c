/* Text buffers, errors and limits. */
#include "base/text.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "tap.h"

static void test_text(void) {
    lince_text t = {0};
    expect(strcmp(lc_text(&t), "") == 0, "nothing is an empty text");
    lc_text_puts(&t, "");
    lc_text_printf(&t, "%s", "");
    expect(t.length == 0 && strcmp(lc_text(&t), "") == 0, "adding nothing keeps it so");
    lc_text_printf(&t, "%d-%s", 42, "x");
    lc_text_putc(&t, '!');
    lc_text_add(&t, "abcdef", 3);
    lc_text_repeat(&t, "<>", 3);
    expect(strcmp(lc_text(&t), "42-x!abc<><><>") == 0 && t.length == 14, "pieces follow each other");
    lc_text_clear(&t);
    expect(t.length == 0 && strcmp(lc_text(&t), "") == 0, "it can be emptied");
    for (int i = 0; i < 10000; i++) lc_text_printf(&t, "%04d,", i);
    expect(t.length == 50000 && strncmp(lc_text(&t) + 49995, "9999,", 6) == 0 && !t.cut, "it grows");
    lc_text_free(&t);
    expect(!t.at && t.length == 0, "it can be freed");
}

static void test_error(void) {
    lince_error e;
    expect(lc_fail_at(&e, "a.hist", 7, "%d is odd", 3) == LINCE_BAD_INPUT && e.line == 7 &&
               strcmp(e.file, "a.hist") == 0 && strcmp(e.message, "3 is odd") == 0,
           "an error has a place and a message");
    lc_fail(&e, "plain");
    expect(e.file[0] == '\0' && e.line == 0 && strcmp(e.message, "plain") == 0, "or only a message");
    char name[1000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    lc_fail_at(&e, name, 1, "%s%s", name, name);
    expect(strlen(e.file) == sizeof e.file - 1 && strlen(e.message) == sizeof e.message - 1, "what is too long is cut");
    expect(lc_fail(NULL, "nobody listens") == LINCE_BAD_INPUT, "nobody has to listen");
}

static void test_limits(void) {
    int flag = 0;
    lc_limits none = {0}, past = {.deadline = lc_now() - 1}, future = {.deadline = lc_now() + 100, .interrupt = &flag};
    expect(lc_limits_reached(&none) == LC_GO_ON, "no limits");
    expect(lc_limits_reached(&past) == LC_TIMED_OUT, "a deadline in the past");
    expect(lc_limits_reached(&future) == LC_GO_ON, "a deadline in the future");
    flag = 1;
    expect(lc_limits_reached(&future) == LC_INTERRUPTED, "an interrupt");
}

int main(void) {
    test_text();
    test_error();
    test_limits();
    return tap_end();
}
