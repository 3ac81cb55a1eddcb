/* How threads are called.  A slot passes from one thread to the next, and events keep the name of their thread: of each
 * slot the last few names are kept, with the event from which on they hold. */
#ifndef LC_MONITOR_SLOT_NAMES_H
#define LC_MONITOR_SLOT_NAMES_H

#include <stdint.h>

#include "base/vec.h"
#include "history/history.h"

enum { LCO_SLOT_NAMES_KEPT = 8 };

/* No thread: operations that an excerpt begins with, to lead to the state that the object was in. */
#define LCO_SETUP_SLOT UINT32_MAX

typedef struct lco_slot_names {
    struct {
        char *name;
        uint64_t from;
    } at[LCO_SLOT_NAMES_KEPT]; /* the newest last */
    uint32_t count;
    bool lost; /* there were earlier names */
} lco_slot_names;

typedef LC_VEC(lco_slot_names) lco_slot_names_list; /* per slot; starts empty when zeroed */

void lco_slot_names_free(lco_slot_names_list *);
/* NULL: it goes by its number. */
void lco_slot_names_set(lco_slot_names_list *, uint32_t slot, const char *name, uint64_t from);
/* The name at that event. */
typedef struct lco_slot_name_room {
    char at[24];
} lco_slot_name_room;
lc_span lco_slot_name_at(const lco_slot_names_list *, uint32_t slot, uint64_t event, lco_slot_name_room *);

#endif
