#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "tester/driver/workers.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "target/explore/control.h"
#include "tester/driver/start.h"
#include "tester/driver/watch.h"

#define NO_MEMORY     71  /* the exit status of a runtime that cannot go on without */
#define GRACE         2.0 /* seconds to end after the request to end */
#define PIPE_ROOM     (1 << 20)
#define MORE_FOR_MANY ((size_t)512 << 20) /* bytes of tables that the larger runtime reserves beyond the usual one */
#define LONGEST       ((size_t)64 << 20)  /* of a message */
#define BETWEEN_LOOKS 0.1                 /* seconds between two looks at signs of life */

/* One process. */
typedef struct worker {
    pid_t pid;
    int fd;         /* -1: closed */
    uint8_t *bytes; /* bytes received and not handed out yet: from `used` to `length` */
    size_t used, length, room;
    bool over;   /* there is no more to read */
    bool ended;  /* it reported its end */
    bool reaped; /* it was waited for: this is how it ended */
    int how;
    bool gone;     /* all of this has been read and reported */
    bool doubted;  /* its output was malformed */
    bool silent;   /* it was ended because there was no sign of life */
    bool has_runs; /* its runs are processes of their own, and it was not ended yet */
    lcd_watched_worker watched;
} worker;

struct lcd_workers {
    lct_control *control;
    uint32_t count, left;        /* of workers, and those that are not gone */
    uint32_t last;               /* whose message was handed out last */
    double stopped, looked;      /* when */
    double patience, left_of_it; /* seconds without a sign of life of any worker: one may wait for another */
    worker at[LCT_JOBS_MAX];
};

/* ---- starting ---- */

static lince_status fill_block(lct_control *block, const lcd_workers_plan *plan, lince_error *error) {
    if (plan->schedule.length > sizeof block->schedule)
        return lc_fail(error, "the schedule has %zu steps; only %zu can be replayed", plan->schedule.length,
                       sizeof block->schedule);
    block->magic = LCT_CONTROL_MAGIC;
    block->size = sizeof *block;
    block->config = *plan->config;
    block->schedule_length = (uint32_t)plan->schedule.length;
    if (plan->schedule.length) memcpy(block->schedule, plan->schedule.at, plan->schedule.length);
    assert(plan->candidates.length < sizeof block->candidates);
    if (plan->candidates.length) memcpy(block->candidates, plan->candidates.at, plan->candidates.length);
    assert(plan->guides.length <= sizeof block->guides);
    if (plan->guides.length) memcpy(block->guides, plan->guides.at, plan->guides.length);
    const lcd_races *races = plan->races;
    for (uint32_t i = 0; races && i < races->places.count && i < LCT_PROMOTED_PCS; i++)
        block->promoted[block->promoted_count++] = races->places.at[i];
    block->stacks_shared = races && races->stacks_shared;
    return LINCE_DONE;
}

/* The shared block; `fd` is its descriptor. */
static lince_status make_block(const lcd_workers_plan *plan, lct_control **block, int *fd, lince_error *error) {
    *fd = memfd_create("lince", MFD_CLOEXEC);
    void *at = MAP_FAILED;
    if (*fd >= 0 && ftruncate(*fd, sizeof **block) == 0)
        at = mmap(NULL, sizeof **block, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    if (at == MAP_FAILED) {
        lc_fail(error, "cannot share memory with the program under test: %s", strerror(errno));
        if (*fd >= 0) close(*fd);
        return LINCE_BAD_INPUT;
    }
    *block = at;
    lince_status status = fill_block(*block, plan, error);
    if (status == LINCE_DONE) return status;
    munmap(at, sizeof **block);
    close(*fd);
    return status;
}

static lince_status start_worker(worker *w, const lcd_workers_plan *plan, int block, lince_error *error) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return lc_fail(error, "cannot make a pipe: %s", strerror(errno));
    (void)fcntl(ends[1], F_SETPIPE_SZ, PIPE_ROOM); /* if granted, no worker waits while histories are judged */
    size_t more = plan->memory && plan->config->many ? MORE_FOR_MANY : 0;
    lcd_start start = {.program = plan->program,
                       .block = block,
                       .messages = ends[1],
                       .loud = plan->loud,
                       .memory = plan->memory + more};
    lince_status status = lcd_start_worker(&start, &w->pid, error);
    close(ends[1]);
    if (status != LINCE_DONE) {
        close(ends[0]);
        return status;
    }
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    w->fd = ends[0];
    w->has_runs = plan->config->strategy == LCT_STRATEGY_STRESS;
    return LINCE_DONE;
}

