/* Messages, exit statuses and files. */
#include <assert.h>
#include <errno.h>
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

lc_style lc_output_style(bool ascii, unsigned width) {
    return (lc_style){
        .colour = lc_terminal_colour(STDOUT_FILENO),
        .ascii = ascii || !lc_terminal_utf8(),
        .wrap = width || isatty(STDOUT_FILENO),
        .width = width ? width : lc_terminal_width(STDOUT_FILENO),
    };
}

void lc_put(const lince_text *text) {
    lc_idle();
    if (!quiet) fwrite(lc_text(text), 1, text->length, stdout);
}

int lc_finish_output(int status) {
    lc_idle();
    bool failed = ferror(stdout);
    errno = 0;
    if (fflush(stdout) != 0) failed = true;
    if (!failed) return status;
    return lc_complain("cannot write to standard output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
}

static lince_status cannot_write(const char *path, lince_error *error) {
    return lc_fail(error, "cannot write %s: %s", path, strerror(errno));
}

static bool put_and_close(FILE *file, const lince_text *text) {
    bool written = fwrite(lc_text(text), 1, text->length, file) == text->length;
    return fclose(file) == 0 && written;
}

/* mkstemp makes files for the owner alone; a file the user asked for has the mode any other program would give it. */
static void usual_mode(int fd, const char *path) {
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask) != 0) errno = 0;
}

static lince_status write_and_rename(const char *path, const lince_text *text, lince_error *error) {
    lince_text draft = {0};
    lc_text_printf(&draft, "%s.XXXXXX", path);
    int fd = draft.cut ? -1 : mkstemp(draft.at);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        lince_status status = cannot_write(path, error);
        lc_text_free(&draft);
        return status;
    }
    usual_mode(fd, path);
    lince_status status = LINCE_DONE;
    if (!put_and_close(file, text) || rename(draft.at, path) != 0) {
        status = cannot_write(path, error);
        unlink(draft.at);
    }
    lc_text_free(&draft);
    return status;
}

lince_status lc_write_file(const char *path, const lince_text *text, lince_error *error) {
    struct stat there;
    if (strcmp(path, "-") == 0) {
        lc_put(text);
        return LINCE_DONE;
    }
    if (stat(path, &there) != 0) return write_and_rename(path, text, error);
    if (!S_ISREG(there.st_mode)) { /* a device or a pipe is written to, not replaced */
        FILE *file = fopen(path, "w");
        return file && put_and_close(file, text) ? LINCE_DONE : cannot_write(path, error);
    }
    char *real = realpath(path, NULL); /* a symbolic link stays one */
    lince_status status = write_and_rename(real ? real : path, text, error);
    free(real);
    return status;
}
