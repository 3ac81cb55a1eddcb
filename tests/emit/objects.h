/* The objects of driver.c, one by macro: its state, its step, which is given a choice where there are several and says
 * what is returned, and how its monitor is told. */
#include <stdlib.h>
#include <string.h>

enum { OPS = 7, NEVER = 1000, NIL = -1 };
#ifndef REAL_VALUES
#define REAL_VALUES 3
#endif

typedef struct op {
    int method, argument, result;
    int call, ret; /* times; NEVER: it has not returned */
    int slot;
} op;

typedef struct state {
    int size, at[OPS];
} state;

#if defined OBJECT_queue || defined OBJECT_stack || defined OBJECT_bag || defined OBJECT_pqueue || defined OBJECT_deque
#ifdef OBJECT_deque
enum { METHODS = 4 };
#else
enum { METHODS = 2 };
#endif
static int where(const state *s, const op *o, int choice) {
    int i, best = 0;
    (void)s, (void)o, (void)choice, (void)i;
#if defined OBJECT_stack
    best = s->size - 1;
#elif defined OBJECT_bag
    best = s->size ? choice % s->size : 0;
#elif defined OBJECT_pqueue
    for (i = 1; i < s->size; i++)
        if (s->at[i] < s->at[best]) best = i;
#elif defined OBJECT_deque
    best = o->method == 3 ? s->size - 1 : 0;
#endif
    return best;
}

static int take(state *s, int where) {
    int value;
    if (s->size == 0) return NIL;
    value = s->at[where];
    s->size--;
    memmove(s->at + where, s->at + where + 1, (size_t)(s->size - where) * sizeof *s->at);
    return value;
}

/* False: it cannot happen. */
static int step(state *s, const op *o, int choice, int *result) {
    *result = NIL;
    if (o->method % 2 == 1) {
        *result = take(s, where(s, o, choice));
        return 1;
    }
    s->at[s->size++] = o->argument;
#ifdef OBJECT_deque
    if (o->method == 0) {
        memmove(s->at + 1, s->at, (size_t)(s->size - 1) * sizeof *s->at);
        s->at[0] = o->argument;
    }
#endif
    return 1;
}
static void start(state *s) { s->size = 0; }
static int any_result(void) { return rand() % (REAL_VALUES + 1) - 1; }
#ifdef OBJECT_queue
#define ADD(v)    lince_m_enq_call(v)
#define ADDED     lince_m_enq_return
#define REMOVE    lince_m_deq_call
#define REMOVED   lince_m_deq_return
#define WAS_EMPTY lince_m_deq_return_empty
#elif defined OBJECT_stack
#define ADD(v)    lince_m_push_call(v)
#define ADDED     lince_m_push_return
#define REMOVE    lince_m_pop_call
#define REMOVED   lince_m_pop_return
#define WAS_EMPTY lince_m_pop_return_empty
#elif defined OBJECT_bag
#define ADD(v)    lince_m_put_call(v)
#define ADDED     lince_m_put_return
#define REMOVE    lince_m_take_call
#define REMOVED   lince_m_take_return
#define WAS_EMPTY lince_m_take_return_empty
#elif defined OBJECT_pqueue
#define ADD(v)    lince_m_insert_call(v)
#define ADDED     lince_m_insert_return
#define REMOVE    lince_m_delmin_call
#define REMOVED   lince_m_delmin_return
#define WAS_EMPTY lince_m_delmin_return_empty
#endif
#ifdef OBJECT_deque
static void monitor_call(op *o) {
    o->slot = o->method == 0   ? lince_m_push_front_call(o->argument)
              : o->method == 1 ? lince_m_pop_front_call()
              : o->method == 2 ? lince_m_push_back_call(o->argument)
                               : lince_m_pop_back_call();
}
static void monitor_return(const op *o) {
    if (o->method == 0) lince_m_push_front_return(o->slot);
    else if (o->method == 2) lince_m_push_back_return(o->slot);
    else if (o->method == 1 && o->result == NIL) lince_m_pop_front_return_empty(o->slot);
    else if (o->method == 1) lince_m_pop_front_return(o->slot, o->result);
    else if (o->result == NIL) lince_m_pop_back_return_empty(o->slot);
    else lince_m_pop_back_return(o->slot, o->result);
}
#else
static void monitor_call(op *o) { o->slot = o->method ? REMOVE() : ADD(o->argument); }
static void monitor_return(const op *o) {
    if (o->method == 0) ADDED(o->slot);
    else if (o->result == NIL) WAS_EMPTY(o->slot);
    else REMOVED(o->slot, o->result);
}
#endif
static int has_argument(int method) { return method % 2 == 0; }
static int has_result(int method) { return method % 2 == 1; }

