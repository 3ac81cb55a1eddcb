#include "monitor/slot_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void drop_oldest(lco_slot_names *n) {
    free(n->at[0].name);
    memmove(&n->at[0], &n->at[1], (LCO_SLOT_NAMES_KEPT - 1) * sizeof *n->at);
    n->count--;
    n->lost = true;
}

void lco_slot_names_free(lco_slot_names_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        while (list->at[i].count) free(list->at[i].at[--list->at[i].count].name);
    lc_vec_free(NULL, list);
}

void lco_slot_names_set(lco_slot_names_list *list, uint32_t slot, const char *name, uint64_t from) {
    while (list->count <= slot)
        if (!lc_push(NULL, list, (lco_slot_names){0})) return;
    lco_slot_names *n = &list->at[slot];
    if (n->count == LCO_SLOT_NAMES_KEPT) drop_oldest(n);
    n->at[n->count].name = name ? strdup(name) : NULL;
    n->at[n->count++].from = from;
}

lc_span lco_slot_name_at(const lco_slot_names_list *list, uint32_t slot, uint64_t event, lco_slot_name_room *room) {
    if (slot == LCO_SETUP_SLOT) return lc_span_of("setup");
    const lco_slot_names *n = slot < list->count ? &list->at[slot] : NULL;
    uint32_t i = n ? n->count : 0;
    while (i && n->at[i - 1].from > event) i--;
    if (i && n->at[i - 1].name) return lc_span_of(n->at[i - 1].name);
    bool forgotten = n && n->lost && !i;
    int length = snprintf(room->at, sizeof room->at, "%s%u", forgotten ? "earlier" : "T", slot + 1);
    return (lc_span){room->at, (size_t)length};
}
