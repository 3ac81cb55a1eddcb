#define _GNU_SOURCE /* accept4 */
#include "follow/clients.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/error.h"
#include "follow/report.h"

/* ---- the socket ---- */

static lince_status cannot(const char *path, const char *what, lince_error *error) {
    return lc_fail_at(error, path, 0, "%s: %s", what, strerror(errno));
}

/* A socket that a process left behind when it ended is in the way of the next. */
static lince_status make_way(const struct sockaddr_un *address, lince_error *error) {
    struct stat there;
    const char *path = address->sun_path;
    if (lstat(path, &there) != 0) return LINCE_DONE;
    if (!S_ISSOCK(there.st_mode)) return lc_fail_at(error, path, 0, "this exists and is no socket: name another path");
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool listens = fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) == 0;
    if (fd >= 0) close(fd);
    if (listens) return lc_fail_at(error, path, 0, "a process listens there already: name another path");
    return unlink(path) == 0 ? LINCE_DONE : cannot(path, "cannot replace the socket", error);
}

lince_status lcf_clients_open(lcf_clients *c, lcf_run *w, const char *path, lince_error *error) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    *c = (lcf_clients){.run = w, .path = path, .fd = -1};
    if (!*path || strlen(path) >= sizeof address.sun_path)
        return lc_fail(error, "unix:%s: a socket needs a path of 1 to %zu bytes", path, sizeof address.sun_path - 1);
    strcpy(address.sun_path, path);
    lince_status status = make_way(&address, error);
    if (status != LINCE_DONE) return status;
    c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (c->fd >= 0 && bind(c->fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
        listen(c->fd, SOMAXCONN) == 0)
        return LINCE_DONE;
    status = cannot(path, "cannot listen", error);
    if (c->fd >= 0) close(c->fd);
    c->fd = -1;
    return status;
}

/* ---- clients that come and go ---- */

static void welcome(lcf_clients *c, int fd) {
    lcf_run *w = c->run;
    char name[128];
    c->seen++;
    snprintf(name, sizeof name, "%s@%u", w->name, c->seen);
    lcf_namespace *space = w->options.separate || !w->namespaces.count ? lcf_namespace_new(w) : w->namespaces.at[0];
    lcf_stream *stream = space ? lcf_stream_new(w, space, name, c->seen) : NULL;
    if (stream && lc_push(NULL, &c->list, (lcf_client){.fd = fd, .stream = stream})) {
        lcf_report(w, LINCE_FOLLOW_OPENED, name);
        return;
    }
    lcf_stream_free(stream);
    close(fd);
    lcf_report_out_of_memory(w);
}

/* A client that stays outside may have called an operation that matters to the other clients: then no verdict is
 * certain. */
static lince_status accept_all(lcf_clients *c, lince_error *error) {
    while (!c->run->over) {
        int fd = accept4(c->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0) welcome(c, fd);
        else if (errno == EAGAIN) break;
        else if (errno != EINTR && errno != ECONNABORTED)
            return lc_fail_at(error, c->path, 0, "client %u cannot be let in: %s%s", c->seen + 1, strerror(errno),
                              errno == EMFILE ? "; ulimit -n limits their number" : "");
    }
    return LINCE_DONE;
}

static bool is_knocked_at(const lcf_clients *c) {
    return poll(&(struct pollfd){.fd = c->fd, .events = POLLIN}, 1, 0) != 0;
}

static void hang_up(lcf_client *client) {
    close(client->fd);
    client->fd = -1;
}

static void part(lcf_clients *c, uint32_t number) {
    lcf_client client = c->list.at[number];
    lcf_run *w = c->run;
    if (lcf_lines_rest(&client.stream->lines) && !w->over)
        lcf_stream_gap(client.stream, "the client is gone in the middle of a line");
    lcf_namespace *space = client.stream->space;
    lcf_stream_free(client.stream);
    c->list.at[number] = c->list.at[--c->list.count];
    if (!w->options.separate) return;
    lcf_run_flush(w);
    lcf_namespace_free(w, space);
}

