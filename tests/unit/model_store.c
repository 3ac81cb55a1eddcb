/* Stores of states, and the structures they are made of, against plain arrays. */
#include "model/search/sets.h"
#include "model/search/store.h"
#include "model/search/trail.h"
#include "model_random.h"

/* States that share parts, as those of programs do. */
static void make_state(uint32_t *state, uint32_t words, uint32_t variety) {
    for (uint32_t i = 0; i < words; i++) {
        uint32_t value = below(variety);
        state[i] = i % 3 == 1 ? value * 0x1234567 : i % 3 == 2 ? ~value : value;
    }
}

static void store_of(uint32_t words) {
    enum { COUNT = 2000 };
    uint32_t *all = malloc((size_t)COUNT * words * sizeof *all), known = 0, back[64];
    lc_budget budget;
    lc_budget_init(&budget, 0);
    lcm_store store;
    bool right = lcm_store_init(&store, words, &budget), intact = true;
    for (uint32_t n = 0; n < COUNT; n++) {
        uint32_t *state = all + (size_t)known * words, found = 0;
        make_state(state, words, words == 1 ? 2000 : words < 4 ? 30 : 3);
        while (memcmp(all + (size_t)found * words, state, words * sizeof *state) != 0) found++;
        if (lcm_store_add(&store, state) != found) right = false;
        known += found == known;
    }
    for (uint32_t n = 0; n < known; n++) {
        lcm_store_get(&store, n, back);
        if (memcmp(back, all + (size_t)n * words, words * sizeof *back) != 0) intact = false;
    }
    expect(right && lcm_store_count(&store) == known, "%u words: %u states are told apart", words, known);
    expect(intact, "%u words: they come back", words);
    lcm_store_free(&store);
    expect(atomic_load(&budget.used) == 0, "%u words: all memory is given back", words);
    free(all);
}

/* Out of memory at any moment: what is there stays. */
static void little_memory(void) {
    bool intact = true, ended = true;
    for (size_t limit = 500; limit < 60000; limit += 977) {
        lc_budget budget;
        lc_budget_init(&budget, limit);
        lcm_store store;
        uint32_t state[5], back[5], added = 0;
        if (lcm_store_init(&store, 5, &budget)) {
            for (uint32_t n = 0; n < 100000; n++, added++) {
                for (uint32_t i = 0; i < 5; i++) state[i] = n >> (4 * i) & 15;
                if (lcm_store_add(&store, state) == LCM_NOT_STORED) break;
            }
            if (added == 100000) ended = false;
            for (uint32_t n = 0; n < added; n++) {
                lcm_store_get(&store, n, back);
                for (uint32_t i = 0; i < 5; i++) intact = intact && back[i] == (n >> (4 * i) & 15);
            }
        }
        lcm_store_free(&store);
        intact = intact && atomic_load(&budget.used) == 0 && atomic_load(&budget.peak) <= limit;
    }
    expect(ended, "a store stops at its limit");
    expect(intact, "what it had taken by then is unharmed");
}

static void table(void) {
    enum { COUNT = 20000 };
    lcm_table t;
    lcm_table_init(&t, NULL);
    uint64_t *keys = malloc(COUNT * sizeof *keys);
    uint32_t *numbers = malloc(COUNT * sizeof *numbers);
    bool right = lcm_table_widen(&t, (lcm_widths){1, 1, 1});
    for (uint32_t n = 0; n < COUNT; n++) {
        uint32_t bits = n / 700; /* wider and wider */
        keys[n] = (uint64_t)(below(2) << bits) << 32 | (below(1000) & ((2u << bits) - 1));
        numbers[n] = n << 1 | below(2);
        lcm_widths w = {(uint8_t)(bits + 1), (uint8_t)(bits + 1), (uint8_t)lcm_bits(numbers[n])};
        right = right && lcm_table_widen(&t, w) && lcm_table_add(&t, (lcm_record){keys[n], numbers[n]}) == n;
        if (n % 10 == 9) {
            uint32_t other = below(n);
            numbers[other] = numbers[other] & 1;
            lcm_table_set(&t, other, numbers[other]);
        }
    }
    for (uint32_t n = 0; n < COUNT; n++) {
        lcm_record r = lcm_table_get(&t, n);
        right = right && r.key == keys[n] && r.number == numbers[n];
    }
    expect(right, "records are what was put into them");
    bool found = true;
    for (uint32_t n = 0; n < COUNT; n++) {
        if (numbers[n] & 1) continue;
        lcm_probe probe = lcm_table_look(&t, lcm_table_hash((lcm_record){keys[n], 0}));
        uint32_t i;
        while ((i = lcm_table_next(&t, &probe)) != LCM_NO_RECORD && i != n) {}
        found = found && i == n;
    }
    expect(found, "they are found by their keys");
    lcm_table_free(&t);
    free(keys);
    free(numbers);
}