lince_status lcd_workers_start(lcd_workers **out, const lcd_workers_plan *plan, lince_error *error) {
    assert(plan->config->jobs >= 1 && plan->config->jobs <= LCT_JOBS_MAX);
    int block;
    *out = NULL;
    lcd_workers *all = calloc(1, sizeof *all);
    if (!all) return LINCE_OUT_OF_MEMORY;
    all->patience = all->left_of_it = plan->patience;
    lince_status status = make_block(plan, &all->control, &block, error);
    if (status != LINCE_DONE) {
        free(all);
        return status;
    }
    *out = all;
    for (unsigned i = 0; i < plan->config->jobs && status == LINCE_DONE; i++) {
        status = start_worker(&all->at[i], plan, block, error);
        if (status == LINCE_DONE) all->left = ++all->count;
    }
    close(block);
    all->looked = lc_now();
    return status;
}

lince_status lcd_workers_debug(const lcd_workers_plan *plan, unsigned step, lince_error *error) {
    lct_control *control;
    int block;
    lince_status status = make_block(plan, &control, &block, error);
    if (status != LINCE_DONE) return status;
    munmap(control, sizeof *control);
    return lcd_start_debugger(plan->program, block, step, error);
}

/* A worker of real threads first gets the time to end the processes of its run. */
static void end_worker(worker *w) {
    if (!w->reaped) kill(w->pid, w->has_runs ? LCT_END_SIGNAL_OF_STRESS : SIGKILL);
    w->has_runs = false;
}

/* A process that has closed its pipe is about to be gone, or it has gone mad. */
static void wait_for_end(worker *w) {
    for (double until = lc_now() + GRACE; !w->reaped && lc_now() < until; usleep(500))
        w->reaped = waitpid(w->pid, &w->how, WNOHANG) != 0;
    if (w->reaped) return;
    w->doubted = true;
    end_worker(w);
    while (waitpid(w->pid, &w->how, 0) < 0 && errno == EINTR) {}
    w->reaped = true;
}

static void bury(lcd_workers *all, worker *w) {
    if (w->gone) return;
    if (w->fd >= 0) close(w->fd);
    w->fd = -1;
    wait_for_end(w);
    w->gone = true;
    all->left--;
}

void lcd_workers_free(lcd_workers *all) {
    if (!all) return;
    for (uint32_t i = 0; i < all->count; i++) {
        end_worker(&all->at[i]);
        bury(all, &all->at[i]);
        free(all->at[i].bytes);
    }
    if (all->control) munmap(all->control, sizeof *all->control);
    free(all);
}

/* ---- their reports ---- */

/* Hands out the next whole message of a worker. */
static bool next_message(worker *w, lcd_received *received) {
    lct_message_header header;
    size_t have = w->length - w->used;
    if (w->doubted || w->ended || have < sizeof header) return false;
    memcpy(&header, w->bytes + w->used, sizeof header);
    if (header.kind < LCT_MSG_TEST || header.kind > LCT_MSG_END || header.length > LONGEST) {
        w->doubted = true;
        return false;
    }
    if (have - sizeof header < header.length) return false;
    const uint8_t *at = w->bytes + w->used + sizeof header;
    *received = (lcd_received){.kind = header.kind, .msg = {.at = at, .end = at + header.length}};
    w->used += sizeof header + header.length;
    w->ended = header.kind == LCT_MSG_END;
    return true;
}

/* Reads the bytes that have arrived by now. */
static void read_more(worker *w) {
    enum { AT_ONCE = 1 << 17 };
    if (w->used) memmove(w->bytes, w->bytes + w->used, w->length - w->used);
    w->length -= w->used;
    w->used = 0;
    if (w->room - w->length < AT_ONCE) {
        size_t room = w->room * 2 > w->length + AT_ONCE ? w->room * 2 : w->length + AT_ONCE;
        uint8_t *moved = realloc(w->bytes, room);
        w->doubted |= !moved; /* a message that does not fit into memory */
        if (!moved) return;
        w->bytes = moved;
        w->room = room;
    }
    ssize_t count = read(w->fd, w->bytes + w->length, w->room - w->length);
    if (count > 0) w->length += (size_t)count;
    else w->over = count == 0 || (errno != EAGAIN && errno != EINTR);
}

/* Did the program bring this signal on itself? */
static bool is_crash(int number) {
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGABRT ||
           number == SIGTRAP || number == SIGSYS;
}

