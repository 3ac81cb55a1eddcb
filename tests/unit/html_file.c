/* A page that gets more than fits on it: what is well is drawn, then listed, then counted; what is wrong stays. */
#include "tap.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/html.h"

enum { MEGABYTE = 1 << 20 };

/* A section with a title, and a history of so many bytes. */
static lince_text section(const char *title, size_t size) {
    lince_text text = {0};
    lc_text_printf(&text, "{\"title\":\"%s\",\"history\":\"", title);
    static char xs[4096];
    memset(xs, 'x', sizeof xs);
    for (size_t left = size, n; left > 0; left -= n) lc_text_add(&text, xs, n = left < sizeof xs ? left : sizeof xs);
    lc_text_puts(&text, "\"}");
    return text;
}

static void add(lcc_html_file *f, const char *title, size_t size, size_t brief_size, bool well) {
    lince_text name = {0};
    lc_text_printf(&name, "brief %s", title);
    lince_text full = section(title, size), brief = section(lc_text(&name), brief_size);
    lc_text_free(&name);
    lcc_html_file_choose(f, &full, &brief, well);
}

/* The data of a page, without most of the bytes of its histories: reading all of them takes seconds. */
static json_t *read_page(const char *path) {
    FILE *file = fopen(path, "r");
    lince_text page = {0};
    static char block[1 << 16], xs[sizeof block];
    memset(xs, 'x', sizeof xs);
    for (size_t n; file && (n = fread(block, 1, sizeof block, file)) > 0;)
        if (memcmp(block, xs, n) != 0) lc_text_add(&page, block, n);
    if (file) fclose(file);
    const char *at = strstr(lc_text(&page), "application/json"), *begin = at ? strchr(at, '>') : NULL;
    const char *end = begin ? strstr(begin, "</script") : NULL;
    json_t *root = end ? json_loadb(begin + 1, (size_t)(end - begin - 1), 0, NULL) : NULL;
    lc_text_free(&page);
    return root;
}

/* How many sections have titles that begin like this. */
static unsigned count(const json_t *root, const char *begins) {
    unsigned found = 0;
    const json_t *list = json_object_get(root, "sections");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *title = json_string_value(json_object_get(json_array_get(list, i), "title"));
        found += title && !strncmp(title, begins, strlen(begins));
    }
    return found;
}

/* Of the last section: how many there are, and what they are taken for; "" means that nobody says. */
static void expect_rest(const json_t *root, const char *kind, const char *summary, const char *verdict) {
    const json_t *list = json_object_get(root, "sections"), *last = json_array_get(list, json_array_size(list) - 1);
    const char *is = json_string_value(json_object_get(last, "kind"));
    const char *told = json_string_value(json_object_get(last, "summary"));
    const char *taken = json_string_value(json_object_get(json_object_get(last, "result"), "verdict"));
    expect(is && !strcmp(is, kind) && told && !strcmp(told, summary) && !strcmp(taken ? taken : "", verdict),
           "the rest of %s: %s, %s", is ? is : "nothing", told ? told : "nothing", taken ? taken : "no verdict");
}

/* A page is named after them. */
static const char *names[] = {"it's.hist", "b.hist"};
static const lc_words one = {.at = names, .count = 1}, two = {.at = names, .count = 2};

