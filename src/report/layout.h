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

typedef enum lcr_mark { LCR_MARK_NORMAL, LCR_MARK_CULPRIT, LCR_MARK_DIM } lcr_mark;

/* One operation to draw. */
typedef struct lcr_shown {
    uint32_t op; /* number in the history */
    lcr_mark mark;
    bool open; /* its end is not shown, whether it has one or not */
} lcr_shown;

typedef struct lcr_drawing {
    const lcr_shown *ops; /* by ascending number, each at most once */
    uint32_t count;
    const uint32_t *order; /* operations in an order to be written below the drawing; NULL: none */
    uint32_t order_count;
    unsigned indent;   /* blanks before each line */
    unsigned max_rows; /* of a system; the rows of culprits stay; 0: all */
    bool lines;        /* if there are several systems, print the lines of the file that each shows */
} lcr_drawing;

/* A part of an operation in a system.  Columns count from 0 and include both ends. */
typedef struct lcr_bar {
    uint32_t shown; /* which of the drawing's operations */
    uint32_t row;
    uint32_t from, to;
    bool torn_left, torn_right; /* it comes from the system before, goes on in the next */
    bool ended;                 /* only while the system is being filled */
} lcr_bar;

typedef struct lcr_system {
    LC_VEC(lcr_bar) bars;           /* by row, then column */
    uint32_t columns;               /* used */
    uint32_t first_line, last_line; /* of the file; 0: unknown */
} lcr_system;

/* A row: a thread, once more where operations of one thread touch in one instant and would cover each other. */
typedef struct lcr_row {
    lc_span name;
    uint32_t lane; /* 0 for the thread's first row */
} lcr_row;

typedef struct lcr_moment {
    uint32_t position; /* in the history */
    uint32_t shown;
    bool call;
} lcr_moment;

typedef struct lcr_layout {
    const lince_history *history;
    const lcr_drawing *drawing;
    const lcr_style *style;
    uint32_t columns;    /* of a system, at most */
    uint32_t label_most; /* columns of a label */
    bool name_objects;   /* more than one object: labels name it */
    bool failed;         /* out of memory */
    LC_VEC(lcr_row) rows;
    LC_VEC(lcr_moment) moments; /* in order */
    uint32_t next;              /* moment of the next system */
    LC_VEC(uint32_t) open;      /* operations that go on into it */
    uint32_t *row_of, *bar_of;  /* of each shown operation; the bar is that in the system being filled */
    uint16_t *width_of;         /* columns that its bar needs at least */
    uint32_t *row_free;         /* of each row: the first free column of the system being filled */
    uint32_t *row_open;         /* of each row: 1 + the bar without end in it, or 0 */
} lcr_layout;

enum { LCR_BAR_MARGIN = 6 }; /* columns of a bar beside its label: `|- label -|` */

/* `label_most` is reduced to the room in `columns`, which must be at least 20. */
void lcr_layout_init(lcr_layout *, const lince_history *, const lcr_drawing *, const lcr_style *, uint32_t columns,
                     uint32_t label_most);
/* The next system, written over the last one; false when there are no more. */
bool lcr_layout_next(lcr_layout *, lcr_system *);
void lcr_layout_free(lcr_layout *);
void lcr_system_free(lcr_system *);

/* The text on a bar: `deq() → 2`, no longer than `label_most`. */
void lcr_layout_label(const lcr_layout *, lince_text *, uint32_t shown);
/* Is its end left open in the drawing? */
bool lcr_layout_endless(const lcr_layout *, uint32_t shown);

/* Internal to the layout: the rows and, per operation, its row.  False: out of memory. */
bool lcr_layout_rows(lcr_layout *);

/* All operations of a history, failed ones dim.  Out of memory: none. */
typedef LC_VEC(lcr_shown) lcr_shown_list;
void lcr_show_all(lcr_shown_list *, const lince_history *);

#endif