/* How a worker came to its end, for people. */
static void describe_death(const worker *w, double patience, const char *bug, lcd_received *received) {
    size_t size = sizeof received->why;
    if (w->silent) {
        received->death = LCD_DEATH_SILENCE;
        snprintf(received->why, size, "the program has shown no sign of life for %.3g s (--patience gives it more)",
                 patience);
    } else if (w->doubted) {
        received->death = LCD_DEATH_NONSENSE;
        snprintf(received->why, size,
                 "the program sent a message without meaning: it has overwritten the runtime, or was built by another "
                 "version of Lince");
    } else if (WIFSIGNALED(w->how) && !is_crash(WTERMSIG(w->how))) {
        received->death = LCD_DEATH_KILLED;
        snprintf(received->why, size, "the program was killed%s",
                 WTERMSIG(w->how) == SIGKILL ? ", perhaps for want of memory" : "");
    } else if (WIFSIGNALED(w->how)) {
        received->death = LCD_DEATH_SIGNAL;
        snprintf(received->why, size, "the program died: %s", strsignal(WTERMSIG(w->how)));
    } else if (WEXITSTATUS(w->how) == NO_MEMORY) {
        received->death = LCD_DEATH_MEMORY;
        snprintf(received->why, size, "the program has no memory left");
    } else if (WEXITSTATUS(w->how) == LCT_EXIT_THREADS) {
        received->death = LCD_DEATH_THREADS;
        snprintf(received->why, size, "the program has more than %d threads", LCT_THREADS_FEW - 1);
    } else if (WEXITSTATUS(w->how) == LCT_EXIT_BUG) {
        received->death = LCD_DEATH_EXIT;
        snprintf(received->why, size, "BUG in Lince, not in the code under test (please report it): %.*s", LCT_BUG_TEXT,
                 bug);
    } else {
        received->death = LCD_DEATH_EXIT;
        snprintf(received->why, size, "the program ended without a word, with exit status %d", WEXITSTATUS(w->how));
    }
}

/* A worker has nothing more to report.  True: that is unexpected. */
static bool see_off(lcd_workers *all, worker *w, lcd_received *received) {
    if (w->ended || w->doubted || w->silent) end_worker(w);
    bury(all, w);
    if (w->ended) return false;
    int by = WIFSIGNALED(w->how) ? WTERMSIG(w->how) : 0;
    bool killed = by == SIGKILL || by == LCT_END_SIGNAL_OF_STRESS;
    if (all->stopped > 0 && killed && !w->doubted && !w->silent) return false; /* it took too long to stop */
    lcd_workers_view view;
    lcd_workers_look(all, &view);
    *received = (lcd_received){.scenario = view.scenario};
    describe_death(w, all->patience, all->control->bug, received);
    return true;
}

/* ---- signs of life ---- */

/* If the pipe stays open, because the program has started processes that hold it, only this call detects that the
 * worker is gone. */
static void notice_death(worker *w) {
    if (w->reaped || waitpid(w->pid, &w->how, WNOHANG) != w->pid) return;
    w->reaped = true;
    for (size_t before = SIZE_MAX; before != w->length - w->used && !w->over && !w->doubted;) {
        before = w->length - w->used;
        read_more(w);
    }
    w->over = true;
}

/* Time that counts against their patience: the processor time they took, or, if all of them sleep, all of the time. */
static double idle_time(lcd_workers *all, double since) {
    double used = 0;
    bool moved = false, asleep = true;
    for (uint32_t i = 0; i < all->count; i++) {
        worker *w = &all->at[i];
        if (w->gone || w->reaped) continue;
        lcd_look look = lcd_watch(&w->watched, all->control, i, w->pid, since, all->stopped > 0);
        used = look.used > used ? look.used : used;
        moved |= look.moved || look.works;
        asleep &= look.asleep;
        if (look.should_end) end_worker(w);
    }
    return moved ? -1 : asleep ? since : used;
}

static void watch(lcd_workers *all) {
    double now = lc_now(), since = now - all->looked;
    if (since < BETWEEN_LOOKS) return;
    all->looked = now;
    if (since > 2 * BETWEEN_LOOKS) since = 2 * BETWEEN_LOOKS; /* we were busy ourselves, or asleep */
    double idle = idle_time(all, since);
    all->left_of_it = idle < 0 ? all->patience : all->left_of_it - idle;
    bool enough = all->stopped > 0 && now - all->stopped > GRACE;
    for (uint32_t i = 0; i < all->count; i++) {
        worker *w = &all->at[i];
        if (w->gone) continue;
        notice_death(w);
        if (all->left_of_it <= 0 && !w->reaped) w->silent = true;
        if (w->silent || enough) end_worker(w);
    }
}

/* ---- listening ---- */

