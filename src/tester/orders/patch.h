/* A change of memory orders as a patch that `git apply` and `patch -p1` take. */
#ifndef LC_TESTER_ORDERS_PATCH_H
#define LC_TESTER_ORDERS_PATCH_H

#include "base/text.h"
#include "tester/orders/change.h"

/* Can this part of the change be written down in the text? */
bool lcd_patch_covers(const lcd_sites *, const lcd_change *, uint32_t site);

/* Nothing, if none can.  Files in the current directory have names relative to it. */
void lcd_patch_print(lince_text *, const lcd_sites *, const lcd_change *);

#endif
