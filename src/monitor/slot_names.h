/* How threads are called.  A slot passes from one thread to the next, and events keep the name of their thread: of each
 * slot the last few names are kept, with the event from which on they hold. */
#ifndef LC_MONITOR_SLOT_NAMES_H
#define LC_MONITOR_SLOT_NAMES_H

#include <stdint.h>

#include "base/vec.h"
#include "history/history.h"

enum { LC_TENANTS_KEPT = 8 };

/* No thread: operations that an excerpt begins with, to lead to the state that the object was in. */
#define LC_SETUP_SLOT UINT32_MAX

typedef struct lc_tenants {
    struct {
        char *name;
        uint64_t from;
    } at[LC_TENANTS_KEPT]; /* the newest last */
    uint32_t count;
    bool lost; /* there were earlier names */
} lc_tenants;

typedef LC_VEC(lc_tenants) lc_tenants_list; /* per slot; starts empty when zeroed */

void lc_tenants_free(lc_tenants_list *);
/* NULL: it goes by its number. */
void lc_tenants_set(lc_tenants_list *, uint32_t slot, const char *name, uint64_t from);
/* The name at that event. */
typedef struct lc_tenant_room {
    char at[24];
} lc_tenant_room;
lc_span lc_tenant_at(const lc_tenants_list *, uint32_t slot, uint64_t event, lc_tenant_room *);

#endif
