#define _GNU_SOURCE /* pipe2 */
#include "tester/toolchain/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "tester/toolchain/guard.h"

extern char **environ;

static _Thread_local lcd_child_printer printer;

lcd_child_printer lcd_child_print_by(lcd_child_printer other) {
    lcd_child_printer before = printer;
    printer = other;
    return before;
}

bool lcd_child_is_held(void) { return !printer.holds || printer.holds(printer.context); }

bool lcd_child_is_plain(void) { return printer.plain; }

bool lcd_child_interrupted(void) { return printer.interrupt ? lc_is_interrupted(printer.interrupt) : lc_interrupted(); }

static void take(lcd_args *a, char *word) {
    if (word && lc_push(NULL, &a->list, word)) return;
    free(word);
    a->cut = true;
}

void lcd_args_add(lcd_args *a, const char *word) { take(a, strdup(word)); }

void lcd_args_addf(lcd_args *a, const char *format, ...) {
    va_list args;
    va_start(args, format);
    take(a, lc_vformat(format, args));
    va_end(args);
}

void lcd_args_split(lcd_args *a, const char *words) {
    static const char blanks[] = " \t\n";
    for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
        size_t length = strcspn(words, blanks);
        take(a, strndup(words, length));
        words += length;
    }
}

void lcd_args_join(lcd_args *a, const lcd_args *more) {
    for (uint32_t i = 0; i < more->list.count; i++) lcd_args_add(a, more->list.at[i]);
    a->cut |= more->cut;
}

void lcd_args_free(lcd_args *a) {
    for (uint32_t i = 0; i < a->list.count; i++) free(a->list.at[i]);
    lc_vec_free(NULL, &a->list);
    a->cut = false;
}

char **lcd_args_vector(lcd_args *a) {
    if (a->cut || !lc_push(NULL, &a->list, NULL)) return NULL;
    a->list.count--;
    return a->list.at;
}

static void print_quoted(lince_text *t, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (*word && !word[strspn(word, plain)]) {
        lc_text_puts(t, word);
        return;
    }
    lc_text_putc(t, '\'');
    for (; *word; word++) {
        if (*word == '\'') lc_text_puts(t, "'\\''");
        else lc_text_putc(t, *word);
    }
    lc_text_putc(t, '\'');
}

void lcd_args_print(lince_text *t, const lcd_args *a) {
    for (uint32_t i = 0; i < a->list.count; i++) {
        if (i) lc_text_putc(t, ' ');
        print_quoted(t, a->list.at[i]);
    }
}

/* ---- running ---- */

/* After an interrupt a compiler that takes its time, or waits itself, is not waited for: it gets SIGTERM, and where it
 * ignores that, SIGKILL. */
typedef struct waiting {
    pid_t pid;   /* and its group */
    double told; /* when it got SIGTERM; 0: it has not */
    bool killed;
} waiting;

static void pass_interrupt_on(waiting *w) {
    const double patience = 3; /* seconds */
    if (!lcd_child_interrupted() || w->killed) return;
    if (!w->told) {
        kill(-w->pid, SIGTERM);
        w->told = lc_now();
    } else if (lc_now() - w->told > patience) {
        kill(-w->pid, SIGKILL);
        w->killed = true;
    }
}

/* The pipe a child writes to, and its output; NULL: the output is discarded. */
typedef struct stream {
    int ends[2]; /* of a pipe */
    lince_text *text;
} stream;

enum { PRINTS, COMPLAINS, STREAMS };

static void read_stream(stream *e, struct pollfd *wanted) {
    char bytes[16384];
    if (!wanted->revents) return;
    ssize_t count = read(wanted->fd, bytes, sizeof bytes);
    if (count > 0 && e->text) lc_text_add(e->text, bytes, (size_t)count);
    if (count == 0 || (count < 0 && errno != EINTR)) wanted->fd = -1;
}

static void collect(waiting *w, stream *streams) {
    enum { MILLISECONDS = 20 };
    struct pollfd wanted[STREAMS];
    for (int i = 0; i < STREAMS; i++) wanted[i] = (struct pollfd){.fd = streams[i].ends[0], .events = POLLIN};
    while (wanted[PRINTS].fd >= 0 || wanted[COMPLAINS].fd >= 0) {
        pass_interrupt_on(w);
        if (poll(wanted, STREAMS, MILLISECONDS) <= 0) continue;
        for (int i = 0; i < STREAMS; i++) read_stream(&streams[i], &wanted[i]);
    }
}

static bool open_stream(stream *e) { return pipe2(e->ends, O_CLOEXEC) == 0; }

static void close_end(stream *e, int end) {
    if (e->ends[end] >= 0) close(e->ends[end]);
    e->ends[end] = -1;
}

static void wait_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

