#include "follow/creations.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

void lcf_creations_begin(lcf_creations *c, const char *path) {
    const char *slash = strrchr(path, '/');
    char *directory = slash == path ? strdup("/") : slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
    *c = (lcf_creations){.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC), .name = slash ? slash + 1 : path};
    if (c->fd >= 0 && (!directory || inotify_add_watch(c->fd, directory, IN_CREATE | IN_MOVED_TO) < 0))
        lcf_creations_end(c);
    free(directory);
}

void lcf_creations_end(lcf_creations *c) {
    if (c->fd >= 0) close(c->fd);
    c->fd = -1;
}

/* False: some are missing, or something happened to the directory. */
static bool use(lcf_creations *c, const char *at, const char *end) {
    while (at < end) {
        struct inotify_event event; /* the contents of the buffer need not be aligned */
        memcpy(&event, at, sizeof event);
        const char *name = at + sizeof event;
        if (!(event.mask & (IN_CREATE | IN_MOVED_TO))) return false;
        c->count += event.len && !strcmp(name, c->name);
        at = name + event.len;
    }
    return true;
}

bool lcf_creations_count(lcf_creations *c, uint64_t *count) {
    char buffer[1 << 14];
    ssize_t got;
    while (c->fd >= 0 && (got = read(c->fd, buffer, sizeof buffer)) > 0)
        if (!use(c, buffer, buffer + got)) lcf_creations_end(c);
    *count = c->count;
    return c->fd >= 0;
}
