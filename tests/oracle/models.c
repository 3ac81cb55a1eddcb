/* The specifications, as naively as they can be written: each step says what may happen, on a copy of the state. */
#include <string.h>

#include "models.h"

static void start_empty(state *s, value init) { *s = (state){.init = init}; }
static void start_capacity_2(state *s, value init) { *s = (state){.init = init, .limit = 2}; }
static void start_register(state *s, value init) { *s = (state){.item = {init}}; }
static void start_two_free(state *s, value init) { *s = (state){.init = init, .count = 2}; }

static void start_map(state *s, value init) {
    *s = (state){.init = init};
    for (int i = 0; i < MOST_ITEMS; i++) s->item[i] = NOTHING;
}

/* Registers. */

void oracle_register(const state *s, int method, const value *arg, outcomes *o) {
    switch (method) {
    case READ: may(o, s, s->item[0]); break;
    case WRITE: may(o, s, NOTHING)->item[0] = arg[0]; break;
    case CAS:
        if (s->item[0] == arg[0]) may(o, s, TRUE)->item[0] = arg[1];
        else may(o, s, FALSE);
        break;
    }
}

void oracle_counter(const state *s, int method, const value *arg, outcomes *o) {
    switch (method) {
    case INC: may(o, s, NOTHING)->count++; break;
    case DEC: may(o, s, NOTHING)->count--; break;
    case ADD: may(o, s, NOTHING)->count += arg[0]; break;
    case GET: may(o, s, s->count); break;
    case FETCH_ADD: may(o, s, s->count)->count += arg[0]; break;
    }
}

/* Containers with an order; the item at place 0 is the first. */

void oracle_queue(const state *s, int method, const value *arg, outcomes *o) {
    if (method == PUT_IN) bounded_add(s, s->count, arg[0], o);
    else if (method == PEEK) may(o, s, s->count ? s->item[0] : EMPTY);
    else take_from(s, 0, o);
}

void oracle_stack(const state *s, int method, const value *arg, outcomes *o) {
    if (method == PUT_IN) bounded_add(s, s->count, arg[0], o);
    else if (method == PEEK) may(o, s, s->count ? s->item[s->count - 1] : EMPTY);
    else take_from(s, s->count - 1, o);
}

void oracle_deque(const state *s, int method, const value *arg, outcomes *o) {
    switch (method) {
    case PUSH_FRONT: bounded_add(s, 0, arg[0], o); break;
    case PUSH_BACK: bounded_add(s, s->count, arg[0], o); break;
    case POP_FRONT: take_from(s, 0, o); break;
    case POP_BACK: take_from(s, s->count - 1, o); break;
    }
}

/* Containers without one. */

void oracle_bag(const state *s, int method, const value *arg, outcomes *o) {
    if (method == PUT_IN) bounded_add(s, s->count, arg[0], o);
    else if (s->count == 0) may(o, s, EMPTY);
    else
        for (int i = 0; i < s->count; i++) remove_at(may(o, s, s->item[i]), i);
}

void oracle_pqueue(const state *s, int method, const value *arg, outcomes *o) {
    if (method == INSERT || method == INSERT_WITH_PRIORITY) {
        state *next = may(o, s, NOTHING);
        insert_at(next, s->count, method == INSERT ? arg[0] : arg[1]);
        next->rank[s->count] = arg[0];
        return;
    }
    if (s->count == 0) may(o, s, EMPTY);
    for (int i = 0; i < s->count; i++) {
        bool smallest = true;
        for (int k = 0; k < s->count; k++)
            if (s->rank[k] < s->rank[i]) smallest = false;
        state *next = smallest ? may(o, s, s->item[i]) : NULL;
        if (smallest && method != PEEK_MIN) remove_at(next, i);
    }
}

void oracle_set(const state *s, int method, const value *arg, outcomes *o) {
    int place = place_of(s, arg[0]);
    state *next = may(o, s, method == SET_ADD ? truth(place < 0) : truth(place >= 0));
    if (method == SET_ADD && place < 0) insert_at(next, s->count, arg[0]);
    if (method == SET_REMOVE && place >= 0) remove_at(next, place);
}

/* The value of key k is item k; NOTHING: the key is absent and reads as the initial value. */
void oracle_map(const state *s, int method, const value *arg, outcomes *o) {
    int key = arg[0];
    bool present = s->item[key] != NOTHING;
    value held = present ? s->item[key] : s->init;
    switch (method) {
    case MAP_GET: may(o, s, held); break;
    case MAP_PUT: may(o, s, NOTHING)->item[key] = arg[1]; break;
    case MAP_APPEND: may(o, s, NOTHING)->item[key] = held == NIL ? arg[1] : oracle_concat(held, arg[1]); break;
    case MAP_DEL: may(o, s, truth(present))->item[key] = NOTHING; break;
    case MAP_CAS:
        if (held == arg[1]) may(o, s, TRUE)->item[key] = arg[2];
        else may(o, s, FALSE);
        break;
    }
}

/* Locks and the like: what is not enabled has no outcome.  `count` is the number of holders, except for semaphores,
 * where it is the number of those who may still enter. */

