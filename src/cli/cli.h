/* Shared by the commands: the table of commands, reading options, messages, files, signals.
 *
 * Only this room prints and decides exit statuses.
 */
#ifndef LC_CLI_CLI_H
#define LC_CLI_CLI_H

#include <stdio.h>

#include <lince/error.h>

#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/options.h"
#include "base/text.h"
#include "report/style.h"

/* Exit statuses, the same for every command. */
enum { LCC_EXIT_OK = 0, LCC_EXIT_VIOLATION = 1, LCC_EXIT_USAGE = 2, LCC_EXIT_UNKNOWN = 3 };
int lcc_worse_exit(int, int); /* the more serious: 2, then 1, then 3, then 0 */

typedef struct lcc_command {
    const char *name;
    const char *operands; /* the operands behind the options, for the help */
    const char *summary;  /* one line, a verb first */
    const lc_option_set *options;
    int (*run)(int argc, char **argv); /* argv[0] is the command; returns the exit status */
    bool hidden;                       /* for scripts: not in the overview */
} lcc_command;

extern const lcc_command lcc_commands[];
extern const size_t lcc_command_count;
const lcc_command *lcc_find_command(const char *name); /* NULL: there is none */

/* Runs the command of the arguments, as `main` gets them; returns the exit status. */
int lcc_run_command(int argc, char **argv);
/* How the user called us, for command lines that are to be copied: `build/lince` if that was typed, else `lince`. */
const char *lcc_command_word(void);

int lcc_cmd_check(int argc, char **argv);
/* The same by several processes, all of which call it; NULL: this one alone. */
struct lcc_ranks;
int lcc_check(int argc, char **argv, struct lcc_ranks *);
int lcc_cmd_test(int argc, char **argv);
int lcc_cmd_cc(int argc, char **argv);
int lcc_cmd_cxx(int argc, char **argv);
int lcc_cmd_model(int argc, char **argv);
int lcc_model(int argc, char **argv, struct lcc_ranks *); /* likewise */
int lcc_cmd_monitor(int argc, char **argv);
int lcc_cmd_show(int argc, char **argv);
int lcc_cmd_formula(int argc, char **argv);
int lcc_cmd_emit(int argc, char **argv);
int lcc_cmd_specs(int argc, char **argv);
int lcc_cmd_help(int argc, char **argv);
int lcc_cmd_complete(int argc, char **argv);
int lcc_cmd_man(int argc, char **argv);

/* Options. */
extern const lc_option_set lcc_check_set, lcc_model_set, lcc_monitor_set, lcc_show_set, lcc_formula_set, lcc_emit_set,
    lcc_plain_set, lcc_foreign_set; /* the last: arguments of another program */
/* Reads the options of the command argv[0].  False: the command is over already, because help was printed or an error
 * was reported, and returns `*status`.  In both cases lc_options_free is to be called. */
bool lcc_read_options(int argc, char **argv, void *settings, lc_words *operands, int *status);
/* For commands whose only option is --help. */
bool lcc_read_operands(int argc, char **argv, lc_words *operands, size_t most, int *status);

/* Messages, on standard error: `lince: FILE:LINE: message`, as much of it as the error has.  Returns LCC_EXIT_USAGE. */
int lcc_report_error(const lince_error *);
int lcc_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The failure may also be lack of memory, which leaves no error. */
int lcc_report_failure(lince_status, const lince_error *);

/* Texts that were made from the files in doc/ when Lince was built; a row without a name ends them. */
typedef struct lcc_page {
    const char *name, *text;
} lcc_page;
extern const lcc_page lcc_topics[];  /* `formats`: an addition of `lince help` to a command, or the text on a topic */
extern const lcc_page lcc_guide[];   /* `first-test`: its chapters, for `lince help` */
extern const lcc_page lcc_manuals[]; /* `lince-check.1`: manual pages, with lines such as @OPTIONS@ to be filled in */

void lcc_help_command(lince_text *, const lcc_command *, unsigned width);
void lcc_help_overview(lince_text *, unsigned width);
/* A topic or a chapter in lines of at most this width, except lines for copying. */
void lcc_fill_page(lince_text *, const char *page, unsigned width);

/* Output. */
void lcc_be_quiet(void); /* from now on nothing is printed, with any options */
/* How reports on standard output look; the options --ascii, --width and --color count for more than the terminal.
 * Where there is neither a terminal that has a width nor --width, verdicts are a line each, for processing by
 * programs. */
enum { LCC_COLOUR_AUTO, LCC_COLOUR_ALWAYS, LCC_COLOUR_NEVER }; /* as --color lists them */
lcr_style lcc_output_style(bool ascii, unsigned width, unsigned colour);
void lcc_put(const lince_text *); /* on standard output */
void lcc_prepare_streams(void);   /* the first thing to do */
/* A progress line (base/progress.h) on standard error; never if `quiet`. */
struct lc_progress;
void lcc_start_progress(struct lc_progress *, bool quiet);
/* From now on all of them are lines that stay: there is a terminal, but not here. */
void lcc_progress_in_lines(void);
/* Shows on the terminal a task that takes long, `FILE: reading, 3 s`, for work without a measure of progress, up to
 * lcc_spinner_stop or to the next output.  A task that is over within a second is never shown. */
void lcc_spinner_start(const char *format, ...) __attribute__((format(printf, 1, 2)));
void lcc_spinner_stop(void);
/* Work with a measure of progress shows it when lcc_spinner_is_due is true, about ten times a second; the seconds count
 * from `since`. */
bool lcc_spinner_is_due(void);
void lcc_spinner_set(double since, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool lcc_spinner_runs(void *unused); /* there is such a line, or will be */
/* Whole lines for standard error, with the line out of the way. */
void lcc_print_meanwhile(const lince_text *lines, void *unused);
/* Below a violation, at a terminal: the command as it was given, with --html.  For callers that print for people. */
void lcc_suggest_page(int status, const lcr_style *, int count, char **words);
bool lcc_output_lost(void); /* standard output has no reader any more */
/* Flushes standard output; if that fails, or any write before did, complains and makes the status LCC_EXIT_USAGE.  If
 * it has no reader, ends by SIGPIPE. */
int lcc_finish_output(int status);
/* The same for all files that the options name, to be called before hours of work: each can be written, no two are the
 * same, and none of them is an operand.  False: an error was reported, and `*status` is the exit status. */
bool lcc_outputs_ready(const lc_option_set *, void *settings, const lc_words *operands, int *status);
void lcc_outputs_name(const lc_option_set *, void *settings); /* names of standard output become `-` */

/* Signals.  At any end of the process, unfinished files are removed.  After lcc_catch_interrupts the first Ctrl-C,
 * SIGTERM or SIGHUP sets the flag it returns instead, so that a partial answer can be given.  More of them within a
 * second are the same request; one that comes later ends the process. */
void lcc_end_cleanly(void);
/* When the reader of standard output goes away we end at once, unless there are files to be written all the same. */
void lcc_work_for_files(void);
/* The output has no reader: ends as if the signal had not been caught, be it SIGPIPE or a request to end.  Returns if
 * there is none, or it is ignored. */
void lcc_end_unread(bool gone);
const volatile int *lcc_catch_interrupts(void);

#endif
