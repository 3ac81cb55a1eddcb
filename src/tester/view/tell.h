/* The result of a test run, for people and for programs. */
#ifndef LC_TESTER_VIEW_TELL_H
#define LC_TESTER_VIEW_TELL_H

#include "report/writer.h"
#include "tester/driver/test_run.h"
#include "tester/source/lines.h"

/* One line: `queue.c: queue: ok — linearizable as a queue: 1,234 executions, ...`. */
void lcd_tell_verdict(lince_text *, const lcd_trial *);
/* The heart of it: `linearizable as a queue`, `a deadlock: ...`, why it is not known. */
void lcd_tell_essence(lince_text *, const lcd_trial *);
/* A flaw alone: `not linearizable as a queue`, `a deadlock: ...`. */
void lcd_tell_title(lince_text *, const lcd_trial *, const lcd_flaw *);
/* The failure: the scenario, the history, the reason, the steps, and how to replay them.  Nothing if nothing is. */
void lcd_tell_flaw(lince_text *, const lcd_trial *, lcd_lines *);
/* Its parts, each of which may be nothing.  The scenario and the one it was shrunk from; the reason, in a sentence;
 * other possible causes, with the accesses of a race; that the replay took a different path; further failures that were
 * found; how to replay it. */
void lcd_tell_scenario(lince_text *, const lcd_trial *);
void lcd_tell_reason(lince_text *, const lcd_trial *);
void lcd_tell_doubts(lince_text *, const lcd_trial *, lcd_lines *);
void lcd_tell_straying(lince_text *, const lcd_trial *);
void lcd_tell_place(lince_text *, const lcd_trial *, lcd_lines *);
void lcd_tell_also(lince_text *, const lcd_trial *, lcd_lines *);
void lcd_tell_again(lince_text *, const lcd_trial *);
/* The coverage: `1,234 executions, 85 histories, all interleavings`. */
void lcd_tell_coverage(lince_text *, const lcd_trial *);
/* The accesses of a data race, if it is one; as a member `accesses`; and just `(queue.c:7 and queue.c:9)`. */
void lcd_tell_race(lince_text *, const lcd_trial *, lcd_lines *);
void lcd_tell_race_json(lcr_writer *, const lcd_trial *, lcd_lines *);
void lcd_tell_race_places(lince_text *, const lcd_flaw *, lcd_lines *);
/* Why the failure may be a false alarm; NULL: it is none. */
const char *lcd_tell_doubt(const lcd_trial *);
/* How it went. */
void lcd_tell_statistics(lince_text *, const lcd_trial *);
/* All of it as one line of JSON; `number` is that of the test in its program, from 1. */
void lcd_tell_json(lince_text *, const lcd_trial *, uint32_t number, lcd_lines *);
/* The same without the steps. */
void lcd_tell_json_short(lince_text *, const lcd_trial *, uint32_t number, lcd_lines *);
/* A line of JSON for a test without a verdict, for this reason; `test` NULL: for all of them. */
void lcd_tell_untried_json(lince_text *, const char *file, const char *test, lcd_unsure why);
/* All of it as a section of the page. */
void lcd_tell_section(lince_text *, const lcd_trial *, uint32_t number, lcd_lines *);

/* All of it as a case of JUnit. */
struct lcr_junit;
void lcd_tell_junit(struct lcr_junit *, const lcd_trial *, lcd_lines *);

/* Why it is not known, in one word; NULL: it is. */
const char *lcd_unsure_name(lcd_unsure);

/* Does the failure need a weak memory model: is its scenario, as it was found, correct in all executions that are
 * sequentially consistent? */
bool lcd_tell_is_weak_only(const lcd_trial *);
/* Under which memory model the failure exists, and which operations of its history are ordered; nothing under
 * sequential consistency. */
void lcd_tell_memory(lince_text *, const lcd_trial *);

/* A line for a test that is not run, for people or as JSON. */
void lcd_tell_test(lince_text *, const lcd_tested *);
void lcd_tell_test_json(lince_text *, const lcd_tested *);

#endif
