/* Where the bars of a drawing go: shared by the terminal and SVG.
 *
 * Operations are bars from their call to their end, one row a thread.  Only the order of the events matters, so the
 * columns are as few as possible; but always, in columns, two bars overlap exactly when the operations do.
 * A drawing that is too wide is broken into systems, one below the other like those of sheet music.
 */
#ifndef LC_REPORT_LAYOUT_H
#define LC_REPORT_LAYOUT_H

#include "base/vec.h"
#include "history/history.h"
#include "report/style.h"

typedef enum lc_mark { LC_MARK_NORMAL, LC_MARK_CULPRIT, LC_MARK_DIM } lc_mark;

/* One operation to draw. */
typedef struct lc_shown {
    uint32_t op; /* number in the history */
    lc_mark mark;
    bool open; /* its end is not shown, whether it has one or not */
} lc_shown;

typedef struct lc_drawing {
    const lc_shown *ops; /* by ascending number, each at most once */
    uint32_t count;
    const uint32_t *order; /* operations in an order to be written below the drawing; NULL: none */
    uint32_t order_count;
    unsigned indent;   /* blanks before each line */
    unsigned max_rows; /* of a system; the rows of culprits stay; 0: all */
    bool lines;        /* if there are several systems, print the lines of the file that each shows */
} lc_drawing;

/* A part of an operation in a system.  Columns count from 0 and include both ends. */
typedef struct lc_bar {
    uint32_t shown; /* which of the drawing's operations */
    uint32_t row;
    uint32_t from, to;
    bool torn_left, torn_right; /* it comes from the system before, goes on in the next */
    bool ended;                 /* only while the system is being filled */
} lc_bar;

typedef struct lc_system {
    LC_VEC(lc_bar) bars;            /* by row, then column */
    uint32_t columns;               /* used */
    uint32_t first_line, last_line; /* of the file; 0: unknown */
} lc_system;

/* A row: a thread, once more where operations of one thread touch in one instant and would cover each other. */
typedef struct lc_row {
    lc_span name;
    uint32_t lane; /* 0 for the thread's first row */
} lc_row;

typedef struct lc_moment {
    uint32_t position; /* in the history */
    uint32_t shown;
    bool call;
} lc_moment;

typedef struct lc_layout {
    const lince_history *history;
    const lc_drawing *drawing;
    const lc_style *style;
    uint32_t columns;    /* of a system, at most */
    uint32_t label_most; /* columns of a label */
    bool name_objects;   /* more than one object: labels name it */
    bool failed;         /* out of memory */
    LC_VEC(lc_row) rows;
    LC_VEC(lc_moment) moments; /* in order */
    uint32_t next;             /* moment of the next system */
    LC_VEC(uint32_t) open;     /* operations that go on into it */
    uint32_t *row_of, *bar_of; /* of each shown operation; the bar is that in the system being filled */
    uint16_t *width_of;        /* columns that its bar needs at least */
    uint32_t *row_free;        /* of each row: the first free column of the system being filled */
    uint32_t *row_open;        /* of each row: 1 + the bar without end in it, or 0 */
} lc_layout;

enum { LC_BAR_MARGIN = 6 }; /* columns of a bar beside its label: `|- label -|` */

/* `label_most` is reduced to the room in `columns`, which must be at least 20. */
void lc_layout_init(lc_layout *, const lince_history *, const lc_drawing *, const lc_style *, uint32_t columns,
                    uint32_t label_most);
/* The next system, written over the last one; false when there are no more. */
bool lc_layout_next(lc_layout *, lc_system *);
void lc_layout_free(lc_layout *);
void lc_system_free(lc_system *);

/* The text on a bar: `deq() → 2`, no longer than `label_most`. */
void lc_layout_label(const lc_layout *, lince_text *, uint32_t shown);
/* Is its end left open in the drawing? */
bool lc_layout_endless(const lc_layout *, uint32_t shown);

/* Internal to the layout: the rows and, per operation, its row.  False: out of memory. */
bool lc_layout_rows(lc_layout *);

/* All operations of a history, failed ones dim.  Out of memory: none. */
typedef LC_VEC(lc_shown) lc_shown_list;
void lc_show_all(lc_shown_list *, const lince_history *);

#endif
