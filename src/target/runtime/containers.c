/* Lists are rings of nodes with the list itself among them.  Trees are red-black trees as in Cormen, Leiserson, Rivest,
 * Stein: Introduction to Algorithms, with a header whose parent is the root and whose children are the first and the
 * last node; the header is red and the root's parent.  Both layouts are part of libstdc++'s ABI.
 *
 * Every access is announced right before it happens, so that other threads can come in between where it races. */
#include "target/runtime/containers.h"

#include <stddef.h>

#include "target/runtime/machine.h"
#include "target/runtime/tsan.h"

#define EXPORT __attribute__((visibility("default")))

/* The rewritten calls of the objects have these names. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static inline void announce(const void *at, size_t size, bool writes, uintptr_t pc) {
    if (lct_m.in_code) lct_access_range((uintptr_t)at, size, writes, pc);
}

/* These need a `pc`.  The value is there before the write begins, because getting it may be a step of its own. */
#define GET(place) (announce(&(place), sizeof(place), false, pc), (place))
#define SET(place, new_value)                                                                                          \
    do {                                                                                                               \
        __typeof__(place) value_ = (new_value);                                                                        \
        announce(&(place), sizeof(place), true, pc);                                                                   \
        (place) = value_;                                                                                              \
    } while (0)

/* ---- lists ------------------------------------------------------------------------------------------------------- */

typedef struct node {
    struct node *next, *previous;
} node;

/* Those two become neighbours. */
static void tie(node *first, node *second, uintptr_t pc) {
    SET(first->next, second);
    SET(second->previous, first);
}

EXPORT void lct_list_hook(node *n, node *at) {
    uintptr_t pc = LCT_CALLER;
    node *before = GET(at->previous);
    tie(before, n, pc);
    tie(n, at, pc);
}

EXPORT void lct_list_unhook(node *n) {
    uintptr_t pc = LCT_CALLER;
    node *next = GET(n->next), *previous = GET(n->previous);
    tie(previous, next, pc);
}

/* Moves all from `first` up to the one before `last` in front of `at`. */
EXPORT void lct_list_transfer(node *at, node *first, node *last) {
    uintptr_t pc = LCT_CALLER;
    if (at == last) return;
    node *final = GET(last->previous), *left = GET(first->previous), *before = GET(at->previous);
    tie(left, last, pc);
    tie(before, first, pc);
    tie(final, at, pc);
}

EXPORT void lct_list_reverse(node *list) {
    uintptr_t pc = LCT_CALLER;
    node *n = list;
    do {
        node *next = GET(n->next);
        SET(n->next, GET(n->previous));
        SET(n->previous, next);
        n = next;
    } while (n != list);
}

/* The nodes of one list become those of another one, or it is empty. */
static void take_over(node *list, node *next, node *previous, const node *other, uintptr_t pc) {
    bool empty = next == other;
    tie(list, empty ? list : next, pc);
    tie(empty ? list : previous, list, pc);
}

