/* Lists and trees come out as libstdc++ itself leaves them, node for node, and what is read and written is said. */
#include <stdlib.h>

#include "heap_support.h"
#include "target/runtime/containers.h"

enum { NODES = 40, ROUNDS = 20000 };

typedef struct list {
    struct list *next, *previous;
} list;
typedef struct tree {
    int color;
    struct tree *parent, *left, *right;
} tree;

/* Declared nowhere: objects are made to call ours instead of theirs. */
#pragma GCC diagnostic ignored "-Wredundant-decls"
extern void lct_list_hook(list *, list *), lct_list_unhook(list *), lct_list_transfer(list *, list *, list *);
extern void lct_list_reverse(list *), lct_list_swap(list *, list *);
extern tree *lct_tree_increment(tree *), *lct_tree_decrement(tree *), *lct_tree_erase(tree *, tree *);
extern void lct_tree_insert(bool, tree *, tree *, tree *);
extern size_t lct_hash_of_bytes(const void *, size_t, size_t);
#define SAME_TYPE(theirs, ours) extern __typeof__(ours) theirs;
LCT_CONTAINERS(SAME_TYPE)

/* The same is done to both, ours first. */
static union {
    list lists[NODES];
    tree trees[NODES];
} both[2];
enum { OURS, THEIRS };
#define DO(ours, theirs, node, ...)                                                                                    \
    do {                                                                                                               \
        int who = OURS;                                                                                                \
        ours(node, ##__VA_ARGS__);                                                                                     \
        who = THEIRS;                                                                                                  \
        theirs(node, ##__VA_ARGS__);                                                                                   \
    } while (0)

/* A pointer among the nodes as a number. */
static long number(const void *at, int who, size_t size) {
    return at ? ((const char *)at - (const char *)&both[who]) / (long)size : -1;
}

/* ---- lists: the first three nodes are lists ---- */

static bool same_lists(void) {
    for (unsigned i = 0; i < NODES; i++)
        if (number(both[0].lists[i].next, 0, sizeof(list)) != number(both[1].lists[i].next, 1, sizeof(list)) ||
            number(both[0].lists[i].previous, 0, sizeof(list)) != number(both[1].lists[i].previous, 1, sizeof(list)))
            return false;
    return true;
}

static unsigned after(unsigned n) { return (unsigned)number(both[0].lists[n].next, 0, sizeof(list)); }

static unsigned any_place(unsigned which, uint64_t *random) {
    unsigned n = which;
    for (uint32_t steps = next_random(random) % NODES; steps; steps--) n = after(n);
    return n;
}

static void change_lists(bool *inside, uint64_t *random) {
#define L both[who].lists
    unsigned n = 3 + next_random(random) % (NODES - 3), which = next_random(random) % 3, other = (which + 1) % 3,
             at = any_place(which, random), first = after(other), last = any_place(first, random);
    switch (next_random(random) % 6) {
    case 0:
    case 1:
        if (inside[n]) break;
        inside[n] = true;
        DO(lct_list_hook, _ZNSt8__detail15_List_node_base7_M_hookEPS0_, L + n, L + at);
        break;
    case 2:
        if (!inside[n]) break;
        inside[n] = false;
        DO(lct_list_unhook, _ZNSt8__detail15_List_node_base9_M_unhookEv, L + n);
        both[0].lists[n] = both[1].lists[n] = (list){NULL, NULL};
        break;
    case 3:
        if (first == other || first == last) break;
        for (unsigned i = first; last != other && i != last; i = after(i))
            if (i == other) last = other; /* the list itself stays where it is */
        DO(lct_list_transfer, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_, L + at, L + first, L + last);
        break;
    case 4: DO(lct_list_reverse, _ZNSt8__detail15_List_node_base10_M_reverseEv, L + which); break;
    default: DO(lct_list_swap, _ZNSt8__detail15_List_node_base4swapERS0_S1_, L + which, L + other); break;
    }
#undef L
}

static void lists(void) {
    bool inside[NODES] = {false}, same = true;
    uint64_t random = 1;
    for (int who = 0; who < 2; who++)
        for (unsigned i = 0; i < 3; i++) both[who].lists[i] = (list){both[who].lists + i, both[who].lists + i};
    for (unsigned round = 0; round < ROUNDS && same; round++) {
        change_lists(inside, &random);
        same = same_lists();
    }
    expect(same, "lists are what libstdc++ makes of them");
}

/* ---- trees: the first node is the header, and nodes are ordered by their numbers ---- */

static bool same_trees(void) {
    for (unsigned i = 0; i < NODES; i++) {
        const tree *a = &both[0].trees[i], *b = &both[1].trees[i];
        if (number(a->parent, 0, sizeof *a) != number(b->parent, 1, sizeof *b) ||
            number(a->left, 0, sizeof *a) != number(b->left, 1, sizeof *b) ||
            number(a->right, 0, sizeof *a) != number(b->right, 1, sizeof *b) || a->color != b->color)
            return false;
    }
    return true;
}

static void insert(unsigned n) {
    const tree *mine = both[0].trees, *parent = mine, *at = mine->parent;
    bool left = true;
    for (; at; at = left ? at->left : at->right) {
        parent = at;
        left = n < (unsigned)(at - mine);
    }
    unsigned p = (unsigned)(parent - mine);
    lct_tree_insert(left, both[0].trees + n, both[0].trees + p, both[0].trees);
    _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(left, both[1].trees + n, both[1].trees + p,
                                                                      both[1].trees);
}

/* Forwards to the end, and back. */
static bool walks_alike(void) {
    tree *mine = both[0].trees, *theirs = both[1].trees;
    bool same = true;
    for (tree *t = mine->left, *u = theirs->left; t != mine && same;) {
        t = lct_tree_increment(t);
        u = _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(u);
        same = t - mine == u - theirs;
    }
    for (tree *t = mine, *u = theirs; t != mine->left && same;) {
        t = lct_tree_decrement(t);
        u = _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(u);
        same = t - mine == u - theirs;
    }
    return same;
}

static void trees(void) {
    bool inside[NODES] = {true}, same = true;
    uint64_t random = 1;
    memset(both, 0, sizeof both);
    for (int who = 0; who < 2; who++) both[who].trees->left = both[who].trees->right = both[who].trees;
    for (unsigned round = 0; round < ROUNDS && same; round++) {
        /* It fills and empties in turn. */
        unsigned n = 1 + next_random(&random) % (NODES - 1);
        bool filling = round / 200 % 2, fits = inside[n] != filling || next_random(&random) % 4 == 0;
        if (!fits) continue;
        if (!inside[n]) insert(n);
        else {
            tree *removed = lct_tree_erase(both[0].trees + n, both[0].trees);
            same = removed == both[0].trees + n;
            _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(both[1].trees + n, both[1].trees);
        }
        inside[n] = !inside[n];
        same = same && same_trees() && walks_alike();
    }
    expect(same, "trees are what libstdc++ makes of them");
}

/* ---- what is said ---- */

static bool was(unsigned back, const void *at, size_t size, lct_access access) {
    const lct_step *s = &seen.ranges[3 - back];
    return s->address == (uintptr_t)at && s->size == size && s->access == access;
}

static void says_it(void) {
    static list l = {&l, &l}, n;
    static const char text[] = "some bytes";
    lct_m.in_code = true;
    seen.accesses = 0;
    lct_list_hook(&n, &l);
    expect(seen.accesses == 5 && was(0, &l.previous, 8, LCT_WRITE) && was(1, &n.next, 8, LCT_WRITE) &&
               was(2, &n.previous, 8, LCT_WRITE) && was(3, &l.next, 8, LCT_WRITE),
           "a list says what it writes");
    size_t hash = lct_hash_of_bytes(text, sizeof text, 7);
    expect(was(0, text, sizeof text, LCT_READ) && hash == _ZSt11_Hash_bytesPKvmm(text, sizeof text, 7),
           "bytes are read to be hashed");
    lct_m.in_code = false;
}

int main(void) {
    lists();
    trees();
    says_it();
    return tap_end();
}
