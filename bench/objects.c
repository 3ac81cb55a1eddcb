/* The objects that simulated threads call. */
#include <string.h>

#include "simulation.h"

static const struct {
    const char *name;
    unsigned args;
    bool key;
} methods[] = {
    [READ] = {"read", 0, false},        [WRITE] = {"write", 1, false},
    [CAS] = {"cas", 2, false},          [INC] = {"inc", 0, false},
    [DEC] = {"dec", 0, false},          [ADD_NUMBER] = {"add", 1, false},
    [GET_NUMBER] = {"get", 0, false},   [FETCH_ADD] = {"fetch_add", 1, false},
    [ENQ] = {"enq", 1, false},          [DEQ] = {"deq", 0, false},
    [PUSH] = {"push", 1, false},        [POP] = {"pop", 0, false},
    [ADD] = {"add", 0, true},           [REMOVE] = {"remove", 0, true},
    [CONTAINS] = {"contains", 0, true}, [GET] = {"get", 0, true},
    [PUT] = {"put", 1, true},           [DEL] = {"del", 0, true},
    [CAS_KEY] = {"cas", 2, true},       [LOCK] = {"lock", 0, false},
    [TRYLOCK] = {"trylock", 0, false},  [UNLOCK] = {"unlock", 0, false},
};

const char *method_name(method m) { return methods[m].name; }
unsigned method_args(method m) { return methods[m].args; }
bool method_has_key(method m) { return methods[m].key; }

static value truth(bool b) { return b ? TRUE : FALSE; }
static value draw_value(simulation *s) { return s->values ? 1 + below(s, s->values) : ++s->fresh; }

/* ---- cells: registers, sets and maps ---- */

static bool choose_register(simulation *s, operation *o) {
    o->method = below(s, 100) < 50 ? READ : WRITE;
    if (o->method == WRITE) o->args[0] = draw_value(s);
    return true;
}

/* What a cas expects: often enough what is there. */
static value expect(simulation *s, uint32_t key) {
    if (below(s, 2) || !s->values) return s->cells[key];
    return 1 + below(s, s->values);
}

static bool choose_cas_register(simulation *s, operation *o) {
    uint32_t pick = below(s, 100);
    o->method = pick < 40 ? READ : pick < 70 ? WRITE : CAS;
    if (o->method == CAS) o->args[0] = expect(s, 0);
    if (o->method != READ) o->args[o->method == CAS] = draw_value(s);
    return true;
}

static bool choose_set(simulation *s, operation *o) {
    uint32_t pick = below(s, 100);
    o->method = pick < 30 ? ADD : pick < 60 ? REMOVE : CONTAINS;
    o->key = below(s, s->keys);
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

/* ---- containers ---- */

static bool choose_to_add(simulation *s) {
    uint32_t length = s->items_end - s->items_from;
    return below(s, 100) < (s->length && length >= s->length ? 25 : 50);
}

static bool choose_queue(simulation *s, operation *o) {
    o->method = choose_to_add(s) ? ENQ : DEQ;
    if (o->method == ENQ) o->args[0] = draw_value(s);
    return true;
}

static bool choose_stack(simulation *s, operation *o) {
    o->method = choose_to_add(s) ? PUSH : POP;
    if (o->method == PUSH) o->args[0] = draw_value(s);
    return true;
}

static bool act_on_container(simulation *s, operation *o) {
    if (o->method == ENQ || o->method == PUSH) s->items[s->items_end++] = o->args[0];
    else if (s->items_from == s->items_end) o->result = EMPTY;
    else o->result = o->method == DEQ ? s->items[s->items_from++] : s->items[--s->items_end];
    return true;
}

/* ---- a mutex ---- */

/* Every acquisition keeps back one of the operations to come for its unlock. */
static bool choose_mutex(simulation *s, operation *o) {
    if (s->holds[o->thread]) {
        o->method = UNLOCK;
        return true;
    }
    if (s->operations - s->op_count < s->reserved + 2) return false;
    o->method = below(s, 100) < 60 ? LOCK : TRYLOCK;
    s->reserved++;
    return true;
}

static bool act_on_mutex(simulation *s, operation *o) {
    if (o->method == LOCK && s->locked) return false;
    if (o->method == TRYLOCK) o->result = truth(!s->locked);
    if (o->method == UNLOCK || o->result == FALSE) s->reserved--;
    if (o->method == UNLOCK) s->locked = s->holds[o->thread] = false;
    else if (o->result != FALSE) s->locked = s->holds[o->thread] = true;
    return true;
}

static const object objects[] = {
    {"register", false, false, choose_register, act_on_cell, spoil_cell},
    {"cas-register", false, false, choose_cas_register, act_on_cell, spoil_cell},
    {"counter", false, false, choose_counter, act_on_counter, spoil_counter},
    {"queue", true, false, choose_queue, act_on_container, spoil_queue},
    {"stack", true, false, choose_stack, act_on_container, spoil_stack},
    {"set", false, true, choose_set, act_on_cell, spoil_cell},
    {"map", false, true, choose_map, act_on_cell, spoil_cell},
    {"mutex", false, false, choose_mutex, act_on_mutex, spoil_mutex},
};

const object *find_object(const char *name) {
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (strcmp(objects[i].name, name) == 0) return &objects[i];
    return NULL;
}
