/* Messages, exit statuses and standard streams. */
#define _GNU_SOURCE /* stpcpy; standard output can be another file */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/sink.h"
#include "base/terminal.h"
#include "cli/cli.h"

int lcc_worse_exit(int a, int b) {
    static const int by_seriousness[] = {LCC_EXIT_USAGE, LCC_EXIT_VIOLATION, LCC_EXIT_UNKNOWN};
    for (size_t i = 0; i < sizeof by_seriousness / sizeof *by_seriousness; i++)
        if (a == by_seriousness[i] || b == by_seriousness[i]) return by_seriousness[i];
    assert(a == LCC_EXIT_OK && b == LCC_EXIT_OK);
    return LCC_EXIT_OK;
}

static bool quiet;
void lcc_be_quiet(void) { quiet = true; }

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

int lcc_report_error(const lince_error *error) {
    lcc_spinner_stop();
    if (quiet) return LCC_EXIT_USAGE;
    /* Earlier output comes first where both streams end in one place. */
    fflush(stdout);
    char line[64 + 4 * sizeof *error], *at = stpcpy(line, "lince: "); /* there may be no memory left */
    at = put_visibly(at, error->file);
    if (error->file[0] && error->line) at += sprintf(at, ":%lu", error->line);
    if (error->file[0]) at = stpcpy(at, ": ");
    at = stpcpy(put_visibly(at, error->message), "\n");
    fwrite(line, 1, (size_t)(at - line), stderr);
    return LCC_EXIT_USAGE;
}

int lcc_report_failure(lince_status status, const lince_error *error) {
    assert(status == LINCE_BAD_INPUT || status == LINCE_OUT_OF_MEMORY);
    if (status == LINCE_OUT_OF_MEMORY && !error->message[0]) {
        lcc_complain("out of memory");
        return LCC_EXIT_UNKNOWN;
    }
    lcc_report_error(error);
    return status == LINCE_OUT_OF_MEMORY ? LCC_EXIT_UNKNOWN : LCC_EXIT_USAGE;
}

int lcc_complain(const char *format, ...) {
    lince_error error = {0};
    va_list args;
    va_start(args, format);
    lc_fill_error(&error, format, args);
    va_end(args);
    return lcc_report_error(&error);
}

lcr_style lcc_output_style(bool ascii, unsigned width, unsigned colour) {
    return (lcr_style){
        .colour = colour == LCC_COLOUR_AUTO ? lc_terminal_colour(STDOUT_FILENO) : colour == LCC_COLOUR_ALWAYS,
        .ascii = ascii || !lc_terminal_utf8(),
        .wrap = width || lc_terminal_has_width(STDOUT_FILENO),
        .width = width ? width : lc_terminal_width(STDOUT_FILENO),
    };
}

void lcc_put(const lince_text *text) {
    static bool has_complained;
    lcc_spinner_stop();
    if (!quiet) fwrite(lc_text(text), 1, text->length, stdout);
    if (text->cut && !has_complained) lcc_complain("out of memory: a part of the output is missing");
    has_complained |= text->cut;
}

/* ---- standard output ---- */

static lc_sink output; /* unless it is a terminal: so that the first thing that went wrong is known */

static void watch_output(void) {
    struct stat about;
    if (fstat(STDOUT_FILENO, &about) != 0 || isatty(STDOUT_FILENO)) return;
    bool read = S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode);
    FILE *watched = lc_sink_open(&output, STDOUT_FILENO, read ? LC_SINK_OUTPUT : LC_SINK_FILE);
    if (watched) stdout = watched;
}

bool lcc_output_lost(void) { return output.kind == LC_SINK_OUTPUT && output.reason; }

void lcc_prepare_streams(void) {
    /* A file opened later must not be taken for a standard stream that is closed.  Those stay useless: a stream to read
     * from cannot be written and the other way round. */
    const int useless[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", useless[fd]); /* the lowest that is free */
    signal(SIGXFSZ, SIG_IGN);                      /* a limit for the size of files is met like a full disk */
    signal(SIGCHLD, SIG_DFL);                      /* the parent may ignore how children end; we do not */
    lcc_end_cleanly();
    lc_write_output_by(lcc_put);
    watch_output();
}

int lcc_finish_output(int status) {
    lcc_spinner_stop();
    bool failed = ferror(stdout);
    errno = 0;
    if (fflush(stdout) != 0) failed = true;
    if (!failed) return status;
    int reason = output.reason ? output.reason : errno;
    if (reason == EPIPE || reason == EINTR) lcc_end_unread(reason == EPIPE);
    const char *words = reason == EINTR ? "it has no reader" : strerror(reason);
    return lcc_complain("cannot write to standard output%s%s", reason ? ": " : "", reason ? words : "");
}
