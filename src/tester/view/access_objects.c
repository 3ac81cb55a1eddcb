#include "tester/view/access_objects.h"

#include <stdlib.h>

#include "base/order.h"
#include "target/explore/control.h"

enum { CLOSE = 64 }; /* unallocated memory so close together is probably one object */

bool lcd_step_has_location(const lcd_trace_step *s) {
    switch (s->kind) {
    case LCT_STEP_CALL:
    case LCT_STEP_RETURN:
    case LCT_STEP_FENCE:
    case LCT_STEP_CREATE:
    case LCT_STEP_JOIN:
    case LCT_STEP_EXIT:
    case LCT_STEP_CHOICE:
    case LCT_STEP_SLEEP: return false;
    case LCT_STEP_BLOCKED: return s->size != 0;
    default: return s->address != 0;
    }
}

bool lcd_step_has_values(const lcd_trace_step *s) { return s->kind <= LCT_STEP_CAS_FAILED; }

static int by_place(const void *a, const void *b) {
    const lcd_accessed_object *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    return LC_ORDER(x->born, y->born);
}

/* How many of them begin at or below this address. */
static uint32_t up_to(const lcd_objects *all, uint64_t address) {
    uint32_t low = 0, high = all->list.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all->list.at[middle].low <= address) low = middle + 1;
        else high = middle;
    }
    return low;
}

lcd_accessed_object *lcd_object_at(const lcd_objects *all, size_t step, uint64_t address) {
    if (address < all->lowest || address > all->highest) return NULL;
    lcd_accessed_object *best = NULL;
    for (uint32_t i = up_to(all, address); i-- > 0;) {
        lcd_accessed_object *o = &all->list.at[i];
        if (address - o->low >= all->largest || (best && best->low != o->low)) break;
        if (o->born > step || address - o->low >= o->size) continue;
        if (!best || o->born > best->born) best = o;
    }
    return best;
}

static bool add_object(lcd_objects *all, lcd_accessed_object o) {
    if (!all->list.count || o.low < all->lowest) all->lowest = o.low;
    if (o.low + o.size > all->highest) all->highest = o.low + o.size;
    if (o.size > all->largest) all->largest = o.size;
    return lc_push(NULL, &all->list, o);
}

/* The data that is searched. */
typedef struct finding {
    lcd_objects *all;
    const lcd_trace_step *steps;
    size_t count;
    bool (*named)(void *context, uint64_t address);
    void *context;
} finding;

/* The blocks that were allocated or freed during the trace. */
static bool collect_blocks(finding *f) {
    for (size_t i = 0; i < f->count; i++) {
        const lcd_trace_step *s = &f->steps[i];
        if (s->kind == LCT_STEP_MALLOC && s->address) {
            lcd_accessed_object o = {.low = s->address, .size = s->size ? s->size : 1, .born = i, .died = SIZE_MAX};
            if (!add_object(f->all, o)) return false;
        } else if (s->kind == LCT_STEP_FREE && s->address) {
            uint32_t o = f->all->list.count;
            while (o-- > 0 && (f->all->list.at[o].low != s->address || f->all->list.at[o].died != SIZE_MAX)) continue;
            if (o != UINT32_MAX) f->all->list.at[o].died = i;
            else if (!add_object(f->all,
                                 (lcd_accessed_object){.low = s->address, .size = s->size ? s->size : 1, .died = i}))
                return false;
        }
    }
    return true;
}

typedef LC_VEC(uint64_t) numbers;

static void sort_unique(numbers *v) {
    uint32_t kept = 0;
    if (v->count) qsort(v->at, v->count, sizeof *v->at, lc_by_u64);
    for (uint32_t i = 0; i < v->count; i++)
        if (!kept || v->at[kept - 1] != v->at[i]) v->at[kept++] = v->at[i];
    v->count = kept;
}

/* The greatest of the sorted numbers that is at most `address` and close to it; 0: none. */
static uint64_t start_of(const numbers *starts, uint64_t address) {
    uint32_t low = 0, high = starts->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (starts->at[middle] <= address) low = middle + 1;
        else high = middle;
    }
    return low && address - starts->at[low - 1] < CLOSE ? starts->at[low - 1] : 0;
}

/* Makes objects of sorted addresses: each goes on as long as the next address is close, and no pointer points between.
 */
static bool add_groups(finding *f, const numbers *addresses, const numbers *starts) {
    for (uint32_t i = 0, next; i < addresses->count; i = next) {
        uint64_t start = start_of(starts, addresses->at[i]), last = addresses->at[i];
        if (!start) start = last;
        for (next = i + 1; next < addresses->count && addresses->at[next] - last < CLOSE; next++) {
            uint64_t other = start_of(starts, addresses->at[next]);
            if (other > last) break;
            last = addresses->at[next];
        }
        uint64_t size = last + 8 - start;
        if (!add_object(f->all,
                        (lcd_accessed_object){.low = start, .size = size > CLOSE ? size : CLOSE, .died = SIZE_MAX}))
            return false;
    }
    return true;
}

/* Everything else that was accessed, with the targets of pointers as the starts of objects. */
static bool collect_rest(finding *f) {
    numbers accessed = {0}, starts = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < f->count; i++) {
        const lcd_trace_step *s = &f->steps[i];
        if (!lcd_step_has_location(s) || lcd_object_at(f->all, i, s->address) || f->named(f->context, s->address))
            continue;
        fine = lc_push(NULL, &accessed, s->address);
    }
    sort_unique(&accessed);
    for (size_t i = 0; fine && accessed.count && i < f->count; i++) {
        const lcd_trace_step *s = &f->steps[i];
        uint64_t values[] = {s->before, s->after};
        for (int v = 0; fine && lcd_step_has_values(s) && s->size >= 8 && v < 2; v++)
            if (values[v] + CLOSE > accessed.at[0] && values[v] <= accessed.at[accessed.count - 1])
                fine = lc_push(NULL, &starts, values[v] & ~UINT64_C(7));
    }
    sort_unique(&starts);
    fine = fine && add_groups(f, &accessed, &starts);
    lc_vec_free(NULL, &accessed);
    lc_vec_free(NULL, &starts);
    return fine;
}

static void sort_objects(lcd_objects *all) {
    if (all->list.count) qsort(all->list.at, all->list.count, sizeof *all->list.at, by_place);
    for (uint32_t i = 1; i < all->list.count; i++)
        if (all->list.at[i].low == all->list.at[i - 1].low) all->list.at[i].primes = all->list.at[i - 1].primes + 1;
}

bool lcd_objects_find(lcd_objects *all, const lcd_trace_step *steps, size_t count,
                      bool (*named)(void *context, uint64_t address), void *context) {
    finding f = {all, steps, count, named, context};
    bool fine = collect_blocks(&f);
    sort_objects(all); /* so that they are found */
    fine = fine && collect_rest(&f);
    sort_objects(all);
    return fine;
}

void lcd_objects_free(lcd_objects *all) { lc_vec_free(NULL, &all->list); }
