/* What the naive specifications and their mutants are made of. */
#ifndef LC_TESTS_ORACLE_MODELS_H
#define LC_TESTS_ORACLE_MODELS_H

#include <assert.h>

#include "oracle.h"

enum { READ, WRITE, CAS };                               /* register, cas-register */
enum { INC, DEC, ADD, GET, FETCH_ADD };                  /* counter */
enum { PUT_IN, TAKE_OUT, PEEK };                         /* queue, stack, bag (which has no peek) */
enum { PUSH_FRONT, PUSH_BACK, POP_FRONT, POP_BACK };     /* deque */
enum { INSERT, INSERT_WITH_PRIORITY, DELMIN, PEEK_MIN }; /* pqueue */
enum { SET_ADD, SET_REMOVE, SET_CONTAINS };              /* set */
enum { MAP_GET, MAP_PUT, MAP_APPEND, MAP_DEL, MAP_CAS }; /* map */
enum { LOCK, TRYLOCK, UNLOCK };                          /* mutex */
enum { RDLOCK, WRLOCK, RDUNLOCK, WRUNLOCK };             /* rwlock */
enum { WAIT, TRYWAIT, POST };                            /* semaphore */
enum { ARRIVE, DEPART, QUERY };                          /* snzi */

step_function oracle_register, oracle_counter, oracle_queue, oracle_stack, oracle_deque, oracle_bag, oracle_pqueue,
    oracle_set, oracle_map, oracle_mutex, oracle_rwlock, oracle_semaphore, oracle_snzi;

/* A possible outcome; the state it leads to starts as a copy and may be changed by the caller. */
static inline state *may(outcomes *o, const state *now, value result) {
    assert(o->count < MOST_ITEMS);
    o->at[o->count].after = *now;
    o->at[o->count].result = result;
    return &o->at[o->count++].after;
}

static inline void insert_at(state *s, int place, value item) {
    assert(s->count < MOST_ITEMS);
    for (int i = s->count++; i > place; i--) s->item[i] = s->item[i - 1], s->rank[i] = s->rank[i - 1];
    s->item[place] = item;
}

static inline void remove_at(state *s, int place) {
    assert(place < s->count);
    s->count--;
    for (int i = place; i < s->count; i++) s->item[i] = s->item[i + 1], s->rank[i] = s->rank[i + 1];
}

static inline value truth(bool b) { return b ? TRUE : FALSE; }

/* Adding to a bounded container tells whether there was room; to an unbounded one, nothing. */
static inline void bounded_add(const state *s, int place, value item, outcomes *o) {
    if (!s->limit) insert_at(may(o, s, NOTHING), place, item);
    else if (s->count < s->limit) insert_at(may(o, s, TRUE), place, item);
    else may(o, s, FALSE);
}

static inline void take_from(const state *s, int place, outcomes *o) {
    if (s->count == 0) may(o, s, EMPTY);
    else remove_at(may(o, s, s->item[place]), place);
}

static inline int place_of(const state *s, value item) {
    for (int i = 0; i < s->count; i++)
        if (s->item[i] == item) return i;
    return -1;
}

#endif
