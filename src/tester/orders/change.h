/* Changes of memory orders: the orders that sites are to have instead, and how dear they are.
 *
 * Costs are those of usual machines, and a matter of taste: on Armv8 and POWER an acquire or release costs little, a
 * sequentially consistent access more, a full fence most; on x86 only sequentially consistent stores and full fences
 * cost anything.
 */
#ifndef LC_TESTER_ORDERS_CHANGE_H
#define LC_TESTER_ORDERS_CHANGE_H

#include "tester/orders/event_graph.h"
#include "tester/orders/sites.h"

typedef enum lcd_slot { LCD_SLOT_ORDER, LCD_SLOT_FAILURE, LCD_SLOT_BEFORE, LCD_SLOT_AFTER, LCD_SLOTS } lcd_slot;

enum { LCD_CHANGED_MOST = 64 };

/* One site has this order, or a fence of this order before or behind it. */
typedef struct lcd_change_item {
    uint32_t site;
    uint8_t slot, order;
} lcd_change_item;

/* Sorted by site and slot; each slot of a site at most once. */
typedef struct lcd_change {
    uint32_t count;
    lcd_change_item at[LCD_CHANGED_MOST];
} lcd_change;

/* The order that a slot has with the change; LCD_NO_ORDER: none. */
uint8_t lcd_change_order(const lcd_change *, const lcd_sites *, uint32_t site, lcd_slot);
/* False: the slot is taken, or there is no room. */
bool lcd_change_add(lcd_change *, lcd_change_item);
bool lcd_change_remove(lcd_change *, uint32_t site, lcd_slot);

/* Is an order as strong as another one?  None is weaker than all. */
bool lcd_order_is_within(unsigned weak, unsigned strong);
/* Is the program with one change as strong as that with the other one, everywhere? */
bool lcd_change_is_within(const lcd_change *weak, const lcd_change *strong, const lcd_sites *);

int lcd_change_cost(const lcd_change *, const lcd_sites *);

/* Orders of one kind of operation, from the weakest to the strongest. */
unsigned lcd_orders_of(lcd_site_kind, lcd_slot, uint8_t orders[6]);

/* The same graph with the orders of the change.  Without change: with those of the code.  False: out of memory. */
bool lcd_change_graph(lcd_event_graph *out, const lcd_event_graph *, const lcd_sites *, const lcd_change *);

/* The overrides of a worker.  False: there are more than it has room for. */
bool lcd_change_overrides(lct_config *, const lcd_sites *, const lcd_change *);

#endif
