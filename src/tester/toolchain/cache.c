#define _GNU_SOURCE /* mkdtemp */
#include "tester/toolchain/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/order.h"
#include "base/text.h"
#include "base/vec.h"

enum {
    RECENT = 600 /* seconds in which an entry may still be needed */,
    STALE = 3600 /* an unfinished entry has no owner */
};

static char *path_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *path_of(const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *path = lc_vformat(format, args);
    va_end(args);
    return path;
}

static void make_those_above(const char *path) {
    char *copy = strdup(path);
    for (char *slash = copy; slash && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        (void)mkdir(copy, 0755);
        *slash = '/';
    }
    free(copy);
}

/* Is there a directory that is ours alone to write?  Made if need be. */
static bool own_directory(const char *path) {
    struct stat about;
    (void)mkdir(path, 0700);
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == geteuid() &&
           !(about.st_mode & (S_IWGRP | S_IWOTH)) && access(path, R_OK | W_OK | X_OK) == 0;
}

/* A few programs fit on the disk. */
static bool has_room(const char *path) {
    enum { LEAST = 8 << 20 };
    struct statvfs about;
    if (statvfs(path, &about) != 0) return false;
    return !about.f_blocks || (uint64_t)about.f_bavail * about.f_frsize >= LEAST; /* some do not report it */
}

/* Takes over the path. */
static bool settle_on(lcd_cache *c, char *path, bool at_home) {
    if (path && at_home) make_those_above(path);
    if (path && own_directory(path) && has_room(path)) {
        c->root = path;
        return true;
    }
    free(path);
    return false;
}

lince_status lcd_cache_open(lcd_cache *c, lince_error *error) {
    *c = (lcd_cache){0};
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *tmp = getenv("TMPDIR");
    if (!tmp || *tmp != '/') tmp = "/tmp";
    if (xdg && *xdg == '/' && settle_on(c, path_of("%s/lince", xdg), true)) return LINCE_DONE;
    if (!(xdg && *xdg == '/') && home && *home == '/' && settle_on(c, path_of("%s/.cache/lince", home), true))
        return LINCE_DONE;
    if (settle_on(c, path_of("%s/lince-%u", tmp, (unsigned)geteuid()), false)) return LINCE_DONE;
    char *own = path_of("%s/lince-XXXXXX", tmp);
    if (own && mkdtemp(own)) {
        lc_unfinished(AT_FDCWD, own);
        *c = (lcd_cache){own, true};
        return LINCE_DONE;
    }
    lc_fail(error, "cannot make a directory for temporary files in %s: %s", tmp, strerror(errno));
    free(own);
    return LINCE_BAD_INPUT;
}

/* An entry goes at once, so that no process finds a part of it. */
static void delete_entry(const char *path) {
    char *away = path_of("%s.gone-%u", path, (unsigned)getpid());
    if (!away) return;
    lc_unfinished(AT_FDCWD, away);
    if (rename(path, away) == 0) lc_delete_tree(AT_FDCWD, away);
    lc_finished(AT_FDCWD, away);
    free(away);
}

void lcd_cache_close(lcd_cache *c, bool keep) {
    if (c->temporary && !keep) lc_delete_tree(AT_FDCWD, c->root);
    if (c->temporary) lc_finished(AT_FDCWD, c->root);
    free(c->root);
    *c = (lcd_cache){0};
}

static char *entry_path(const lcd_cache *c, const char *kind, uint64_t key) {
    return path_of("%s/%s/%016" PRIx64, c->root, kind, key);
}

char *lcd_cache_find(const lcd_cache *c, const char *kind, uint64_t key) {
    char *path = entry_path(c, kind, key);
    /* Its time is that of its last use. */
    if (path && utimensat(AT_FDCWD, path, NULL, 0) == 0) return path;
    free(path);
    return NULL;
}

static bool make_kind(const lcd_cache *c, const char *kind) {
    char *path = path_of("%s/%s", c->root, kind);
    bool made = path && (mkdir(path, 0700) == 0 || errno == EEXIST);
    free(path);
    return made;
}