static lcd_worker_event look_at_all(lcd_workers *all, lcd_received *received) {
    for (uint32_t k = 0; k < all->count; k++) {
        uint32_t i = (all->last + k) % all->count;
        worker *w = &all->at[i];
        if (w->gone) continue;
        if (next_message(w, received)) {
            all->last = i;
            return LCD_WORKER_MESSAGE;
        }
        if ((w->over || w->doubted || w->ended) && see_off(all, w, received)) return LCD_WORKER_DEATH;
    }
    return all->left ? LCD_WORKER_SILENT : LCD_WORKERS_ENDED;
}

lcd_worker_event lcd_workers_receive(lcd_workers *all, double seconds, lcd_received *received) {
    lcd_worker_event event = look_at_all(all, received);
    if (event != LCD_WORKER_SILENT) return event;
    struct pollfd fds[LCT_JOBS_MAX];
    for (uint32_t i = 0; i < all->count; i++) fds[i] = (struct pollfd){.fd = all->at[i].fd, .events = POLLIN};
    double wait = seconds < BETWEEN_LOOKS ? seconds : BETWEEN_LOOKS;
    int ready = poll(fds, all->count, (int)(wait * 1000 + 0.5));
    for (uint32_t i = 0; ready > 0 && i < all->count; i++)
        if (!all->at[i].gone && fds[i].revents) {
            all->left_of_it = all->patience;
            read_more(&all->at[i]);
        }
    watch(all);
    return look_at_all(all, received);
}

void lcd_workers_reject(lcd_workers *all) {
    all->at[all->last].doubted = true;
    all->at[all->last].ended = false;
}

/* ---- ending ---- */

void lcd_workers_stop(lcd_workers *all) {
    if (all->stopped > 0) return;
    all->stopped = lc_now();
    __atomic_store_n(&all->control->stop, 1, __ATOMIC_SEQ_CST);
}

void lcd_workers_stop_after(lcd_workers *all, const lcd_execution_place *place) {
    uint64_t here = place->task + 1, first = __atomic_load_n(&all->control->first_failure, __ATOMIC_SEQ_CST);
    while ((!first || here < first) && !__atomic_compare_exchange_n(&all->control->first_failure, &first, here, false,
                                                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
}

/* ---- how far they are ---- */

void lcd_workers_look(const lcd_workers *all, lcd_workers_view *v) {
    *v = (lcd_workers_view){.scenario = UINT32_MAX};
    for (uint32_t i = 0; i < all->count; i++) {
        const lct_worker_progress *p = &all->control->progress[i];
        v->executions += __atomic_load_n(&p->executions, __ATOMIC_RELAXED);
        v->redundant += __atomic_load_n(&p->redundant, __ATOMIC_RELAXED);
        v->blocked += __atomic_load_n(&p->blocked, __ATOMIC_RELAXED);
        v->steps += __atomic_load_n(&p->steps, __ATOMIC_RELAXED);
        v->histories += __atomic_load_n(&p->histories, __ATOMIC_RELAXED);
        v->cut += __atomic_load_n(&p->left_out, __ATOMIC_RELAXED);
        uint64_t longest = __atomic_load_n(&p->longest, __ATOMIC_RELAXED);
        if (longest > v->longest) v->longest = longest;
        if (p->scenarios > v->scenarios) v->scenarios = p->scenarios;
        double explored = p->explored;
        if (explored >= 0 && explored <= 1) v->explored += explored / all->count;
        if (p->scenario >= v->scenario) continue; /* the worker that is furthest behind sets the position of all */
        v->scenario = p->scenario;
        uint64_t stage = __atomic_load_n(&p->stage, __ATOMIC_RELAXED);
        v->stage = lct_stage_unpack(stage);
        v->staged = stage != 0;
    }
    if (v->scenario == UINT32_MAX) v->scenario = 0;
    v->merged = __atomic_load_n(&all->control->merged, __ATOMIC_RELAXED);
    v->filtered = __atomic_load_n(&all->control->filtered, __ATOMIC_RELAXED);
}

double lcd_workers_processor_time(const lcd_workers *all) {
    double seconds = 0;
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->at[i].gone && !all->at[i].reaped) seconds += lcd_processor_time(all->at[i].pid);
    return seconds;
}

bool lcd_workers_stacks_shared(const lcd_workers *all) {
    return __atomic_load_n(&all->control->stacks_shared, __ATOMIC_RELAXED);
}

lct_tls_places lcd_workers_tls(const lcd_workers *all) {
    const lct_tls_places *tls = &all->control->tls;
    lct_tls_places copy = {.size = __atomic_load_n(&tls->size, __ATOMIC_RELAXED)};
    for (unsigned i = 0; i < LCT_TLS_THREADS; i++) copy.at[i] = __atomic_load_n(&tls->at[i], __ATOMIC_RELAXED);
    return copy;
}
