/* The steps of an execution for people: one column a thread, time downwards.
 *
 *     T1                            T2
 *     push(1)
 *     │ load stack.top = NULL                                treiber.c:21  node *t = load(&s->top);
 *     └─────────────────────────────→
 *     │                             pop()
 *     │                             │ load stack.top = NULL  treiber.c:31  node *t = load(&s->top);
 *     │                             pop() → EMPTY
 *     ←─────────────────────────────┘
 *     │ CAS stack.top: NULL → A                              treiber.c:23  } while (!cas(&s->top, t, n));
 *     push(1) returns
 *
 * Where so many columns have no room the threads take turns in a single one.
 */
#ifndef LC_TESTER_VIEW_INTERLEAVING_VIEW_H
#define LC_TESTER_VIEW_INTERLEAVING_VIEW_H

#include "report/style.h"
#include "tester/source/lines.h"

/* As in LCT_MSG_STEP of target/explore/control.h. */
typedef struct lcd_trace_step {
    uint32_t step;         /* its number in the schedule, from 1; 0: before the first */
    unsigned thread, kind; /* an lct_step_kind */
    uint64_t address, size, before, after, pc;
    const char *text; /* never NULL */
    const uint64_t *frames;
    size_t frame_count;
    uint32_t order;       /* of memory, as compilers count them, plus 1; 0: it has none */
    uint32_t newer;       /* values than the one it reads, or that its own is placed before */
    uint32_t newest_step; /* that wrote the newest of them; 0: none */
    uint64_t more;        /* LCT_STEP_BLOCKED: threads from 64 on that hold the object it waits for */
    bool is_volatile;     /* a plain access */
    bool no_value;        /* the value read or written is not known */
    bool racing;          /* it is one of the two accesses of the reported data race */
} lcd_trace_step;

/* No line is wider than `width` (0: 80, and never less than 40).  `lines` may be NULL: nothing is known of the program.
 */
void lcd_interleaving_print(lince_text *, const lcr_style *, const lcd_trace_step *, size_t count, lcd_lines *,
                            unsigned width);
/* The same with the numbers of the steps beside their places in the source. */
void lcd_report_numbered(lince_text *, const lcr_style *, const lcd_trace_step *, size_t count, lcd_lines *,
                         unsigned width);
/* The same as a JSON array, one object a step. */
void lcd_interleaving_json(lince_text *, const lcd_trace_step *, size_t count, lcd_lines *);
/* The same for the page, where each has its effect on memory, and its operation of the history. */
struct lince_history;
void lcd_interleaving_page(lince_text *, const lcd_trace_step *, size_t count, lcd_lines *,
                           const struct lince_history *);
/* The source around the steps: `sources` of the page. */
void lcd_interleaving_sources(lince_text *, const lcd_trace_step *, size_t count, lcd_lines *);

#endif