/* So many that slots are not of whole bytes. */
static void many(void) {
    enum { COUNT = 800000 };
    lcm_store store;
    bool right = lcm_store_init(&store, 3, NULL);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t n = 0; n < COUNT; n++) {
            uint32_t state[3] = {n % 1000, 7, n / 1000};
            right = right && lcm_store_add(&store, state) == n;
        }
    expect(right && store.table.slot_bits == 25, "%u states are found again", lcm_store_count(&store));
    lcm_store_free(&store);
}

/* A node whose children become many after it has pairs. */
static void many_children(void) {
    enum { COUNT = 100000, WORDS = 8 };
    lcm_store store;
    uint32_t state[WORDS], back[WORDS];
    bool right = lcm_store_init(&store, WORDS, NULL);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t n = 0; n < COUNT; n++) {
            for (uint32_t i = 0; i < WORDS; i++) state[i] = i == 0 ? n % 400 : i == 1 ? n / 400 : n % (i + 2);
            right = right && lcm_store_add(&store, state) == n;
            if (!right) break;
            lcm_store_get(&store, n, back);
            right = right && memcmp(state, back, sizeof state) == 0;
        }
    const lcm_tree *t = &store.tree;
    right = right && t->plan[2].left == WORDS && t->parts[0].count == COUNT; /* its parent is not the root */
    expect(right && t->parts[2].form == LCM_TREE_FULL, "a node has room for many children");
    lcm_store_free(&store);
}

/* Words at the root are numbered, one after the other and then no more: keys are translated. */
static void numbered(void) {
    enum { COUNT = 5000, WORDS = 3 };
    static const lcm_tree_node plans[][WORDS + 1] = {
        {{1, 2}, {0, 3}}, {{1, 2}, {0, 0}, {4, 3}}, {{1, 2}, {0, 3}}, {{0, 1}, {2, 2}, {3, 4}}, {{0, 1}, {3, 2}}};
    static const uint32_t nodes[] = {2, 3, 2, 3, 2};
    static uint64_t keys[COUNT];
    lcm_tree trees[2];
    uint32_t values[WORDS + WORDS], places[5] = {0};
    bool right = true;
    for (uint32_t p = 0; p < 5 && right; p++) {
        lcm_tree *old = &trees[p % 2], *new = &trees[(p + 1) % 2];
        bool anew = p == 0 || p == 3;
        right = lcm_tree_init(new, WORDS, plans[p], nodes[p], 1, NULL);
        if (!anew) lcm_tree_take_over(old, new);
        for (uint32_t n = 0; n < COUNT && right; n++) {
            const uint32_t state[WORDS] = {n % 13 * 1000000, n % 9, n * 77};
            memcpy(values, state, sizeof state);
            lcm_tree_enter(new);
            right =
                anew ? lcm_tree_fold(new, values, NULL, NULL, &keys[n]) : lcm_tree_translate(old, new, NULL, &keys[n]);
            lcm_tree_unfold(new, keys[n], values);
            lcm_tree_leave(new);
            right = right && memcmp(values, state, sizeof state) == 0;
        }
        places[p] = lcm_tree_count(new, plans[p][nodes[p] - 1].left);
        if (p > 0) lcm_tree_free(old);
    }
    lcm_tree_free(&trees[1]);
    expect(right, "words are numbered, and taken as they are again");
    expect(places[0] == 0 && places[1] == 13 && places[2] == 0, "there are as many numbers as values");
}

static void trail(void) {
    enum { COUNT = 5000 };
    lcm_trail t = {0};
    uint64_t *ordinals = malloc(COUNT * sizeof *ordinals), last = 0;
    bool right = true;
    for (uint32_t n = 0; n < COUNT; n++) {
        last += below(10) ? below(130) : (uint64_t)below(1u << 30) << below(20);
        ordinals[n] = last;
        right = right && lcm_trail_add(&t, last, NULL);
    }
    for (uint32_t n = 0; n < COUNT; n++) right = right && lcm_trail_get(&t, n) == ordinals[n];
    expect(right, "a trail gives back its ordinals");
    lcm_trail_free(&t, NULL);
    free(ordinals);
}