void lcf_clients_close(lcf_clients *c) {
    for (uint32_t i = 0; i < c->list.count; i++) {
        if (c->list.at[i].fd >= 0) close(c->list.at[i].fd);
        lcf_stream_free(c->list.at[i].stream);
    }
    lc_vec_free(NULL, &c->list);
    if (c->fd < 0) return;
    close(c->fd);
    unlink(c->path);
    c->fd = -1;
}

/* ---- rounds ---- */

static size_t waiting(const lcf_client *client) {
    int bytes = 0;
    return client->fd >= 0 && ioctl(client->fd, FIONREAD, &bytes) == 0 && bytes > 0 ? (size_t)bytes : 0;
}

/* Everything a client has written up to now.  False: a line is too long. */
static bool read_client(lcf_client *client) {
    size_t left = waiting(client);
    bool asked = false;
    while (client->fd >= 0 && (left || !asked)) {
        size_t room;
        char *bytes = lcf_lines_room(&client->stream->lines, &room);
        if (!bytes) return false;
        asked = true; /* once in any case, for that is how its end is noticed */
        ssize_t got = read(client->fd, bytes, left && left < room ? left : room);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) break;
        if (got <= 0) hang_up(client);
        else {
            lcf_lines_added(&client->stream->lines, (size_t)got);
            client->wrote = true;
            left -= (size_t)got < left ? (size_t)got : left;
        }
    }
    return true;
}

static bool holds_back(const lcf_clients *c) {
    for (uint32_t i = 0; i < c->list.count; i++)
        if (c->list.at[i].stream->held.count) return true;
    return false;
}

/* Has at most one client written, and no other since, nor has a client come that may have? */
static bool in_order(const lcf_clients *c) {
    uint32_t wrote = 0;
    if (holds_back(c)) return false;
    for (uint32_t i = 0; i < c->list.count; i++) wrote += c->list.at[i].wrote;
    for (uint32_t i = 0; i < c->list.count && wrote == 1; i++)
        if (!c->list.at[i].wrote && waiting(&c->list.at[i])) wrote++;
    return !wrote || (wrote == 1 && !is_knocked_at(c));
}

static lince_status read_all(lcf_clients *c, lince_error *error) {
    for (uint32_t i = 0; i < c->list.count; i++) {
        lcf_client *client = &c->list.at[i];
        client->wrote = false;
        if (read_client(client)) continue;
        if (c->run->options.skip_bad_lines) hang_up(client); /* which leaves a gap */
        else
            return lc_fail_at(error, client->stream->name, client->stream->lines.number, "%s",
                              client->stream->lines.wrong);
    }
    return LINCE_DONE;
}

static bool wait_for_news(const lcf_clients *c, double seconds) {
    LC_VEC(struct pollfd) wanted = {0};
    bool fine = lc_push(NULL, &wanted, (struct pollfd){.fd = c->fd, .events = POLLIN});
    for (uint32_t i = 0; i < c->list.count && fine; i++)
        fine = lc_push(NULL, &wanted, (struct pollfd){.fd = c->list.at[i].fd, .events = POLLIN});
    int ready = poll(wanted.at, wanted.count, (int)(seconds * 1000));
    lc_vec_free(NULL, &wanted);
    return ready > 0;
}

bool lcf_clients_serve(lcf_clients *c, double seconds, lince_error *error) {
    lcf_run *w = c->run;
    bool holding = holds_back(c);
    if (!wait_for_news(c, holding ? 0 : seconds) && !holding) return false;
    c->round++;
    if (accept_all(c, error) != LINCE_DONE || read_all(c, error) != LINCE_DONE) {
        lcf_report_failure(w, LINCE_BAD_INPUT, error);
        return true;
    }
    uint64_t hold = w->options.separate || in_order(c) ? 0 : c->round;
    for (uint32_t i = 0; i < c->list.count && !w->over; i++) lcf_stream_use(c->list.at[i].stream, hold);
    for (uint32_t i = 0; i < c->list.count && !w->over; i++) lcf_stream_release(c->list.at[i].stream, c->round - 1);
    for (uint32_t i = c->list.count; i-- > 0 && !w->over;)
        if (c->list.at[i].fd < 0 && !c->list.at[i].stream->held.count) part(c, i);
    return true;
}