char *lcd_cache_begin(const lcd_cache *c, const char *kind, uint64_t key, lince_error *error) {
    char *path = path_of("%s/%s/%016" PRIx64 ".XXXXXX", c->root, kind, key);
    if (path && make_kind(c, kind) && mkdtemp(path)) {
        lc_unfinished(AT_FDCWD, path);
        return path;
    }
    lc_fail(error, "cannot make a directory in %s: %s", c->root, strerror(errno));
    free(path);
    return NULL;
}

char *lcd_cache_settle(const lcd_cache *c, const char *kind, uint64_t key, char *unfinished) {
    char *path = entry_path(c, kind, key);
    if (path && rename(unfinished, path) == 0) {
        lc_finished(AT_FDCWD, unfinished);
        free(unfinished);
        return path;
    }
    if (path && access(path, F_OK) == 0) { /* another process was faster */
        lcd_cache_drop(unfinished);
        return path;
    }
    free(path);
    return unfinished;
}

void lcd_cache_drop(char *unfinished) {
    if (!unfinished) return;
    lc_delete_tree(AT_FDCWD, unfinished);
    lc_finished(AT_FDCWD, unfinished);
    free(unfinished);
}

void lcd_cache_forget(const lcd_cache *c, const char *kind, uint64_t key) {
    char *path = entry_path(c, kind, key);
    if (path) delete_entry(path);
    free(path);
}

char *lcd_cache_file(const lcd_cache *c, const char *kind, const char *name) {
    return make_kind(c, kind) ? path_of("%s/%s/%s", c->root, kind, name) : NULL;
}

/* ---- making room ---- */

typedef struct entry {
    char *path;
    time_t used;
    uint64_t size;
} entry;
typedef LC_VEC(entry) entries;

static int by_age(const void *a, const void *b) {
    time_t s = ((const entry *)a)->used, t = ((const entry *)b)->used;
    return LC_ORDER(s, t);
}

static uint64_t size_of(const char *path) {
    uint64_t size = 0;
    DIR *directory = opendir(path);
    for (const struct dirent *e; directory && (e = readdir(directory));) {
        struct stat about;
        if (fstatat(dirfd(directory), e->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode))
            size += (uint64_t)about.st_blocks * 512;
    }
    if (directory) closedir(directory);
    return size;
}

static void add_entry(entries *all, const char *kind, const char *name, time_t now) {
    struct stat about;
    entry e = {.path = path_of("%s/%s", kind, name)};
    bool unfinished = strchr(name, '.') != NULL;
    if (e.path && lstat(e.path, &about) == 0 && S_ISDIR(about.st_mode)) {
        e.used = about.st_mtime;
        e.size = unfinished ? 0 : size_of(e.path);
        if (unfinished && now - e.used > STALE) lc_delete_tree(AT_FDCWD, e.path);
        else if (!unfinished && lc_push(NULL, all, e)) return;
    }
    free(e.path);
}

void lcd_cache_trim(const lcd_cache *c, const char *kind, uint64_t most) {
    char *path = path_of("%s/%s", c->root, kind);
    DIR *directory = path ? opendir(path) : NULL;
    entries all = {0};
    uint64_t total = 0;
    time_t now = time(NULL);
    for (const struct dirent *e; directory && (e = readdir(directory));)
        if (e->d_name[0] != '.') add_entry(&all, path, e->d_name, now);
    for (uint32_t i = 0; i < all.count; i++) total += all.at[i].size;
    if (all.count) qsort(all.at, all.count, sizeof *all.at, by_age);
    for (uint32_t i = 0; i < all.count; i++) {
        if (total > most && now - all.at[i].used > RECENT) {
            total -= all.at[i].size;
            delete_entry(all.at[i].path);
        }
        free(all.at[i].path);
    }
    lc_vec_free(NULL, &all);
    if (directory) closedir(directory);
    free(path);
}
