#define _GNU_SOURCE /* dladdr */
#include "tester/toolchain/places.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"

/* From the directory of the command, as it is installed. */
#ifndef LINCE_LIB_FROM_BIN
#define LINCE_LIB_FROM_BIN "../lib"
#endif
#define INCLUDE_FROM_BIN "../include"
#define LIB              &LINCE_LIB_FROM_BIN[strlen("../")]
#ifndef LINCE_ROOT_FROM_LIB /* from the directory of libraries */
#define LINCE_ROOT_FROM_LIB ".."
#endif
#define PATHS "lince-paths" /* the file of a build tree: `include PATH`, `runtime PATH`, ... */

static bool is_there(const char *directory, const char *file) {
    lince_text path = {0};
    lc_text_printf(&path, "%s/%s", directory, file);
    bool there = !path.cut && access(path.at, R_OK) == 0;
    lc_text_free(&path);
    return there;
}

static char *join(const char *directory, const char *file) {
    lince_text path = {0};
    lc_text_printf(&path, "%s/%s", directory, file);
    char *real = path.cut ? NULL : realpath(path.at, NULL);
    if (real) {
        lc_text_free(&path);
        return real;
    }
    return path.at;
}

/* Takes the existing parts of the usual layout, if the header and the runtime exist. */
static bool look(lcd_places *p, const char *root, const char *include, const char *lib) {
    char *headers = join(root, include), *archives = join(root, lib);
    bool found = headers && archives && is_there(headers, "lince/test.h") && is_there(archives, "liblince-test.a");
    if (found) {
        p->include = headers;
        p->runtime = join(archives, "liblince-test.a");
        p->many = join(archives, "liblince-test-many.a");
        p->model = join(archives, "liblince-model.a");
        p->stress = join(archives, "liblince-stress.a");
    } else free(headers);
    free(archives);
    return found;
}

static bool read_paths(lcd_places *p, const char *bin) {
    char *path = join(bin, PATHS), line[PATH_MAX + 16];
    FILE *file = path ? fopen(path, "r") : NULL;
    free(path);
    if (!file) return false;
    const struct {
        const char *word;
        char **to;
    } known[] = {{"include ", &p->include},
                 {"runtime ", &p->runtime},
                 {"many ", &p->many},
                 {"model ", &p->model},
                 {"stress ", &p->stress}};
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            size_t length = strlen(known[i].word);
            if (strncmp(line, known[i].word, length) != 0 || *known[i].to) continue;
            *known[i].to = line[length] == '/' ? strdup(line + length) : join(bin, line + length);
        }
    }
    fclose(file);
    return p->include && p->runtime && is_there(p->include, "lince/test.h") && access(p->runtime, R_OK) == 0;
}

/* Where this code is, if it is a shared library; of a program dladdr returns only the word it was started by. */
static bool look_beside_library(lcd_places *p) {
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)lcd_places_find, &info) || !info.dli_fname) return false;
    const char *name = strrchr(info.dli_fname, '/');
    if (!strstr(name ? name : info.dli_fname, ".so")) return false;
    char *self = realpath(info.dli_fname, NULL), *slash = self ? strrchr(self, '/') : NULL;
    if (slash) *slash = '\0';
    char *root = slash ? join(self, LINCE_ROOT_FROM_LIB) : NULL;
    bool found = root && (read_paths(p, self) || look(p, root, "include", LIB));
    free(root);
    free(self);
    return found;
}

lince_status lcd_places_find(lcd_places *p, const char *home, lince_error *error) {
    *p = (lcd_places){0};
    if (!home) home = getenv("LINCE_HOME");
    if (home && *home) {
        if (look(p, home, "include", "lib") || look(p, home, "include", LIB)) return LINCE_DONE;
        return lc_fail(error, "LINCE_HOME: there is no include/lince/test.h with a lib/liblince-test.a in %s", home);
    }
    if (look_beside_library(p)) return LINCE_DONE;
    char *self = p->runtime ? NULL : realpath("/proc/self/exe", NULL), *slash = self ? strrchr(self, '/') : NULL;
    if (slash) *slash = '\0';
    bool found = slash && (read_paths(p, self) || look(p, self, INCLUDE_FROM_BIN, LINCE_LIB_FROM_BIN));
    if (!found && !p->runtime)
        lc_fail(error,
                "lince/test.h and liblince-test.a are not where Lince was installed (%s); LINCE_HOME names "
                "another directory with `include` and `lib`",
                self ? self : "?");
    else if (!found) lc_fail(error, "%s is not there: build it first", p->runtime);
    free(self);
    return found ? LINCE_DONE : LINCE_BAD_INPUT;
}

void lcd_places_free(lcd_places *p) {
    free(p->include);
    free(p->runtime);
    free(p->many);
    free(p->model);
    free(p->stress);
    *p = (lcd_places){0};
}
