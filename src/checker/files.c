#include "checker/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/text.h"

bool lck_is_standard_input(const char *path) { return strcmp(path, "-") == 0; }

static bool ends_in(const char *name, size_t length, const char *suffix) {
    size_t end = strlen(suffix);
    return length > end && !memcmp(name + length - end, suffix, end);
}

/* By name, because looking into every file below a directory would find histories in the strangest places. */
static bool looks_like_history(const char *name) {
    static const char *const suffixes[] = {".hist", ".jsonl", ".json", ".edn", ".log", ".txt"};
    size_t length = strlen(name);
    if (ends_in(name, length, ".zst")) length -= strlen(".zst");
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (ends_in(name, length, suffixes[i])) return true;
    return false;
}

/* Takes over the path, which may be NULL: out of memory. */
static bool add_file(lck_files *files, char *path, bool plain) {
    if (path && lc_push(NULL, &files->list, (lck_file){.path = path, .plain = plain})) return true;
    free(path);
    return false;
}

static bool add_error(lck_files *files, const char *path, const char *message) {
    lince_error *error = calloc(1, sizeof *error);
    if (!error || !add_file(files, strdup(path), false)) {
        free(error);
        return false;
    }
    lc_fail_at(error, path, 0, "%s", message);
    files->list.at[files->list.count - 1].error = error;
    return true;
}

static char *join(const char *directory, const char *name) {
    size_t length = strlen(directory);
    lince_text path = {0};
    lc_text_printf(&path, "%s%s%s", directory, length && directory[length - 1] == '/' ? "" : "/", name);
    if (path.cut) lc_text_free(&path);
    return path.at;
}

typedef LC_VEC(char *) paths;

/* An entry of a directory.  A symbolic link to a file counts as one; to a directory it is not followed, as it might
 * lead back up. */
static bool add_entry(lck_files *files, paths *directories, const char *directory, const char *name) {
    struct stat about;
    char *path = join(directory, name);
    if (!path) return false;
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        if (lc_push(NULL, directories, path)) return true;
        free(path);
        return false;
    }
    /* A file whose status cannot be read is taken, too: opening it reports the reason. */
    bool there = stat(path, &about) == 0, plain = there && S_ISREG(about.st_mode);
    if (looks_like_history(name) && (plain || !there)) return add_file(files, path, plain);
    free(path);
    return true;
}

static bool list_directory(lck_files *files, paths *directories, const char *path) {
    DIR *directory = opendir(path);
    const struct dirent *entry;
    bool enough = true;
    if (directory) errno = 0;
    while (directory && enough && (entry = readdir(directory))) {
        if (entry->d_name[0] != '.') enough = add_entry(files, directories, path, entry->d_name);
        errno = 0;
    }
    if (enough && errno) {
        char why[160];
        snprintf(why, sizeof why, "cannot read this directory: %s", strerror(errno));
        enough = add_error(files, path, why);
    }
    if (directory) closedir(directory);
    return enough;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const lck_file *)a)->path, ((const lck_file *)b)->path);
}

static bool add_directory(lck_files *files, const char *path) {
    uint32_t first = files->list.count;
    paths left = {0};
    bool enough = list_directory(files, &left, path);
    while (left.count) {
        char *next = left.at[--left.count];
        enough = enough && list_directory(files, &left, next);
        free(next);
    }
    lc_vec_free(NULL, &left);
    uint32_t found = files->list.count - first;
    if (found) qsort(files->list.at + first, found, sizeof *files->list.at, by_path);
    else if (enough)
        enough = add_error(files, path,
                           "there is no history in this directory: no name ends in .hist, .jsonl, .json, .edn, .log or "
                           ".txt, with or without .zst");
    return enough;
}

bool lck_files_find(lck_files *files, const char *const *named, uint32_t count) {
    *files = (lck_files){.directory = false};
    for (uint32_t i = 0; i < count; i++) {
        const char *path = named[i];
        struct stat about;
        bool there = !lck_is_standard_input(path) && stat(path, &about) == 0;
        bool directory = there && S_ISDIR(about.st_mode), plain = there && S_ISREG(about.st_mode);
        files->directory |= directory;
        if (!(directory ? add_directory(files, path) : add_file(files, strdup(path), plain))) return false;
    }
    return true;
}

void lck_files_free(lck_files *files) {
    for (uint32_t i = 0; i < files->list.count; i++) {
        free(files->list.at[i].path);
        free(files->list.at[i].error);
    }
    lc_vec_free(NULL, &files->list);
}
