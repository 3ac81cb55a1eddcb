#include "follow/awaited.h"

void lcf_awaited_init(lcf_awaited *a) {
    *a = (lcf_awaited){.count = 0};
    lc_intern_init(&a->names, NULL);
}

void lcf_awaited_free(lcf_awaited *a) {
    lc_intern_free(&a->names);
    lc_vec_free(NULL, &a->seen);
}

void lcf_awaited_stop(lcf_awaited *a, lcf_namespace *space) {
    if (a->count && a->history == space->history) {
        space->awaited -= a->count;
        lcf_namespace_settle(space);
    }
    lc_intern_clear(&a->names);
    a->seen.count = a->count = 0;
    a->history = space->history;
}

bool lcf_awaited_add(lcf_awaited *a, lcf_namespace *space, const lc_interned *name) {
    if (a->history != space->history) lcf_awaited_stop(a, space);
    uint32_t number = lc_intern_add(&a->names, name->bytes, name->size);
    if (number == LC_NOT_INTERNED || (number == a->seen.count && !lc_push(NULL, &a->seen, true))) return false;
    if (a->seen.at[number]) {
        a->seen.at[number] = false;
        a->count++;
        space->awaited++;
    }
    return true;
}

bool lcf_awaited_remove(lcf_awaited *a, lcf_namespace *space, const lc_interned *name) {
    if (a->history != space->history) lcf_awaited_stop(a, space);
    uint32_t number = a->count ? lc_intern_find(&a->names, name->bytes, name->size) : LC_NOT_INTERNED;
    if (number == LC_NOT_INTERNED || a->seen.at[number]) return false;
    a->seen.at[number] = true;
    a->count--;
    space->awaited--;
    lcf_namespace_settle(space);
    return true;
}
