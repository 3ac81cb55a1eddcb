/* What quasi linearizability is tested with: objects, histories, and factors.
 *
 * Histories are those of the other criteria if they are small enough, but in many of them operations have changed
 * places: two that returned exchange what they did.  So a history that was linearizable becomes one where something was
 * overtaken a few times.
 */
#include <string.h>

#include "quasi.h"

const quasi_case quasi_cases[] = {
    {{"queue", {{NULL, "queue"}}, NIL, 75, 6, false}, {"enq", "deq", "peek"}},
    {{"queue-distinct", {{NULL, "queue"}}, NIL, 75, 6, true}, {"enq", "deq", "peek"}},
    {{"stack", {{NULL, "stack"}}, NIL, 75, 6, false}, {"push", "pop", "peek"}},
    {{"stack-distinct", {{NULL, "stack"}}, NIL, 75, 6, true}, {"push", "pop", "peek"}},
    {{"pqueue", {{NULL, "pqueue"}}, NIL, 75, 6, false}, {"insert", "delmin", "peek"}},
    {{"pqueue-distinct", {{NULL, "pqueue"}}, NIL, 75, 6, true}, {"insert", "delmin", "peek"}},
    {{"queue:capacity=2", {{NULL, "queue:capacity=2"}}, NIL, 75, 6, false}, {"enq", "deq", "peek"}},
    {{"stack:capacity=2", {{NULL, "stack:capacity=2"}}, NIL, 75, 6, true}, {"push", "pop", "peek"}},
    {{"deque", {{NULL, "deque"}}, NIL, 75, 6, false}, {"push_front", "pop_back", "pop_front"}},
    {{"deque-distinct", {{NULL, "deque"}}, NIL, 75, 6, true}, {"push_back", "pop_front", "push_front"}},
    {{"bag", {{NULL, "bag"}}, NIL, 75, 6, false}, {"put", "take", NULL}},
    {{"bag-distinct", {{NULL, "bag"}}, NIL, 75, 6, true}, {"put", "take", NULL}},
    {{"register", {{NULL, "register"}}, NIL, 75, 6, false}, {"write", "read", NULL}},
    {{"cas-register", {{NULL, "cas-register"}}, 1, 75, 6, false}, {"write", "cas", "read"}},
    {{"counter", {{NULL, "counter"}}, NIL, 75, 6, false}, {"fetch_add", "get", "inc"}},
    {{"set", {{NULL, "set"}}, NIL, 75, 6, false}, {"add", "remove", "contains"}},
    {{"map", {{NULL, "map"}}, NIL, 75, 6, false}, {"put", "get", "append"}},
    {{"mutex", {{NULL, "mutex"}}, NIL, 75, 6, false}, {"lock", "unlock", "trylock"}},
    {{"two-queues", {{"p", "queue"}, {"q", "queue"}}, NIL, 75, 8, true}, {"enq", "deq", "peek"}},
    {{"queue+counter", {{"q", "queue"}, {"c", "counter"}}, NIL, 75, 8, false}, {"enq", "fetch_add", "deq"}},
    {{0}, {0}},
};

/* ---- histories ---- */

static int below(uint64_t *random, int bound) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (int)((*random >> 33) % (uint64_t)bound);
}

static bool is_small(const history *h) {
    int count[MOST_OBJECTS] = {0}, open = 0;
    for (int i = 0; i < h->op_count; i++) {
        if (oracle_failed(h, &h->ops[i])) continue;
        if (++count[h->ops[i].object] > QUASI_OPS) return false;
        open += !oracle_returned(h, &h->ops[i]);
    }
    for (int i = 0; i < h->object_count; i++)
        if (!count[i]) return false; /* factors that name its methods would be refused */
    /* what is pending multiplies the orders */
    return open <= 3 && h->op_count - open >= 2;
}

/* What one did, the other has done.  Both have returned, or the results would be lost. */
static void exchange(history *h, int a, int b) {
    op x = h->ops[a], y = h->ops[b];
    h->ops[a] = y;
    h->ops[b] = x;
    h->ops[a].thread = x.thread, h->ops[a].call = x.call, h->ops[a].end = x.end;
    h->ops[b].thread = y.thread, h->ops[b].call = y.call, h->ops[b].end = y.end;
}

static void exchange_some(history *h, uint64_t *random) {
    int a = below(random, h->op_count), b = a + 1 + below(random, 3);
    if (b < h->op_count && oracle_returned(h, &h->ops[a]) && oracle_returned(h, &h->ops[b])) exchange(h, a, b);
}

void quasi_generate(const scenario *s, uint64_t seed, history *h) {
    uint64_t random = seed, attempt = 0;
    do oracle_generate(s, seed + 1000003 * attempt++, h);
    while (!is_small(h));
    for (int left = below(&random, 5); left > 0; left--) exchange_some(h, &random);
}

/* ---- factors ---- */

/* Sets of methods by their numbers, and `m` for the smallest. */
static const char *const patterns[] = {
    "0=0 1=1",      "1=2",     "0=1", "01=1",        "01=2 1=1", "0=1 1=1 2=0", "2=0",     "0=1 12=1",
    "02=1 12=1",    "0=0 1=m", "1=m", "01=m",        "0=2 1=2",  "012=1",       "0=0 1=0", "0=0 1=0 2=0",
    "01=3 0=1 1=1", "0=m 1=1", "1=1", "0=1 1=m 2=0", "01=m 1=1", "12=0 0=1",    "1=3 2=1", "02=0 1=2",
};

/* One set, `01=2`.  A method that the case does not have is left out. */
static bool read_set(const quasi_case *c, const char *text, char *names, quasi_set *s) {
    *names = '\0';
    for (; *text != '='; text++) {
        const char *name = c->names[*text - '0'];
        if (name) sprintf(names + strlen(names), "%s%s", *names ? "," : "", name);
    }
    *s = (quasi_set){names, text[1] == 'm' ? QUASI_MIN : text[1] - '0'};
    return *names;
}

quasi_factors quasi_draw_factors(const quasi_case *c, uint64_t number, quasi_names *names) {
    quasi_factors f = {0};
    const char *at = patterns[number % (sizeof patterns / sizeof *patterns)];
    while (at) {
        if (read_set(c, at, names->at[f.count], &f.sets[f.count])) f.count++;
        at = strchr(at, ' ');
        if (at) at++;
    }
    if (!f.count) return (quasi_factors){1, {{NULL, 1}}};
    return f;
}
