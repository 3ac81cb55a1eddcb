/* Replaying a trace. */
#ifndef LC_TESTER_TRACE_TRACE_REPLAY_H
#define LC_TESTER_TRACE_TRACE_REPLAY_H

#include "tester/driver/test_run.h"

struct lcd_trace;

/* A trace that was read. */
struct lcd_trace *lcd_again_read(const char *path, lince_error *); /* NULL: the error has the reason */
void lcd_again_free(struct lcd_trace *);
/* The files and flags it was made with, where the command line names none.  LINCE_BAD_INPUT: it is not this user's (see
 * sign.h), and the error has the remedy. */
lince_status lcd_again_sources(const struct lcd_trace *, const char *path, lcd_sources *, lince_error *);
const char *lcd_again_test(const struct lcd_trace *); /* which test it is of */
uint64_t lcd_again_steps(const struct lcd_trace *);
bool lcd_again_has_many(const struct lcd_trace *); /* is it of a program with the larger runtime? */
/* Lists the changes of the program since.  False: nothing has. */
bool lcd_again_changes(lince_text *, const struct lcd_trace *, const lcd_program *);

/* Like lcd_try, for one execution; `path` is that of the trace.  With --gdb the process becomes the debugger. */
lince_status lcd_try_again(lcd_trial *, const lcd_session *, const lcd_tested *, const struct lcd_trace *,
                           const char *path, lince_error *);

/* The default path of the trace of a test; NULL: out of memory. */
char *lcd_again_path(const lcd_session *, const lcd_tested *);
/* The command that runs a trace again, with the options that matter. */
void lcd_again_command(lince_text *, const lcd_session *, const char *path);
/* The command that tries all interleavings of one scenario of a test. */
void lcd_again_explore(lince_text *, const lcd_session *, const lcd_tested *, const char *scenario);

#endif
