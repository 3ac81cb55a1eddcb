/* Messages, exit statuses and files. */
#define _GNU_SOURCE /* mkostemp */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/terminal.h"
#include "cli/cli.h"

int lc_worse_exit(int a, int b) {
    static const int by_seriousness[] = {LC_EXIT_USAGE, LC_EXIT_VIOLATION, LC_EXIT_UNKNOWN};
    for (size_t i = 0; i < sizeof by_seriousness / sizeof *by_seriousness; i++)
        if (a == by_seriousness[i] || b == by_seriousness[i]) return by_seriousness[i];
    assert(a == LC_EXIT_OK && b == LC_EXIT_OK);
    return LC_EXIT_OK;
}

static bool quiet;
void lc_be_quiet(void) { quiet = true; }

/* A message is one line, and names and values in it play no tricks on the terminal.  Where it ends. */
static char *put_visibly(char *at, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\n') at += sprintf(at, "\\n");
        else if (c < ' ' || c == 0x7F) at += sprintf(at, "\\x%02x", c);
        else *at++ = *text;
    }
    return at;
}

int lc_report_error(const lince_error *error) {
    lc_idle();
    if (quiet) return LC_EXIT_USAGE;
    /* What was printed so far comes first where both streams end in one place. */
    fflush(stdout);
    char line[64 + 4 * sizeof *error], *at = stpcpy(line, "lince: "); /* memory may be what is missing */
    at = put_visibly(at, error->file);
    if (error->file[0] && error->line) at += sprintf(at, ":%lu", error->line);
    if (error->file[0]) at = stpcpy(at, ": ");
    at = stpcpy(put_visibly(at, error->message), "\n");
    fwrite(line, 1, (size_t)(at - line), stderr);
    return LC_EXIT_USAGE;
}

int lc_report_failure(lince_status status, const lince_error *error) {
    assert(status == LINCE_BAD_INPUT || status == LINCE_OUT_OF_MEMORY);
    if (status == LINCE_OUT_OF_MEMORY && !error->message[0]) {
        lc_complain("out of memory");
        return LC_EXIT_UNKNOWN;
    }
    lc_report_error(error);
    return status == LINCE_OUT_OF_MEMORY ? LC_EXIT_UNKNOWN : LC_EXIT_USAGE;
}

int lc_complain(const char *format, ...) {
    lince_error error = {0};
    va_list args;
    va_start(args, format);
    lc_fill_error(&error, format, args);
    va_end(args);
    return lc_report_error(&error);
}

lc_style lc_output_style(bool ascii, unsigned width, unsigned colour) {
    return (lc_style){
        .colour = colour == LC_COLOUR_AUTO ? lc_terminal_colour(STDOUT_FILENO) : colour == LC_COLOUR_ALWAYS,
        .ascii = ascii || !lc_terminal_utf8(),
        .wrap = width || lc_terminal_has_width(STDOUT_FILENO),
        .width = width ? width : lc_terminal_width(STDOUT_FILENO),
    };
}

void lc_put(const lince_text *text) {
    lc_idle();
    if (!quiet) fwrite(lc_text(text), 1, text->length, stdout);
}

void lc_prepare_streams(void) {
    /* What is opened later must not be taken for a standard stream that is closed.  Those stay useless: what reads
     * cannot be written and the other way round. */
    const int useless[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", useless[fd]); /* the lowest that is free */
    signal(SIGXFSZ, SIG_IGN);                      /* a limit for the size of files is met like a full disk */
    signal(SIGCHLD, SIG_DFL);                      /* whoever started us may not care how children end; we do */
}

int lc_finish_output(int status) {
    lc_idle();
    bool failed = ferror(stdout);
    errno = 0;
    if (fflush(stdout) != 0) failed = true;
    if (!failed) return status;
    return lc_complain("cannot write to standard output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
}

/* ---- files ---- */

static lince_status cannot_write(const char *path, int reason, lince_error *error) {
    return lc_fail(error, "cannot write %s%s%s", path, reason ? ": " : "", reason ? strerror(reason) : "");
}

/* mkstemp makes files for the owner alone; a file the user asked for has the mode any other program would give it. */
static void usual_mode(int fd, const char *path) {
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask) != 0) errno = 0;
}

/* A device, a pipe or what a link will lead to is written to, not replaced. */
static bool open_in_place(lc_draft *d, const char *path) {
    d->file = fopen(path, "we");
    return d->file;
}

static bool open_beside(lc_draft *d, const char *path) {
    lince_text name = {0};
    lc_text_printf(&name, "%s.XXXXXX", path);
    d->final = strdup(path);
    int fd = name.cut || !d->final ? -1 : mkostemp(name.at, O_CLOEXEC);
    d->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (d->file) {
        usual_mode(fd, path);
        d->name = name.at;
        return true;
    }
    lc_text_free(&name);
    return false;
}

static bool open_draft(lc_draft *d, const char *path) {
    struct stat there;
    if (stat(path, &there) == 0) {
        if (!S_ISREG(there.st_mode)) return open_in_place(d, path);
        if (access(path, W_OK) != 0) return false;
        char *real = realpath(path, NULL); /* a symbolic link stays one */
        bool open = open_beside(d, real ? real : path);
        free(real);
        return open;
    }
    if (errno != ENOENT) return false;
    return lstat(path, &there) == 0 ? open_in_place(d, path) : open_beside(d, path);
}

static void forget(lc_draft *d) {
    free(d->asked);
    free(d->name);
    free(d->final);
    *d = (lc_draft){0};
}

lince_status lc_draft_begin(lc_draft *d, const char *path, lince_error *error) {
    *d = (lc_draft){.asked = strdup(path)};
    if (d->asked && open_draft(d, path)) return LINCE_DONE;
    int reason = errno;
    forget(d);
    return cannot_write(path, reason, error);
}

void lc_draft_drop(lc_draft *d) {
    fclose(d->file);
    if (d->name) unlink(d->name);
    forget(d);
}

lince_status lc_draft_end(lc_draft *d, lince_error *error) {
    bool failed = ferror(d->file); /* whose reason nobody knows any more */
    errno = 0;
    if (fclose(d->file) != 0) failed = true;
    if (!failed && d->name && rename(d->name, d->final) != 0) failed = true;
    lince_status status = failed ? cannot_write(d->asked, errno, error) : LINCE_DONE;
    if (failed && d->name) unlink(d->name);
    forget(d);
    return status;
}

lince_status lc_write_file(const char *path, const lince_text *text, lince_error *error) {
    if (strcmp(path, "-") == 0) {
        lc_put(text);
        return LINCE_DONE;
    }
    lc_draft draft;
    lince_status status = lc_draft_begin(&draft, path, error);
    if (status != LINCE_DONE) return status;
    setvbuf(draft.file, NULL, _IONBF, 0); /* it is one piece, and what is wrong shows at once */
    errno = 0;
    bool written = fwrite(lc_text(text), 1, text->length, draft.file) == text->length;
    int reason = errno;
    status = lc_draft_end(&draft, error);
    return written ? status : cannot_write(path, reason, error);
}
