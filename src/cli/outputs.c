/* The files that options name to be written: any error in them is reported before the work is done. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

enum { MOST = 8 /* a command has fewer that write */ };

/* A file that is there, or its name in a directory that is. */
typedef struct place {
    dev_t device;
    ino_t inode;
    const char *name; /* NULL: it is there */
} place;

typedef struct output {
    char option[32];
    place at;
    bool placed; /* its identity is defined: neither a device nor a pipe */
} output;

static bool is_same(const place *a, const place *b) {
    bool named = a->name && b->name ? strcmp(a->name, b->name) == 0 : a->name == b->name;
    return named && a->device == b->device && a->inode == b->inode;
}

static bool find_place(place *at, const char *path) {
    struct stat about;
    const char *slash = strrchr(path, '/');
    if (stat(path, &about) == 0) {
        *at = (place){about.st_dev, about.st_ino, NULL};
        return S_ISREG(about.st_mode);
    }
    char *parent = slash ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
    bool found = parent && stat(parent, &about) == 0;
    if (found) *at = (place){about.st_dev, about.st_ino, slash ? slash + 1 : path};
    free(parent);
    return found;
}

/* For each option that names a file to be written, while all is well. */
static bool each(const lc_option_set *set, void *settings, bool (*look)(const lc_option *, const char **, void *),
                 void *context) {
    for (size_t g = 0; g < set->count; g++)
        for (size_t i = 0; i < set->groups[g].count; i++) {
            const lc_option *o = &set->groups[g].rows[i];
            const char **path = (const char **)((char *)settings + o->offset);
            if (o->kind == LC_OPTION_OUTPUT && *path && !look(o, path, context)) return false;
        }
    return true;
}

/* ---- paths that lead to standard output ---- */

/* /dev/stdout, /dev/fd/1, or the very file that the shell has opened for us.  A device other than a terminal is none's,
 * as /dev/null. */
static bool leads_to_output(const char *path) {
    struct stat there, here;
    return stat(path, &there) == 0 && fstat(STDOUT_FILENO, &here) == 0 && there.st_dev == here.st_dev &&
           there.st_ino == here.st_ino && (!S_ISCHR(there.st_mode) || isatty(STDOUT_FILENO));
}

static bool name_output(const lc_option *o, const char **path, void *context) {
    (void)o, (void)context;
    if (leads_to_output(*path)) *path = "-";
    return true;
}

void lcc_outputs_name(const lc_option_set *set, void *settings) { (void)each(set, settings, name_output, NULL); }

/* ---- before anything is done ---- */

typedef struct look {
    const lc_words *operands;
    output seen[MOST];
    size_t count;
} look;

static bool is_apart(look *l, const output *this, const char *path) {
    for (size_t i = 0; i < l->count; i++)
        if (l->seen[i].placed && is_same(&l->seen[i].at, &this->at)) {
            lcc_complain("--%s and --%s would both write %s", l->seen[i].option, this->option, path);
            return false;
        }
    for (uint32_t i = 0; i < l->operands->count; i++) {
        place operand;
        if (!find_place(&operand, l->operands->at[i]) || !is_same(&operand, &this->at)) continue;
        lcc_complain("--%s %s: this file is to be read, and would be overwritten", this->option, path);
        return false;
    }
    return true;
}

static bool look_at(const lc_option *o, const char **path, void *context) {
    look *l = context;
    lince_error error = {0};
    if (strcmp(*path, "-") == 0 || l->count == MOST) return true;
    output *this = &l->seen[l->count];
    lc_option_name(o, this->option, sizeof this->option);
    this->placed = find_place(&this->at, *path);
    if (this->placed && !is_apart(l, this, *path)) return false;
    l->count++;
    lince_status status = lc_atomic_file_try(*path, &error);
    if (status != LINCE_DONE) lcc_report_failure(status, &error);
    return status == LINCE_DONE;
}

bool lcc_outputs_ready(const lc_option_set *set, void *settings, const lc_words *operands, int *status) {
    look l = {.operands = operands};
    bool ready = each(set, settings, look_at, &l);
    if (!ready) *status = LCC_EXIT_USAGE;
    else if (l.count) lcc_work_for_files();
    return ready;
}