void oracle_mutex(const state *s, int method, const value *arg, outcomes *o) {
    (void)arg;
    bool is_free = s->count == 0;
    switch (method) {
    case LOCK:
        if (is_free) may(o, s, NOTHING)->count = 1;
        break;
    case TRYLOCK: may(o, s, truth(is_free))->count = 1; break;
    case UNLOCK:
        if (!is_free) may(o, s, NOTHING)->count = 0;
        break;
    }
}

void oracle_rwlock(const state *s, int method, const value *arg, outcomes *o) {
    (void)arg;
    switch (method) {
    case RDLOCK:
        if (s->writers == 0) may(o, s, NOTHING)->count++;
        break;
    case WRLOCK:
        if (s->writers == 0 && s->count == 0) may(o, s, NOTHING)->writers = 1;
        break;
    case RDUNLOCK:
        if (s->count > 0) may(o, s, NOTHING)->count--;
        break;
    case WRUNLOCK:
        if (s->writers == 1) may(o, s, NOTHING)->writers = 0;
        break;
    }
}

void oracle_semaphore(const state *s, int method, const value *arg, outcomes *o) {
    (void)arg;
    switch (method) {
    case WAIT:
        if (s->count > 0) may(o, s, NOTHING)->count--;
        break;
    case TRYWAIT:
        if (s->count > 0) may(o, s, TRUE)->count--;
        else may(o, s, FALSE);
        break;
    case POST: may(o, s, NOTHING)->count++; break;
    }
}

void oracle_snzi(const state *s, int method, const value *arg, outcomes *o) {
    (void)arg;
    switch (method) {
    case ARRIVE: may(o, s, NOTHING)->count++; break;
    case DEPART:
        if (s->count > 0) may(o, s, NOTHING)->count--;
        break;
    case QUERY: may(o, s, truth(s->count > 0)); break;
    }
}

/* The methods stand in the order of the enumerations in models.h. */
const model oracle_models[] = {
    {"register", {{"read", "", "r", 3}, {"write", "v", "", 2}}, start_register, oracle_register, NULL, 1},
    {"cas-register",
     {{"read", "", "r", 2}, {"write", "v", "", 1}, {"cas", "rv", "b", 3}},
     start_register,
     oracle_register,
     NULL,
     1},
    {"counter",
     {{"inc", "", "", 1}, {"dec", "", "", 1}, {"add", "n", "", 1}, {"get", "", "n", 3}, {"fetch_add", "n", "n", 2}},
     start_empty,
     oracle_counter,
     NULL,
     1},
    {"queue", {{"enq", "v", "", 5}, {"deq", "", "e", 5}, {"peek", "", "e", 2}}, start_empty, oracle_queue, NULL, 1},
    {"stack", {{"push", "v", "", 5}, {"pop", "", "e", 5}, {"peek", "", "e", 2}}, start_empty, oracle_stack, NULL, 1},
    {"queue:capacity=2",
     {{"enq", "v", "b", 4}, {"deq", "", "e", 3}, {"peek", "", "e", 1}},
     start_capacity_2,
     oracle_queue,
     NULL,
     1},
    {"stack:capacity=2",
     {{"push", "v", "b", 4}, {"pop", "", "e", 3}, {"peek", "", "e", 1}},
     start_capacity_2,
     oracle_stack,
     NULL,
     1},
    {"deque",
     {{"push_front", "v", "", 2}, {"push_back", "v", "", 2}, {"pop_front", "", "e", 2}, {"pop_back", "", "e", 2}},
     start_empty,
     oracle_deque,
     NULL,
     1},
    {"pqueue",
     {{"insert", "v", "", 3}, {"insert", "pv", "", 3}, {"delmin", "", "e", 5}, {"peek", "", "e", 3}},
     start_empty,
     oracle_pqueue,
     NULL,
     1},
    {"set",
     {{"add", "v", "b", 2}, {"remove", "v", "b", 2}, {"contains", "v", "b", 2}},
     start_empty,
     oracle_set,
     NULL,
     1},
    {"bag", {{"put", "v", "", 5}, {"take", "", "e", 5}}, start_empty, oracle_bag, NULL, 1},
    {"map",
     {{"get", "k", "t", 3},
      {"put", "ks", "", 1},
      {"append", "ks", "", 1},
      {"del", "k", "b", 1},
      {"cas", "kts", "b", 2}},
     start_map,
     oracle_map,
     NULL,
     1},
    {"mutex",
     {{"lock", "", "", 2}, {"trylock", "", "b", 2}, {"unlock", "", "", 3}},
     start_empty,
     oracle_mutex,
     NULL,
     1},
    {"rwlock",
     {{"rdlock", "", "", 3}, {"wrlock", "", "", 2}, {"rdunlock", "", "", 3}, {"wrunlock", "", "", 2}},
     start_empty,
     oracle_rwlock,
     NULL,
     1},
    {"semaphore:n=2",
     {{"wait", "", "", 3}, {"trywait", "", "b", 3}, {"post", "", "", 2}},
     start_two_free,
     oracle_semaphore,
     NULL,
     1},
    {"snzi", {{"arrive", "", "", 2}, {"depart", "", "", 2}, {"query", "", "b", 4}}, start_empty, oracle_snzi, NULL, 1},
    {0},
};

const model *oracle_model(const char *name) {
    for (const model *m = oracle_models; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    for (const model *m = sync_models; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}