#elif defined OBJECT_set
enum { METHODS = 3 };
static void start(state *s) { memset(s, 0, sizeof *s); }
static int step(state *s, const op *o, int choice, int *result) {
    (void)choice;
    *result = o->method == 0 ? !s->at[o->argument] : s->at[o->argument];
    if (o->method < 2) s->at[o->argument] = o->method == 0;
    return 1;
}
static int any_result(void) { return rand() % 2; }
static void monitor_call(op *o) {
    o->slot = o->method == 0   ? lince_m_add_call(o->argument)
              : o->method == 1 ? lince_m_remove_call(o->argument)
                               : lince_m_contains_call(o->argument);
}
static void monitor_return(const op *o) {
    if (o->method == 0) lince_m_add_return(o->slot, o->result);
    else if (o->method == 1) lince_m_remove_return(o->slot, o->result);
    else lince_m_contains_return(o->slot, o->result);
}
static int has_argument(int method) { return method >= 0; }
static int has_result(int method) { return method >= 0; }

#elif defined OBJECT_mutex || defined OBJECT_semaphore
enum { METHODS = 3 }; /* down, try, up */
#ifdef OBJECT_mutex
#define DOWN(x) lince_m_lock_##x
#define TRY(x)  lince_m_trylock_##x
#define UP(x)   lince_m_unlock_##x
static void start(state *s) { s->size = 1; }
#else
#define DOWN(x) lince_m_wait_##x
#define TRY(x)  lince_m_trywait_##x
#define UP(x)   lince_m_post_##x
static void start(state *s) { s->size = 2; }
#endif
static int step(state *s, const op *o, int choice, int *result) {
    (void)choice;
    *result = NIL;
    if (o->method == 1) *result = s->size > 0;
    if (o->method == 0 && s->size == 0) return 0;
#ifdef OBJECT_mutex
    if (o->method == 2 && s->size == 1) return 0;
#endif
    s->size += o->method == 2 ? 1 : s->size > 0 ? -1 : 0;
    return 1;
}
static int any_result(void) { return rand() % 2; }
static void monitor_call(op *o) { o->slot = o->method == 0 ? DOWN(call)() : o->method == 1 ? TRY(call)() : UP(call)(); }
static void monitor_return(const op *o) {
    if (o->method == 0) DOWN(return )(o->slot);
    else if (o->method == 1) TRY(return )(o->slot, o->result);
    else UP(return )(o->slot);
}
static int has_argument(int method) { return method < 0; }
static int has_result(int method) { return method == 1; }

#elif defined OBJECT_register
enum { METHODS = 2 };
static void start(state *s) { s->size = NIL; }
static int step(state *s, const op *o, int choice, int *result) {
    (void)choice;
    *result = o->method ? s->size : NIL;
    if (!o->method) s->size = o->argument;
    return 1;
}
static int any_result(void) { return rand() % (REAL_VALUES + 1) - 1; }
static void monitor_call(op *o) { o->slot = o->method ? lince_m_read_call() : lince_m_write_call(o->argument); }
static void monitor_return(const op *o) {
    if (!o->method) lince_m_write_return(o->slot);
    else if (o->result == NIL) lince_m_read_return_nil(o->slot);
    else lince_m_read_return(o->slot, o->result);
}
static int has_argument(int method) { return method == 0; }
static int has_result(int method) { return method == 1; }
#endif