/* In a group of its own, because a compiler is several processes.  `complaints` -1: they go where ours go. */
static int start_group(char **argv, char **environment, lcd_child_voice voice, int out, int complaints, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (complaints >= 0) posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, voice == LCD_CHILD_LOUD ? STDERR_FILENO : out, STDOUT_FILENO);
    if (voice == LCD_CHILD_ALONE) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed = lcd_guard_spawn(pid, &actions, argv, environment);
    if (!failed) lc_unfinished_group(*pid);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Our environment, but for where temporary files belong; the words after the first are not copies. */
static char **with_scratch(const char *directory) {
    size_t count = 0, kept = 0;
    while (environ[count]) count++;
    char **all = malloc((count + 2) * sizeof *all);
    lince_text word = {0};
    lc_text_printf(&word, "TMPDIR=%s", directory);
    if (!all || word.cut) {
        lc_text_free(&word);
        free(all);
        return NULL;
    }
    all[kept++] = word.at;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0) all[kept++] = environ[i];
    all[kept] = NULL;
    return all;
}

static void free_environment(char **environment) {
    if (environment) free(environment[0]);
    free(environment);
}

char *lcd_scratch_make(void) {
    const char *temporary = getenv("TMPDIR");
    lince_text path = {0};
    lc_text_printf(&path, "%s/lince-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!path.cut && mkdtemp(path.at)) {
        lc_unfinished(AT_FDCWD, path.at);
        return path.at;
    }
    lc_text_free(&path);
    return NULL;
}

void lcd_scratch_remove(char *directory) {
    enum { PATIENCE = 100 };
    if (!directory) return;
    /* Other processes of its group may outlive it for a moment, and write. */
    for (int i = 0; rmdir(directory) != 0 && (errno == ENOTEMPTY || errno == EEXIST) && i < PATIENCE; i++) {
        lc_delete_tree(AT_FDCWD, directory);
        wait_a_moment();
    }
    lc_finished(AT_FDCWD, directory);
    free(directory);
}

lince_status lcd_run_child(lcd_args *args, lcd_child_voice voice, lince_text *out, int *status, lince_error *error) {
    char **argv = lcd_args_vector(args);
    int how;
    pid_t pid;
    lince_text complaints = {0}; /* those that would run into a progress line are kept for a moment */
    stream streams[STREAMS] = {{.ends = {-1, -1}, .text = out}, {.ends = {-1, -1}, .text = &complaints}};
    if (!argv || !argv[0]) return LINCE_OUT_OF_MEMORY;
    if (!open_stream(&streams[PRINTS]) ||
        (voice != LCD_CHILD_ALONE && lcd_child_is_held() && !open_stream(&streams[COMPLAINS]))) {
        int reason = errno;
        for (int end = 0; end < 2; end++) close_end(&streams[PRINTS], end);
        return lc_fail(error, "cannot make a pipe: %s", strerror(reason));
    }
    char *scratch = lcd_scratch_make(), **environment = scratch ? with_scratch(scratch) : NULL;
    int failed = start_group(argv, environment ? environment : environ, voice, streams[PRINTS].ends[1],
                             streams[COMPLAINS].ends[1], &pid);
    free_environment(environment);
    for (int i = 0; i < STREAMS; i++) close_end(&streams[i], 1);
    if (!failed) {
        waiting w = {.pid = pid};
        collect(&w, streams);
        for (pid_t ended; (ended = waitpid(pid, &how, WNOHANG)) != pid && !failed; wait_a_moment()) {
            if (ended < 0 && errno != EINTR) failed = errno;
            pass_interrupt_on(&w);
        }
        lc_finished_group(pid);
    }
    for (int i = 0; i < STREAMS; i++) close_end(&streams[i], 0);
    lcd_scratch_remove(scratch);
    if (complaints.length && printer.print) printer.print(&complaints, printer.context);
    lc_text_free(&complaints);
    if (failed) return lc_fail(error, "cannot run %s: %s", argv[0], strerror(failed));
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return out && out->cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

lince_status lcd_run_child_for(lcd_args *args, const char *scratch, double seconds, const atomic_bool *stop,
                               int *status, lince_error *error) {
    char **argv = lcd_args_vector(args);
    pid_t pid, ended;
    int how = 0;
    if (!argv || !argv[0]) return LINCE_OUT_OF_MEMORY;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return lc_fail(error, "cannot open /dev/null: %s", strerror(errno));
    char **environment = with_scratch(scratch);
    int failed = environment ? start_group(argv, environment, LCD_CHILD_ALONE, nowhere, -1, &pid) : ENOMEM;
    close(nowhere);
    free_environment(environment);
    if (failed) return lc_fail(error, "cannot run %s: %s", argv[0], strerror(failed));
    double until = lc_now() + seconds;
    while ((ended = waitpid(pid, &how, WNOHANG)) == 0 && !atomic_load(stop) && lc_now() < until) wait_a_moment();
    if (ended == 0) {
        kill(-pid, SIGKILL);
        while ((ended = waitpid(pid, &how, 0)) < 0 && errno == EINTR) continue;
    }
    lc_finished_group(pid);
    if (ended < 0) return lc_fail(error, "cannot wait for %s: %s", argv[0], strerror(errno));
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return LINCE_DONE;
}
