/* Reports: the result of a check, for people and for programs.  Everything is written into a text, which the caller
 * prints.  A text with `cut` set is incomplete because memory ran out.
 */
#ifndef LC_REPORT_REPORT_H
#define LC_REPORT_REPORT_H

#include "check/result.h"
#include "report/layout.h"
#include "report/style.h"

/* Operations as bars, one row a thread. */
void lcr_draw_timeline(lince_text *, const lcr_style *, const lince_history *, const lcr_drawing *);

/* Its name in its colour. */
void lcr_paint_verdict(lince_text *, const lcr_style *, lince_verdict);
/* One line: `q.hist: violation — not linearizable as a queue (14 operations, 0.2 ms)`.  `several`: the file holds more
 * than one history, so print its number. */
void lcr_report_verdict(lince_text *, const lcr_style *, const lince_history *, const lince_result *, bool several);
/* Of an unknown verdict: what was too hard and what would help, if that is known. */
void lcr_report_undecided(lince_text *, const lcr_style *, const lince_result *);
/* The words of a verdict: the property (`linearizable`), and ` as a queue`. */
/* `linearizable`, `quasi:2 linearizable`; `factors` may be NULL. */
void lcr_put_property(lince_text *, lince_criterion, const char *factors);
void lcr_put_spec(lince_text *, const lcr_style *, const char *spec);
/* The parts of that line: the source of the history, the text behind the verdict, the effort. */
void lcr_put_source(lince_text *, const lcr_style *, const lince_history *, bool several);
void lcr_put_headline(lince_text *, const lcr_style *, const lince_result *);
void lcr_put_effort(lince_text *, const lince_result *);
/* The heading of an explanation that does not follow its verdict; `number` 0: the file holds one history. */
void lcr_report_heading(lince_text *, const lcr_style *, const char *file, uint32_t number);
/* Why; to follow the verdict.  Nothing if the result holds no violation. */
void lcr_report_violation(lince_text *, const lcr_style *, const lince_history *, const lince_result *);
/* Its sentences, one by one: the reason; the event at which it begins to be wrong; the formula that proves it; whether
 * it may not be minimal.  Empty where it has no such part.  They may hold glue (words.h). */
void lcr_put_reason(lince_text *, const lcr_style *, const lc_violation *);
void lcr_put_failing_event(lince_text *, const lcr_style *, const lince_history *, const lc_violation *);
void lcr_put_formula(lince_text *, const lcr_style *, const lc_violation *);
void lcr_put_excess(lince_text *, const lc_violation *);
/* The order that explains a correct history, one operation a line.  Nothing if there is none. */
void lcr_report_witness(lince_text *, const lcr_style *, const lince_history *, const lince_result *);
/* How much work it was. */
void lcr_report_statistics(lince_text *, const lcr_style *, const lince_result *);

/* Verdicts counted over several histories. */
typedef struct lcr_tally {
    uint64_t ok, violation, unknown;
    uint64_t errors; /* files that were not, or not wholly, understood */
    uint64_t files;  /* 0: omitted, and the time, too */
    double seconds;
} lcr_tally;
void lcr_tally_add(lcr_tally *, lince_verdict);
/* `12 ok, 1 violation, 0 unknown (13 files, 0.3 s)` */
void lcr_report_summary(lince_text *, const lcr_style *, const lcr_tally *);

/* One line of JSON, the shape that scripts rely on. */
void lcr_report_json(lince_text *, const lince_history *, uint32_t history_number, const lince_result *);
/* The same without its order, for callers that print the order in another way. */
void lcr_report_json_short(lince_text *, const lince_history *, uint32_t history_number, const lince_result *);
/* Members of it alone, inside an object that is open. */
struct lcr_writer;
void lcr_write_criterion(struct lcr_writer *, lince_criterion, const char *with);
/* `quasi`: the smallest factors, and the moved operations with their places. */
void lcr_write_quasi(struct lcr_writer *, const lc_quasi_finding *);
/* `violation`; NULL: there is none. */
void lcr_write_violation(struct lcr_writer *, const lince_history *, const lc_violation *);

/* Remarks of the file beside an event, in lines that begin with a mark: `# before the call of T3 deq(): n1 is cut off`.
 */
void lcr_report_remark(lince_text *, const lcr_style *, const lince_history *, const lc_remark *, const char *mark);
/* A paragraph below a drawing: the drawing shows one schedule (`executed`: the one that ran), and only this order
 * counts.  Nothing if that is the order of events. */
void lcr_report_partial_order(lince_text *, const lcr_style *, const lince_history *, bool executed);
/* How much is in a history: `8 operations, 3 threads, 1 object`. */
void lcr_put_extent(lince_text *, const lince_history *);
/* A whole history: how much is in it, and a drawing of everything. */
void lcr_report_show(lince_text *, const lcr_style *, const lince_history *, bool several);
/* The same drawing as a picture that needs nothing else; NULL: everything. */
void lcr_report_svg(lince_text *, const lince_history *, const lcr_drawing *);

#endif