static void sets(void) {
    enum { COUNT = 400, SPAN = 700 };
    static bool has[COUNT][SPAN];
    uint32_t numbers[COUNT], elements[SPAN];
    lcm_sets s;
    lcm_sets_init(&s, NULL);
    bool lists = false, bits = false, same = true, within = true, each = true;
    for (uint32_t n = 0; n < COUNT; n++) {
        uint32_t count = 0, span = 1 + below(SPAN), one_in = 1 + below(60);
        if (n % 3 == 1) memcpy(has[n], has[n - 1], sizeof has[n]); /* subsets are rare otherwise */
        for (uint32_t e = 0; e < SPAN; e++) {
            if (n % 3 == 1) has[n][e] = has[n][e] && below(3);
            else has[n][e] = n % 3 == 2 && below(8) == 0 ? has[n - 2][e] : e < span && below(one_in) == 0;
            if (has[n][e]) elements[count++] = e;
        }
        if (count == 0) has[n][elements[count++] = 5] = true;
        bool added;
        numbers[n] = lcm_sets_add(&s, elements, count, &added);
        *(lcm_sets_get(&s, numbers[n])->bit_words ? &bits : &lists) = true;
        uint32_t seen = 0;
        for (uint32_t at = 0, e; lcm_set_each(lcm_sets_get(&s, numbers[n]), &at, &e); seen++)
            each = each && seen < count && e == elements[seen];
        each = each && seen == count;
    }
    uint32_t subsets = 0;
    for (uint32_t a = 0; a < COUNT; a++)
        for (uint32_t b = 0; b < COUNT; b++) {
            bool subset = true;
            for (uint32_t e = 0; e < SPAN; e++) subset = subset && (!has[a][e] || has[b][e]);
            subsets += subset && a != b;
            within = within && lcm_set_within(lcm_sets_get(&s, numbers[a]), lcm_sets_get(&s, numbers[b])) == subset;
            same = same && (numbers[a] == numbers[b]) == (memcmp(has[a], has[b], sizeof has[a]) == 0);
        }
    expect(lists && bits, "there are lists and strings of bits");
    expect(same, "equal sets have the same number");
    expect(each, "a set lists its elements in order");
    expect(within && subsets > 50, "which set is within which (%u are)", subsets);
    lcm_sets_free(&s);
}

/* Threads that fold the same states agree on their keys. */
enum { FOLDERS = 4, FOLDED = 40000, FOLDED_WORDS = 6 };
static lcm_tree shared_tree;
static uint64_t folded[FOLDERS][FOLDED];

static void write_words(uint32_t n, uint32_t *words) {
    for (uint32_t i = 0; i < FOLDED_WORDS; i++) words[i] = (uint32_t)(lc_mix(n, i / 2) % (i < 3 ? 50 : 5000));
}
static void *fold_all(void *argument) {
    uint64_t *keys = argument;
    uint32_t values[2 * FOLDED_WORDS];
    for (uint32_t n = 0; n < FOLDED; n++) {
        if (n % 100 == 0) lcm_tree_enter(&shared_tree);
        write_words(n, values);
        if (!lcm_tree_fold(&shared_tree, values, NULL, NULL, &keys[n])) keys[n] = 0;
        if (n % 100 == 99) lcm_tree_leave(&shared_tree);
    }
    return NULL;
}
static void threads(void) {
    pthread_t thread[FOLDERS];
    bool well = lcm_tree_init(&shared_tree, FOLDED_WORDS, NULL, 0, FOLDERS, NULL), same = true, back = true;
    for (uint32_t i = 0; i < FOLDERS; i++) well = well && pthread_create(&thread[i], NULL, fold_all, folded[i]) == 0;
    for (uint32_t i = 0; i < FOLDERS; i++) pthread_join(thread[i], NULL);
    uint32_t words[2 * FOLDED_WORDS], expected[FOLDED_WORDS];
    for (uint32_t n = 0; n < FOLDED; n++) {
        for (uint32_t i = 1; i < FOLDERS; i++) same = same && folded[i][n] == folded[0][n];
        lcm_tree_unfold(&shared_tree, folded[0][n], words);
        write_words(n, expected);
        back = back && memcmp(words, expected, sizeof expected) == 0;
    }
    expect(well && same, "threads that fold the same states get the same keys");
    expect(back, "and the states back");
    lcm_tree_free(&shared_tree);
}

int main(void) {
    for (uint32_t words = 1; words <= 17; words++) store_of(words);
    little_memory();
    table();
    many();
    many_children();
    numbered();
    trail();
    sets();
    threads();
    return tap_end();
}
