/* The cache: entries appear whole, by whoever is first; the oldest go; and there is always some directory. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "tap.h"
#include "tester/toolchain/cache.h"

static char root[64] = "/tmp/lince-test-cache-XXXXXX";

static void write_file(const char *directory, const char *name, size_t size) {
    lince_text path = {0};
    lc_text_printf(&path, "%s/%s", directory, name);
    FILE *file = fopen(lc_text(&path), "w");
    for (size_t i = 0; file && i < size; i++) putc('x', file);
    if (file) fclose(file);
    lc_text_free(&path);
}

/* An entry of so many kilobytes that was used so many seconds ago. */
static char *make(const lcd_cache *c, uint64_t key, size_t kilobytes, time_t ago) {
    lince_error error = {0};
    char *draft = lcd_cache_begin(c, "things", key, &error);
    if (!draft) return NULL;
    write_file(draft, "thing", kilobytes << 10);
    char *path = lcd_cache_settle(c, "things", key, draft);
    struct timespec times[2] = {{.tv_sec = time(NULL) - ago}, {.tv_sec = time(NULL) - ago}};
    if (path) utimensat(AT_FDCWD, path, times, 0);
    return path;
}

static bool is_there(const lcd_cache *c, uint64_t key) {
    char *path = lcd_cache_find(c, "things", key);
    free(path);
    return path != NULL;
}

static void test_entries(const lcd_cache *c) {
    lince_error error = {0};
    expect(!is_there(c, 1), "nothing is there at first");
    char *one = lcd_cache_begin(c, "things", 1, &error), *other = lcd_cache_begin(c, "things", 1, &error);
    expect(one && other && strcmp(one, other) != 0, "two who make the same do not meet");
    write_file(one, "first", 1);
    write_file(other, "second", 1);
    expect(!is_there(c, 1), "a draft is no entry");
    char *gone = strdup(other), *a = lcd_cache_settle(c, "things", 1, one),
         *b = lcd_cache_settle(c, "things", 1, other);
    expect(a && b && strcmp(a, b) == 0 && is_there(c, 1), "the slower uses what the faster has made");
    lince_text path = {0};
    lc_text_printf(&path, "%s/first", a);
    expect(access(lc_text(&path), F_OK) == 0 && access(gone, F_OK) != 0, "and leaves nothing behind");
    lc_text_free(&path);
    free(a);
    free(b);
    free(gone);
}

static void test_trimming(const lcd_cache *c) {
    free(make(c, 10, 40, 5000));
    free(make(c, 11, 40, 4000));
    free(make(c, 12, 40, 3000));
    free(make(c, 13, 40, 5));
    lcd_cache_trim(c, "things", 1 << 20);
    expect(access(root, F_OK) == 0 && is_there(c, 10), "while there is room nothing goes");
    free(make(c, 10, 40, 5000));
    char *old = lcd_cache_find(c, "things", 10);
    struct timespec times[2] = {{.tv_sec = time(NULL) - 5000}, {.tv_sec = time(NULL) - 5000}};
    if (old) utimensat(AT_FDCWD, old, times, 0);
    free(old);
    lcd_cache_trim(c, "things", 130 << 10);
    expect(!is_there(c, 10) && is_there(c, 11) && is_there(c, 12), "the one not used for longest goes first");
    lcd_cache_trim(c, "things", 0);
    expect(is_there(c, 13) && is_there(c, 11), "what was used just now stays, whatever the room");
}

static void test_places(void) {
    lcd_cache c;
    lince_error error = {0};
    lince_text path = {0};
    lc_text_printf(&path, "%s/a/b", root);
    setenv("XDG_CACHE_HOME", lc_text(&path), 1);
    lince_status opened = lcd_cache_open(&c, &error);
    expect(opened == LINCE_DONE && strstr(c.root, "/a/b/lince") && !c.temporary, "directories above are made: %s",
           c.root);
    lcd_cache_close(&c, false);
    struct stat about;
    expect(stat(lc_text(&path), &about) == 0, "and stay");
    lc_text_clear(&path);
    lc_text_printf(&path, "%s/file", root);
    write_file(root, "file", 1);
    setenv("XDG_CACHE_HOME", lc_text(&path), 1);
    setenv("TMPDIR", root, 1);
    opened = lcd_cache_open(&c, &error);
    expect(opened == LINCE_DONE && strncmp(c.root, root, strlen(root)) == 0 && !c.temporary,
           "else a directory of the user's among temporary files: %s", c.root);
    chmod(c.root, 0777); /* anybody might put programs there */
    lcd_cache_close(&c, false);
    opened = lcd_cache_open(&c, &error);
    expect(opened == LINCE_DONE && c.temporary, "never one that others can write: %s", c.root);
    char *temporary = strdup(c.root);
    lcd_cache_close(&c, false);
    expect(access(temporary, F_OK) != 0, "what is temporary is deleted");
    free(temporary);
    setenv("TMPDIR", "/nonexistent", 1);
    opened = lcd_cache_open(&c, &error);
    expect(opened == LINCE_BAD_INPUT && strstr(error.message, "/nonexistent"), "nowhere at all: %s", error.message);
    lcd_cache_close(&c, false);
    lc_text_free(&path);
}

int main(void) {
    if (!mkdtemp(root)) return 1;
    setenv("XDG_CACHE_HOME", root, 1);
    lcd_cache c;
    lince_error error = {0};
    lince_status opened = lcd_cache_open(&c, &error);
    if (!expect(opened == LINCE_DONE, "there is a cache")) return tap_end();
    test_entries(&c);
    test_trimming(&c);
    lcd_cache_close(&c, false);
    test_places();
    lcd_cache all = {.root = strdup(root), .temporary = true};
    lcd_cache_close(&all, false);
    return tap_end();
}
