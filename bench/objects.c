/* The objects that simulated threads call. */
#include <string.h>

#include "simulation.h"

static const struct {
    const char *name;
    unsigned args;
    bool key;
} methods[] = {
    [READ] = {"read", 0, false},       [WRITE] = {"write", 1, false},
    [CAS] = {"cas", 2, false},         [INC] = {"inc", 0, false},
    [DEC] = {"dec", 0, false},         [ADD_NUMBER] = {"add", 1, false},
    [GET_NUMBER] = {"get", 0, false},  [FETCH_ADD] = {"fetch_add", 1, false},
    [ENQ] = {"enq", 1, false},         [DEQ] = {"deq", 0, false},
    [PUSH] = {"push", 1, false},       [POP] = {"pop", 0, false},
    [INSERT] = {"insert", 1, false},   [DELMIN] = {"delmin", 0, false},
    [PEEK] = {"peek", 0, false},       [PUT_IN] = {"put", 1, false},
    [TAKE] = {"take", 0, false},       [ADD] = {"add", 0, true},
    [REMOVE] = {"remove", 0, true},    [CONTAINS] = {"contains", 0, true},
    [GET] = {"get", 0, true},          [PUT] = {"put", 1, true},
    [DEL] = {"del", 0, true},          [CAS_KEY] = {"cas", 2, true},
    [LOCK] = {"lock", 0, false},       [TRYLOCK] = {"trylock", 0, false},
    [UNLOCK] = {"unlock", 0, false},   [WAIT] = {"wait", 0, false},
    [TRYWAIT] = {"trywait", 0, false}, [POST] = {"post", 0, false},
};

const char *method_name(method m) { return methods[m].name; }
unsigned method_args(method m) { return methods[m].args; }
bool method_has_key(method m) { return methods[m].key; }

static value truth(bool b) { return b ? TRUE : FALSE; }

uint32_t most_values(const simulation *s) {
    uint32_t most = 2;
    while (most <= s->operations) most *= 2;
    return most;
}

/* Priorities must not come in order, and yet each only once: n times an odd number, modulo a power of two, meets every
 * number below it, and so does the number with its upper half added to the lower one. */
static value scatter(const simulation *s, uint32_t n) {
    uint32_t mask = most_values(s) - 1, half = (uint32_t)__builtin_popcount(mask) / 2;
    for (int round = 0; round < 2; round++) {
        n = n * 0x9e3779b1u & mask;
        n ^= n >> (half ? half : 1);
    }
    return (value)n;
}

value draw_value(simulation *s) {
    if (s->values) return (value)(1 + below(s, s->values));
    value v = ++s->fresh;
    if (s->object->choose == choose_pqueue) v = scatter(s, (uint32_t)v);
    if (s->adders) s->adders[v] = s->op_count;
    return v;
}

/* ---- cells: registers, sets and maps ---- */

static bool choose_register(simulation *s, operation *o) {
    o->method = below(s, 100) < s->observers ? READ : WRITE;
    if (o->method == WRITE) o->args[0] = draw_value(s);
    return true;
}

/* What a cas expects: often enough what is there. */
static value expect(simulation *s, uint32_t key) {
    if (below(s, 2) || !s->values) return s->cells[key];
    return draw_value(s);
}

static bool choose_cas_register(simulation *s, operation *o) {
    uint32_t pick = below(s, 100);
    o->method = pick < 40 ? READ : pick < 70 ? WRITE : CAS;
    if (o->method == CAS) o->args[0] = expect(s, 0);
    if (o->method != READ) o->args[o->method == CAS] = draw_value(s);
    return true;
}

/* Each value is added once and removed once at most; `items` are those that nobody has set out to remove.  Lookups go
 * for what was added lately, or any time, or not yet. */
static void choose_fresh_member(simulation *s, operation *o) {
    uint32_t added = (uint32_t)s->fresh;
    if (o->method == REMOVE && s->items_end == 0) o->method = ADD;
    if (o->method == CONTAINS) {
        uint32_t among = added + 1 < 32 || below(s, 2) ? added + 1 : 32;
        o->key = added + 1 - below(s, among);
    } else if (o->method == ADD) {
        o->key = (uint32_t)++s->fresh;
        s->items[s->items_end++] = s->fresh;
    } else {
        uint32_t at = below(s, s->items_end);
        o->key = (uint32_t)s->items[at];
        s->items[at] = s->items[--s->items_end];
    }
}

static bool choose_set(simulation *s, operation *o) {
    uint32_t pick = below(s, 100), writers = 100 - s->observers;
    o->method = pick < (writers + 1) / 2 ? ADD : pick < writers ? REMOVE : CONTAINS;
    if (s->values) o->key = below(s, s->keys);
    else choose_fresh_member(s, o);
    return true;
}

