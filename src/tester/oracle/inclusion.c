/* A history is allowed if it is weaker than one of the references (history/weaker.h).  That is transitive, so a
 * reference that is weaker than another adds nothing and is not kept.
 *
 * Operations are the same only if their labels are, and most labels occur once.  References are kept by the multiset of
 * their labels; where nothing is pending in h there is one such class to look at.
 */
#include "tester/oracle/inclusion.h"

#include <stdlib.h>

#include "base/order.h"
#include "history/represent.h"
#include "history/weaker.h"

typedef lc_order order;

typedef struct reference {
    order order;
    size_t number;
} reference;

typedef struct class {
    LC_VEC(reference) list;
} class;

struct lcd_references {
    lc_op_labels labels;
    lc_intern multisets; /* sorted labels: the number is that of the class */
    LC_VEC(class) classes;
    LC_VEC(int32_t) missing; /* per label, for comparing multisets; zero otherwise */
    LC_VEC(uint32_t) taken;  /* likewise: the labels that found a partner */
    size_t added;
    bool failed;
};

static bool make_order(lcd_references *r, const lince_history *h, order *out) {
    lc_counts counts = {0};
    *out = (order){.ops = NULL};
    bool fine = lc_represent(&counts, h, &r->labels) && lc_order_of(out, &counts, &r->labels);
    while (fine && r->missing.count < r->labels.calls.count) fine = lc_push(NULL, &r->missing, 0);
    lc_vec_free(NULL, &counts);
    if (!fine) lc_order_free(out);
    r->failed |= !fine;
    return fine;
}

/* The class of an order; LC_NOT_INTERNED: it has none, or, if it is to be made, memory ran out. */
static uint32_t find_class(lcd_references *r, const order *o, bool make) {
    uint32_t *labels = malloc((o->count + (size_t)1) * sizeof *labels), found = LC_NOT_INTERNED;
    if (!labels) {
        r->failed = true;
        return found;
    }
    for (uint32_t i = 0; i < o->count; i++) labels[i] = o->ops[i].label;
    qsort(labels, o->count, sizeof *labels, lc_by_u32);
    size_t size = o->count * sizeof *labels;
    if (!make) {
        found = lc_intern_find(&r->multisets, labels, size);
    } else if (lc_reserve(NULL, &r->classes, r->multisets.items.count + 1)) {
        found = lc_intern_add(&r->multisets, labels, size);
        if (found == r->classes.count) r->classes.at[r->classes.count++] = (class){0};
    }
    free(labels);
    return found;
}

/* Puts all that `o` has into `missing`, or takes it out. */
static void count_labels(lcd_references *r, const order *o, int32_t by) {
    for (uint32_t i = 0; i < o->count; i++) r->missing.at[o->ops[i].label] += by;
}

/* How many labels of the class find a partner of their own in h, as if there were no order, and how many of the
 * operations that returned are partners then.  `missing` holds the labels of h.  Operations that returned are first
 * matched with operations that returned in the same way. */
static uint32_t partners(lcd_references *r, uint32_t number, uint32_t *returned) {
    const lc_interned *set = lc_intern_get(&r->multisets, number);
    const uint32_t *labels = set->bytes;
    uint32_t count = set->size / (uint32_t)sizeof *labels;
    r->taken.count = 0;
    *returned = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t call = lc_op_label_call(&r->labels, labels[i]), partner = r->missing.at[labels[i]] ? labels[i] : call;
        if (!r->missing.at[partner]) continue;
        if (!lc_push(NULL, &r->taken, partner)) {
            r->failed = true;
            break;
        }
        r->missing.at[partner]--;
        *returned += partner != call;
    }
    for (uint32_t i = 0; i < r->taken.count; i++) r->missing.at[r->taken.at[i]]++;
    return r->taken.count;
}

/* ---- all of them ---- */

/* The best so far. */
typedef struct nearest {
    uint32_t partners, depth;
    size_t number;
} nearest;

static bool look_in_class(lcd_references *r, const order *h, uint32_t number, nearest *best) {
    const class *c = &r->classes.at[number];
    for (uint32_t i = 0; i < c->list.count; i++) {
        uint32_t depth = 0;
        lc_weaker answer = lc_is_weaker(h, &c->list.at[i].order, &depth);
        bool weaker = answer == LC_WEAKER;
        r->failed |= answer == LC_WEAKER_UNKNOWN;
        if (weaker || best->number == SIZE_MAX || depth > best->depth)
            *best = (nearest){UINT32_MAX, depth, c->list.at[i].number};
        if (weaker) return true;
    }
    return false;
}

static bool look_everywhere(lcd_references *r, const order *h, nearest *best) {
    nearest other = {.number = SIZE_MAX}; /* of those that have other operations */
    bool found = false;
    count_labels(r, h, 1);
    for (uint32_t i = 0; !found && i < r->classes.count; i++) {
        uint32_t returned, count = partners(r, i, &returned);
        if (count == lc_intern_get(&r->multisets, i)->size / sizeof(uint32_t) && returned == h->returned)
            found = look_in_class(r, h, i, best);
        else if (r->classes.at[i].list.count && (other.number == SIZE_MAX || count > other.partners))
            other = (nearest){count, 0, r->classes.at[i].list.at[0].number};
    }
    count_labels(r, h, -1);
    if (best->number == SIZE_MAX) *best = other;
    return found;
}

static bool allows(lcd_references *r, const order *h, size_t *number) {
    nearest best = {.number = SIZE_MAX};
    bool found = false, complete = h->returned == h->count;
    uint32_t own = complete ? find_class(r, h, false) : LC_NOT_INTERNED;
    if (own != LC_NOT_INTERNED) found = look_in_class(r, h, own, &best);
    if (best.number == SIZE_MAX) found = look_everywhere(r, h, &best);
    *number = best.number;
    return found;
}

bool lcd_references_allow(lcd_references *r, const lince_history *h, size_t *number) {
    order o;
    *number = SIZE_MAX;
    bool allowed = make_order(r, h, &o) && allows(r, &o, number);
    lc_order_free(&o);
    return allowed;
}

bool lcd_references_add(lcd_references *r, const lince_history *h) {
    reference new = {.number = r->added};
    size_t known;
    bool fine = make_order(r, h, &new.order), needed = fine && !allows(r, &new.order, &known);
    if (needed) {
        uint32_t number = find_class(r, &new.order, true);
        fine = number != LC_NOT_INTERNED && lc_push(NULL, &r->classes.at[number].list, new);
    }
    r->added++;
    r->failed |= !fine;
    if (!needed || !fine) lc_order_free(&new.order);
    return fine;
}

bool lcd_references_failed(const lcd_references *r) { return r->failed; }

lcd_references *lcd_references_new(void) {
    lcd_references *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    lc_op_labels_init(&r->labels);
    lc_intern_init(&r->multisets, NULL);
    return r;
}

void lcd_references_free(lcd_references *r) {
    if (!r) return;
    for (uint32_t i = 0; i < r->classes.count; i++) {
        class *c = &r->classes.at[i];
        for (uint32_t j = 0; j < c->list.count; j++) lc_order_free(&c->list.at[j].order);
        lc_vec_free(NULL, &c->list);
    }
    lc_vec_free(NULL, &r->classes);
    lc_vec_free(NULL, &r->missing);
    lc_vec_free(NULL, &r->taken);
    lc_op_labels_free(&r->labels);
    lc_intern_free(&r->multisets);
    free(r);
}