EXPORT void lct_list_swap(node *a, node *b) {
    uintptr_t pc = LCT_CALLER;
    node *next = GET(a->next), *previous = GET(a->previous), *other_next = GET(b->next), *other = GET(b->previous);
    if (next != a || other_next != b) {
        take_over(a, other_next, other, b, pc);
        take_over(b, next, previous, a, pc);
    }
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

enum { RED, BLACK };
enum { LEFT, RIGHT };

typedef struct tree {
    int color;
    struct tree *parent, *child[2];
} tree;

/* The last one on this side. */
static tree *farthest(tree *t, int side, uintptr_t pc) {
    for (tree *next; (next = GET(t->child[side])); t = next) {}
    return t;
}

static tree *neighbour(tree *t, int side, uintptr_t pc) {
    tree *child = GET(t->child[side]);
    if (child) return farthest(child, !side, pc);
    tree *parent = GET(t->parent);
    while (t == GET(parent->child[side])) {
        t = parent;
        parent = GET(t->parent);
    }
    /* Behind the last one stands the header, which is also the parent of its own parent. */
    return side == RIGHT && GET(t->child[RIGHT]) == parent ? t : parent;
}

EXPORT tree *lct_tree_increment(tree *t) { return neighbour(t, RIGHT, LCT_CALLER); }

EXPORT tree *lct_tree_decrement(tree *t) {
    uintptr_t pc = LCT_CALLER;
    if (GET(t->color) == RED && GET(GET(t->parent)->parent) == t) return GET(t->child[RIGHT]); /* the header */
    return neighbour(t, LEFT, pc);
}

/* In the parent of `t`, `other` takes the place of `t`. */
static void replace(tree *t, tree *other, tree *header, uintptr_t pc) {
    if (GET(header->parent) == t) {
        SET(header->parent, other);
        return;
    }
    tree *parent = GET(t->parent);
    int side = GET(parent->child[LEFT]) == t ? LEFT : RIGHT;
    SET(parent->child[side], other);
}

/* It goes down on `side`, and its child on the other side comes up. */
static void rotate(tree *t, int side, tree *header, uintptr_t pc) {
    tree *up = GET(t->child[!side]), *between = GET(up->child[side]);
    SET(t->child[!side], between);
    if (between) SET(between->parent, t);
    SET(up->parent, GET(t->parent));
    replace(t, up, header, pc);
    SET(up->child[side], t);
    SET(t->parent, up);
}

static bool is_red(tree *t, uintptr_t pc) { return t && GET(t->color) == RED; }

static void blacken(tree *t, uintptr_t pc) {
    if (is_red(t, pc)) SET(t->color, BLACK);
}

EXPORT void lct_tree_insert(bool left, tree *t, tree *parent, tree *header) {
    uintptr_t pc = LCT_CALLER;
    int side = left ? LEFT : RIGHT;
    SET(t->parent, parent);
    SET(t->child[LEFT], NULL);
    SET(t->child[RIGHT], NULL);
    SET(t->color, RED);
    SET(parent->child[side], t);
    if (parent == header) {
        SET(header->parent, t);
        SET(header->child[RIGHT], t);
    } else if (GET(header->child[side]) == parent) SET(header->child[side], t);

    while (t != GET(header->parent) && is_red(parent = GET(t->parent), pc)) {
        tree *above = GET(parent->parent);
        side = parent == GET(above->child[LEFT]) ? LEFT : RIGHT;
        tree *uncle = GET(above->child[!side]);
        SET(above->color, RED);
        if (is_red(uncle, pc)) {
            SET(parent->color, BLACK);
            SET(uncle->color, BLACK);
            t = above;
            continue;
        }
        if (t == GET(parent->child[!side])) {
            t = parent;
            rotate(t, side, header, pc);
        }
        blacken(GET(t->parent), pc);
        rotate(above, !side, header, pc);
    }
    blacken(GET(header->parent), pc);
}

/* One black node is missing on every way down through `t`, which may be NULL, below `parent`. */
static void make_up(tree *t, tree *parent, tree *header, uintptr_t pc) {
    while (t != GET(header->parent) && !is_red(t, pc)) {
        int side = t == GET(parent->child[LEFT]) ? LEFT : RIGHT;
        tree *sibling = GET(parent->child[!side]);
        if (is_red(sibling, pc)) {
            SET(sibling->color, BLACK);
            SET(parent->color, RED);
            rotate(parent, side, header, pc);
            sibling = GET(parent->child[!side]);
        }
        tree *near = GET(sibling->child[side]), *far = GET(sibling->child[!side]);
        if (!is_red(near, pc) && !is_red(far, pc)) {
            SET(sibling->color, RED);
            t = parent;
            parent = GET(t->parent);
            continue;
        }
        if (!is_red(far, pc)) {
            SET(near->color, BLACK);
            SET(sibling->color, RED);
            rotate(sibling, !side, header, pc);
            sibling = GET(parent->child[!side]);
        }
        SET(sibling->color, GET(parent->color));
        SET(parent->color, BLACK);
        blacken(GET(sibling->child[!side]), pc);
        rotate(parent, side, header, pc);
        break;
    }
    blacken(t, pc);
}

/* It has at most one child, which takes its place; returns where that then hangs. */
static tree *cut_out(tree *t, tree *child, tree *header, uintptr_t pc) {
    tree *parent = GET(t->parent);
    if (child) SET(child->parent, parent);
    replace(t, child, header, pc);
    for (int side = LEFT; side <= RIGHT; side++)
        if (GET(header->child[side]) == t) SET(header->child[side], child ? farthest(child, side, pc) : parent);
    return parent;
}

/* It has two children: the next one, `next`, whose right child is `child`, takes its place; returns where that then
 * hangs. */
static tree *exchange(tree *t, tree *next, tree *child, tree *header, uintptr_t pc) {
    tree *left = GET(t->child[LEFT]), *right = GET(t->child[RIGHT]), *hangs = next;
    SET(left->parent, next);
    SET(next->child[LEFT], left);
    if (next != right) {
        hangs = GET(next->parent);
        if (child) SET(child->parent, hangs);
        SET(hangs->child[LEFT], child);
        SET(next->child[RIGHT], right);
        SET(right->parent, next);
    }
    replace(t, next, header, pc);
    SET(next->parent, GET(t->parent));
    int color = GET(next->color);
    SET(next->color, GET(t->color));
    SET(t->color, color);
    return hangs;
}

EXPORT tree *lct_tree_erase(tree *t, tree *header) {
    uintptr_t pc = LCT_CALLER;
    tree *left = GET(t->child[LEFT]), *right = GET(t->child[RIGHT]), *child, *parent;
    if (left && right) {
        tree *next = farthest(right, LEFT, pc);
        child = GET(next->child[RIGHT]);
        parent = exchange(t, next, child, header, pc);
    } else {
        child = left ? left : right;
        parent = cut_out(t, child, header, pc);
    }
    if (GET(t->color) == BLACK) make_up(child, parent, header, pc);
    return t;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

/* There is none in programs without C++. */
extern size_t _ZSt11_Hash_bytesPKvmm(const void *, size_t, size_t) __attribute__((weak));

EXPORT size_t lct_hash_of_bytes(const void *at, size_t size, size_t seed) {
    if (size) announce(at, size, false, LCT_CALLER);
    return _ZSt11_Hash_bytesPKvmm(at, size, seed);
}
