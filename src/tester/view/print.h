/* The result of a test run, for people and for programs. */
#ifndef LC_TESTER_VIEW_PRINT_H
#define LC_TESTER_VIEW_PRINT_H

#include "report/writer.h"
#include "tester/driver/test_run.h"
#include "tester/source/lines.h"

/* One line: `queue.c: queue: ok — linearizable as a queue: 1,234 executions, ...`. */
void lcd_print_verdict(lince_text *, const lcd_test_run *);
/* The heart of it: `linearizable as a queue`, `a deadlock: ...`, why it is not known. */
void lcd_print_essence(lince_text *, const lcd_test_run *);
/* A failure alone: `not linearizable as a queue`, `a deadlock: ...`. */
void lcd_print_title(lince_text *, const lcd_test_run *, const lcd_failure *);
/* The failure: the scenario, the history, the reason, the steps, and how to replay them.  Nothing if nothing is. */
void lcd_print_failure(lince_text *, const lcd_test_run *, lcd_lines *);
/* A further answer that is worth a word: a failure, or the verdict on what is tested. */
bool lcd_print_is_answer(const lcd_test_run *);
/* The further answers about the test: `queue.c: queue: also violation — ...`, `queue.c: queue: otherwise ok — ...`. */
void lcd_print_further(lince_text *, const lcd_test_run *);
/* Its parts, each of which may be nothing.  The scenario and the one it was shrunk from; the reason, in a sentence;
 * other possible causes, with the accesses of a race; that the replay took a different path; further failures that were
 * found; how to replay it. */
void lcd_print_scenario(lince_text *, const lcd_test_run *);
void lcd_print_reason(lince_text *, const lcd_test_run *);
void lcd_print_doubts(lince_text *, const lcd_test_run *, lcd_lines *);
void lcd_print_straying(lince_text *, const lcd_test_run *);
void lcd_print_place(lince_text *, const lcd_test_run *, lcd_lines *);
void lcd_print_also(lince_text *, const lcd_test_run *, lcd_lines *);
void lcd_print_replay(lince_text *, const lcd_test_run *);
/* The coverage: `1,234 executions, 85 histories, all interleavings`. */
void lcd_print_coverage(lince_text *, const lcd_test_run *);
/* The accesses of a data race, if it is one; as a member `accesses`; and just `(queue.c:7 and queue.c:9)`. */
void lcd_print_race(lince_text *, const lcd_test_run *, lcd_lines *);
void lcd_print_race_json(lcr_writer *, const lcd_test_run *, lcd_lines *);
void lcd_print_race_places(lince_text *, const lcd_failure *, lcd_lines *);
/* Why the failure may be a false alarm; NULL: it is none.  The same as a paragraph, or nothing. */
const char *lcd_print_doubt(const lcd_test_run *);
void lcd_print_false_alarm(lince_text *, const lcd_test_run *);
/* How it went. */
void lcd_print_statistics(lince_text *, const lcd_test_run *);
/* All of it as one line of JSON; `number` is that of the test in its program, from 1. */
void lcd_print_json(lince_text *, const lcd_test_run *, uint32_t number, lcd_lines *);
/* The same without the steps. */
void lcd_print_json_short(lince_text *, const lcd_test_run *, uint32_t number, lcd_lines *);
/* A line of JSON for a test without a verdict, for this reason; `test` NULL: for all of them. */
void lcd_print_untried_json(lince_text *, const char *file, const char *test, lcd_unsure why);
/* All of it as a section of the page. */
void lcd_print_section(lince_text *, const lcd_test_run *, uint32_t number, lcd_lines *);

/* All of it as a case of JUnit. */
struct lcr_junit;
void lcd_print_junit(struct lcr_junit *, const lcd_test_run *, lcd_lines *);

/* Why it is not known, in one word; NULL: it is. */
const char *lcd_unsure_name(lcd_unsure);

/* Does the failure need a weak memory model: is its scenario, as it was found, correct in all executions that are
 * sequentially consistent? */
bool lcd_print_is_weak_only(const lcd_test_run *);
/* Where stronger orders are the remedy, and were not looked for: a sentence with a blank before it. */
void lcd_print_remedy(lince_text *, const lcd_test_run *);
/* Under which memory model the failure exists, which link is missing, and which operations of its history are ordered;
 * under sequential consistency only the link of a data race. */
void lcd_print_memory(lince_text *, const lcd_test_run *);

/* The advice of --fix or --relax: the orders to change, and a patch; nothing if neither was wanted.  As a member `fix`
 * or `relax`, likewise. */
void lcd_print_advice(lince_text *, const lcd_test_run *);
void lcd_print_advice_json(lcr_writer *, const lcd_test_run *);

/* A line for a test that is not run, for people or as JSON. */
void lcd_print_test(lince_text *, const lcd_tested *);
void lcd_print_test_json(lince_text *, const lcd_tested *);

#endif
