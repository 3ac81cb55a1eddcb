/* Sites: places in the source of atomic operations and fences.
 *
 * A site is a file, a line, a column and the kind of operation; code that was inlined in several places is one site. If
 * a function only passes on an order that is its parameter, the site is where the function is called.
 */
#ifndef LC_TESTER_ORDERS_SITES_H
#define LC_TESTER_ORDERS_SITES_H

#include "target/explore/control.h"
#include "tester/orders/spelling.h"
#include "tester/source/lines.h"

enum { LCD_NO_SITE = UINT32_MAX, LCD_NO_ORDER = 0xff };

/* Accesses that are no atomic operations of C or C++ have no order that could be another one, only fences around them:
 * volatile ones, plain ones that may race, and those of inline assembly. */
typedef enum lcd_site_form { LCD_FORM_ATOMIC, LCD_FORM_PLAIN, LCD_FORM_ASSEMBLY } lcd_site_form;

typedef struct lcd_site {
    const char *file, *function; /* the lcd_lines' */
    int line, column;
    uint8_t kind;           /* an lcd_site_kind */
    uint8_t form;           /* an lcd_site_form */
    uint8_t order, failure; /* as the code has them; LCD_NO_ORDER: it was not seen executed */
    bool varies;            /* it has several orders */
    lcd_spelling spelling;
} lcd_site;

/* A place of the program that belongs to a site. */
typedef struct lcd_site_place {
    uint64_t frames[LCT_OVERRIDE_FRAMES];
    uint8_t frame_count;
    uint32_t site;
} lcd_site_place;

typedef struct lcd_sites { /* NULL lines: nothing is known of the program */
    LC_VEC(lcd_site) at;
    LC_VEC(lcd_site_place) places;
    lcd_lines *lines;
    lcd_listings listings;
    bool changed; /* orders that are executed need not be those of the code: some are overridden */
    bool grown;   /* a place was added since this was set to false */
} lcd_sites;

void lcd_sites_init(lcd_sites *, lcd_lines *);
void lcd_sites_free(lcd_sites *);

/* An operation as it was executed. */
typedef struct lcd_site_use {
    uint8_t kind, form;
    uint8_t order; /* LCD_NO_ORDER: its form has none */
    bool failed;   /* a compare-exchange that failed */
} lcd_site_use;

/* The site of an operation; LCD_NO_SITE: it has none in the user's code, or memory is out. */
uint32_t lcd_sites_add(lcd_sites *, const uint64_t *frames, uint32_t count, lcd_site_use);

#endif
