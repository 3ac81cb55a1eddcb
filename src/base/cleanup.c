#define _GNU_SOURCE /* getdents64, PATH_MAX */
#include "base/cleanup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- deleting ---- */

enum { DEEPEST = 16 /* no tree is deeper, and each level holds a descriptor and a buffer */ };

static void delete_below(int at, const char *name, int depth);

static void delete_entries(int directory, int depth) {
    char entries[4096] __attribute__((aligned(8)));
    for (ssize_t got; (got = getdents64(directory, entries, sizeof entries)) > 0;)
        for (const char *e = entries; e < entries + got;) {
            const struct dirent64 *d = (const void *)e;
            e += d->d_reclen;
            if (strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0)
                delete_below(directory, d->d_name, depth - 1);
        }
}

static void delete_below(int at, const char *name, int depth) {
    if (unlinkat(at, name, 0) == 0 || (errno != EISDIR && errno != EPERM)) return;
    int directory = depth ? openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (directory >= 0) {
        delete_entries(directory, depth);
        close(directory);
    }
    (void)unlinkat(at, name, AT_REMOVEDIR);
}

void lc_delete_tree(int at, const char *name) { delete_below(at, name, DEEPEST); }

/* ---- remembering ---- */

/* A slot is used again but never freed, and a handler reads it while another thread may write: `turn` is odd while it
 * holds something, and a reader that finds the same turn before and after has read one consistent value. */
typedef struct slot {
    struct slot *next;
    atomic_uint turn;
    int at;
    pid_t group; /* 0: it is a file or a directory */
    char name[PATH_MAX];
} slot;

static slot *_Atomic slots;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER; /* a handler does not take it */
static pid_t owner;                                         /* a forked child leaves its parent's entries alone */

static bool in_use(slot *s) { return atomic_load(&s->turn) & 1; }

static slot *free_slot(void) {
    slot *s = slots;
    while (s && in_use(s)) s = s->next;
    if (s || !(s = calloc(1, sizeof *s))) return s;
    s->next = slots;
    slots = s;
    return s;
}

static void remember(int at, pid_t group, const char *name) {
    if (strlen(name) >= PATH_MAX) return;
    pthread_mutex_lock(&writing);
    slot *s = free_slot();
    if (s) {
        owner = getpid();
        s->at = at;
        s->group = group;
        strcpy(s->name, name);
        atomic_fetch_add(&s->turn, 1);
    }
    pthread_mutex_unlock(&writing);
}

static void forget(int at, pid_t group, const char *name) {
    pthread_mutex_lock(&writing);
    for (slot *s = slots; s; s = s->next)
        if (in_use(s) && s->at == at && s->group == group && strcmp(s->name, name) == 0) {
            atomic_fetch_add(&s->turn, 1);
            break;
        }
    pthread_mutex_unlock(&writing);
}

void lc_unfinished(int at, const char *name) { remember(at, 0, name); }
void lc_finished(int at, const char *name) { forget(at, 0, name); }
void lc_unfinished_group(pid_t group) { remember(-1, group, ""); }
void lc_finished_group(pid_t group) { forget(-1, group, ""); }

/* ---- clearing away ---- */

static bool copy_slot(slot *s, slot *copy) {
    unsigned turn = atomic_load(&s->turn);
    copy->at = s->at;
    copy->group = s->group;
    memcpy(copy->name, s->name, sizeof copy->name);
    atomic_thread_fence(memory_order_acquire);
    return (turn & 1) && atomic_load(&s->turn) == turn;
}

/* A killed process may write for another moment. */
static void delete_stubbornly(int at, const char *name) {
    enum { TIMES = 50, MILLISECOND = 1000000 };
    struct stat there;
    for (int i = 0; i < TIMES; i++) {
        lc_delete_tree(at, name);
        if (fstatat(at, name, &there, AT_SYMLINK_NOFOLLOW) != 0) return;
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    }
}

void lc_clean_up(void) {
    slot copy;
    if (getpid() != owner) return;
    for (slot *s = slots; s; s = s->next)
        if (copy_slot(s, &copy) && copy.group) kill(-copy.group, SIGKILL);
    for (slot *s = slots; s; s = s->next)
        if (copy_slot(s, &copy) && !copy.group) delete_stubbornly(copy.at, copy.name);
}
