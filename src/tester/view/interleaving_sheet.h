/* A drawing of steps, made in two passes: its contents and their places (interleaving_view.c), and drawing it
 * (interleaving_draw.c). */
#ifndef LC_TESTER_VIEW_INTERLEAVING_SHEET_H
#define LC_TESTER_VIEW_INTERLEAVING_SHEET_H

#include "base/vec.h"
#include "tester/source/source_text.h"
#include "tester/view/interleaving_view.h"
#include "tester/view/step_places.h"

enum {
    LCD_SHEET_INDENT = 2,
    LCD_SHEET_GAP = 2, /* between columns */
    LCD_SHEET_MARK = 2 /* `│ ` before steps inside an operation */
};

typedef struct lcd_sheet_row {
    const lcd_trace_step *step;
    char *words;        /* fit for the style */
    char *place;        /* `queue.c:31`; NULL: not known */
    const char *source; /* the text of that line, if it is another one than in the row before; else NULL */
    size_t source_length;
    bool inside;            /* an operation: between its call and its return */
    bool failure;           /* it takes the whole width */
    bool dim;               /* it is about other rows */
    uint32_t period, times; /* it and so many rows before it came so many times more; 0: they did not */
} lcd_sheet_row;

typedef struct lcd_sheet_column {
    unsigned thread;
    size_t x, width;
    bool wide;        /* not a column: it has all the room to itself when it runs, and a heading */
    const char *call; /* while drawing: of the operation it is inside of; NULL: of none */
} lcd_sheet_column;

typedef struct lcd_sheet {
    lince_text *out;
    const lcr_style *style;
    size_t width;
    const lcd_trace_step *steps;
    bool numbered;
    LC_VEC(lcd_sheet_row) rows;
    LC_VEC(lcd_sheet_column) columns; /* by thread */
    size_t left_out;                  /* steps that are not shown ... */
    uint32_t cut_at;                  /* ... and before which row they would be */
    size_t place_x, source_x;         /* 0: not shown */
    lcd_listings listings;
    lcd_step_places *places;
} lcd_sheet;

lcd_sheet_column *lcd_sheet_column_of(const lcd_sheet *, unsigned thread);    /* NULL: there is none yet */
const char *lcd_sheet_thread(unsigned thread, char *room, size_t size);       /* `T1`, `main` */
void lcd_sheet_times(const lcd_sheet *, const lcd_sheet_row *, lince_text *); /* `… 38 times more` */
void lcd_sheet_draw(lcd_sheet *);

#endif