static bool choose_map(simulation *s, operation *o) {
    uint32_t pick = below(s, 100);
    o->method = pick < 50 ? GET : pick < 80 ? PUT : pick < 90 ? CAS_KEY : DEL;
    o->key = below(s, s->keys);
    if (o->method == CAS_KEY) o->args[0] = expect(s, o->key);
    if (o->method == CAS_KEY || o->method == PUT) o->args[o->method == CAS_KEY] = draw_value(s);
    return true;
}

static bool act_on_cell(simulation *s, operation *o) {
    value *cell = &s->cells[o->key], before = *cell;
    switch (o->method) {
    case READ:
    case GET: o->result = before; break;
    case WRITE:
    case PUT: *cell = o->args[0]; break;
    case CAS:
    case CAS_KEY:
        if (before == o->args[0]) *cell = o->args[1];
        o->result = truth(before == o->args[0]);
        break;
    case DEL:
        *cell = NIL;
        o->result = truth(before != NIL);
        break;
    case ADD:
        *cell = TRUE;
        o->result = truth(before != TRUE);
        break;
    case REMOVE:
        *cell = NIL;
        o->result = truth(before == TRUE);
        break;
    default: o->result = truth(before == TRUE); break;
    }
    return true;
}

/* ---- a counter ---- */

static bool choose_counter(simulation *s, operation *o) {
    uint32_t pick = below(s, 100);
    o->method = pick < 30 ? INC : pick < 50 ? DEC : pick < 60 ? ADD_NUMBER : pick < 75 ? FETCH_ADD : GET_NUMBER;
    if (o->method == ADD_NUMBER || o->method == FETCH_ADD) o->args[0] = 1 + below(s, 5);
    return true;
}

static bool act_on_counter(simulation *s, operation *o) {
    if (o->method == GET_NUMBER || o->method == FETCH_ADD) o->result = s->number;
    if (o->method == ADD_NUMBER || o->method == FETCH_ADD) s->number += o->args[0];
    if (o->method == INC) s->number++;
    if (o->method == DEC) s->number--;
    return true;
}

/* ---- locks: a mutex and a semaphore ---- */

/* Every acquisition keeps back one of the operations to come for its unlock. */
static bool choose_lock(simulation *s, operation *o, method lock, method trylock, method unlock) {
    if (s->holds[o->thread]) {
        o->method = unlock;
        return true;
    }
    if (s->operations - s->op_count < s->reserved + 2) return false;
    o->method = below(s, 100) < 60 ? lock : trylock;
    s->reserved++;
    return true;
}

static bool choose_mutex(simulation *s, operation *o) { return choose_lock(s, o, LOCK, TRYLOCK, UNLOCK); }
static bool choose_semaphore(simulation *s, operation *o) { return choose_lock(s, o, WAIT, TRYWAIT, POST); }

static bool act_on_lock(simulation *s, operation *o) {
    bool full = s->taken == s->object->capacity, release = o->method == UNLOCK || o->method == POST;
    if ((o->method == LOCK || o->method == WAIT) && full) return false;
    if (o->method == TRYLOCK || o->method == TRYWAIT) o->result = truth(!full);
    if (release || o->result == FALSE) s->reserved--;
    if (o->result == FALSE) return true;
    s->holds[o->thread] = !release;
    s->taken += release ? -1u : 1u;
    return true;
}

static const object objects[] = {
    {.name = "register", .observers = 50, .choose = choose_register, .act = act_on_cell, .spoil = spoil_cell},
    {.name = "cas-register", .choose = choose_cas_register, .act = act_on_cell, .spoil = spoil_cell},
    {.name = "counter", .choose = choose_counter, .act = act_on_counter, .spoil = spoil_counter},
    {.name = "queue",
     .distinct = true,
     .relaxes = true,
     .choose = choose_queue,
     .act = act_on_container,
     .spoil = spoil_queue},
    {.name = "stack",
     .distinct = true,
     .relaxes = true,
     .choose = choose_stack,
     .act = act_on_container,
     .spoil = spoil_stack},
    {.name = "pqueue",
     .distinct = true,
     .relaxes = true,
     .choose = choose_pqueue,
     .act = act_on_container,
     .spoil = spoil_pqueue},
    {.name = "bag", .distinct = true, .choose = choose_bag, .act = act_on_container, .spoil = spoil_bag},
    {.name = "set", .keyed = true, .observers = 40, .choose = choose_set, .act = act_on_cell, .spoil = spoil_cell},
    {.name = "map", .keyed = true, .choose = choose_map, .act = act_on_cell, .spoil = spoil_cell},
    {.name = "mutex", .capacity = 1, .choose = choose_mutex, .act = act_on_lock, .spoil = spoil_mutex},
    {.name = "semaphore",
     .parameters = ":n=2",
     .capacity = 2,
     .choose = choose_semaphore,
     .act = act_on_lock,
     .spoil = spoil_semaphore},
};

const object *find_object(const char *name) {
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (strcmp(objects[i].name, name) == 0) return &objects[i];
    return NULL;
}
