#include "cli/monitor/awaited.h"

void lcc_awaited_init(lcc_awaited *a) {
    *a = (lcc_awaited){.count = 0};
    lc_intern_init(&a->names, NULL);
}

void lcc_awaited_free(lcc_awaited *a) {
    lc_intern_free(&a->names);
    lc_vec_free(NULL, &a->heard);
}

void lcc_awaited_stop(lcc_awaited *a, lcc_world *world) {
    if (a->count && a->history == world->history) {
        world->awaited -= a->count;
        lcc_world_settle(world);
    }
    lc_intern_clear(&a->names);
    a->heard.count = a->count = 0;
    a->history = world->history;
}

bool lcc_awaited_add(lcc_awaited *a, lcc_world *world, const lc_interned *name) {
    if (a->history != world->history) lcc_awaited_stop(a, world);
    uint32_t number = lc_intern_add(&a->names, name->bytes, name->size);
    if (number == LC_NOT_INTERNED || (number == a->heard.count && !lc_push(NULL, &a->heard, true))) return false;
    if (a->heard.at[number]) {
        a->heard.at[number] = false;
        a->count++;
        world->awaited++;
    }
    return true;
}

bool lcc_awaited_hear(lcc_awaited *a, lcc_world *world, const lc_interned *name) {
    if (a->history != world->history) lcc_awaited_stop(a, world);
    uint32_t number = a->count ? lc_intern_find(&a->names, name->bytes, name->size) : LC_NOT_INTERNED;
    if (number == LC_NOT_INTERNED || a->heard.at[number]) return false;
    a->heard.at[number] = true;
    a->count--;
    world->awaited--;
    lcc_world_settle(world);
    return true;
}
