/* Which operations hand values over, so that they owe their callers synchronization (target/explore/record_sync.c). */
#ifndef LC_TESTER_ORACLE_SYNC_ROLES_H
#define LC_TESTER_ORACLE_SYNC_ROLES_H

#include <stdbool.h>

#include <lince/check.h>

struct lct_config;

/* The order is that of the words of --sync.  AUTO: values of containers and channels, not those of registers: their
 * values are often all there is to them. */
typedef enum lcd_sync_choice {
    LCD_SYNC_AUTO,
    LCD_SYNC_NONE, /* from here on as lct_sync */
    LCD_SYNC_VALUES,
    LCD_SYNC_INSERTIONS,
    LCD_SYNC_REMOVALS,
    LCD_SYNC_BOTH,
    LCD_SYNC_ALL
} lcd_sync_choice;

const char *lcd_sync_name(lcd_sync_choice);

/* Settings of the workers.  `init`: the initial value of registers, or NULL.  False: there are too many specifications,
 * and nothing is judged. */
bool lcd_sync_imply(struct lct_config *, const lince_specs *, lcd_sync_choice, const char *init);

#endif