static void much(const char *path) {
    char *words[] = {(char[]){"check"}, (char[]){"it's.hist"}};
    lcc_html_file f = {0};
    lince_error error = {0};
    lcc_html_file_begin(&f, path, &two, 2, words);
    for (unsigned i = 0; i < 40; i++) add(&f, "ok", MEGABYTE, 100, true);
    expect(f.full, "it is full of what is well");
    expect(lcc_html_file_show(&f, &error) == LINCE_DONE, "it can be looked at before it is complete");
    json_t *root = read_page(path);
    expect(count(root, "ok") == 31 && count(root, "brief ok") == 9, "what is well is listed then (%u, %u)",
           count(root, "ok"), count(root, "brief ok"));
    expect(count(root, "and others") == 0, "nothing is counted so far");
    json_decref(root);
    for (unsigned i = 0; i < 5; i++) add(&f, "wrong", MEGABYTE, 100, false);
    add(&f, "small", 10, 10, true);
    for (unsigned i = 0; i < 20; i++) add(&f, "more", MEGABYTE, MEGABYTE, true);
    expect(lcc_html_file_write(&f, &error) == LINCE_DONE, "it is written");
    root = read_page(path);
    expect(count(root, "wrong") == 5, "what is wrong is drawn all the same");
    expect(count(root, "small") == 0 && count(root, "brief small") == 1, "and nothing that is well, however small");
    expect(count(root, "brief more") == 15 && count(root, "and others") == 1, "what cannot be listed is counted (%u)",
           count(root, "brief more"));
    expect_rest(root, "check", "5 ok", "ok");
    const char *command = json_string_value(json_object_get(root, "command"));
    expect(command && !strcmp(command, "lince check 'it'\\''s.hist'"), "the command can be given again");
    const char *title = json_string_value(json_object_get(root, "title"));
    expect(title && !strcmp(title, "it's.hist and 1 more"), "its title says that there are several files");
    json_decref(root);
    lcc_html_file_free(&f);
}

/* What does not fit is neither all well because some is, nor checked because it is shown. */
static void rest(const char *path) {
    char *check = (char[]){"check"}, *show = (char[]){"show"};
    for (unsigned shown = 0; shown < 2; shown++) {
        lcc_html_file f = {0};
        lince_error error = {0};
        lcc_html_file_begin(&f, path, &one, 1, shown ? &show : &check);
        f.unjudged = shown;
        add(&f, "first", 33 * (size_t)MEGABYTE, 16 * (size_t)MEGABYTE - 100, true);
        for (unsigned i = 0; i < 3; i++) add(&f, "more", MEGABYTE, 17 * (size_t)MEGABYTE, true);
        if (!shown) add(&f, "wrong", 230 * (size_t)MEGABYTE, 17 * (size_t)MEGABYTE, false);
        expect(lcc_html_file_write(&f, &error) == LINCE_DONE, "written");
        json_t *root = read_page(path);
        expect_rest(root, shown ? "show" : "check", shown ? "3 more" : "3 ok, 1 not ok", shown ? "" : "unknown");
        json_decref(root);
        lcc_html_file_free(&f);
    }
}

/* What is alone may be large. */
static void alone(const char *path) {
    lcc_html_file f = {0};
    lince_error error = {0};
    lcc_html_file_begin(&f, path, &one, 0, NULL);
    add(&f, "ok", 50 * (size_t)MEGABYTE, 100, true);
    expect(lcc_html_file_write(&f, &error) == LINCE_DONE, "written");
    json_t *root = read_page(path);
    expect(count(root, "ok") == 1, "a history that is alone may be long");
    json_decref(root);
    lcc_html_file_free(&f);
}

static void nobody(void) {
    lcc_html_file f = {0};
    lince_error error = {0};
    lcc_html_file_begin(&f, NULL, &one, 0, NULL);
    add(&f, "ok", 10, 10, true);
    expect(lcc_html_file_write(&f, &error) == LINCE_DONE && !f.text.length, "no page where nobody wants one");
    lcc_html_file_begin(&f, "no/such/page.html", &one, 0, NULL);
    expect(lcc_html_file_write(&f, &error) == LINCE_BAD_INPUT && strstr(error.message, "no/such/page.html"),
           "what cannot be written is an error");
    lcc_html_file_free(&f);
    expect(lcc_html_conflict("-", true, NULL) && lcc_html_conflict("-", false, "-") &&
               !lcc_html_conflict("-", false, "x") && !lcc_html_conflict("x", true, "-") &&
               !lcc_html_conflict(NULL, true, NULL),
           "what goes to standard output goes there alone");
}

int main(void) {
    char path[] = "/tmp/lince-page-XXXXXX";
    int fd = mkstemp(path);
    if (fd >= 0) close(fd);
    much(path);
    rest(path);
    alone(path);
    nobody();
    unlink(path);
    return tap_end();
}
