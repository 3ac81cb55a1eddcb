/* Runs a monitor that `lince emit` has written on random histories, and judges each prefix that ends in a return by
 * brute force as well: driver HISTORIES SEED.  The monitor is included, MONITOR; the object is OBJECT_queue and so on.
 *
 * A_k is made from its definition: the pasts of the operations, their numbers, and the order between operations of
 * which the second is recent.  Nothing of the library is used.  Prints how many prefixes were judged and wrong, how
 * many of these the monitor missed, and how many it complained about without reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;
#define LINCE_MONITOR_ASSERT(condition) (failed |= !(condition))
#include MONITOR

#include "objects.h"

#ifndef UNIQUE
#define UNIQUE 0 /* no value is added twice */
#endif
enum { THREADS = 3, LAST = 60 };

/* ---- random histories ---- */

static op ops[OPS];
static int count;

enum lie { HONEST, MADE_UP, EXCHANGED, LIES };

static void call(op *o, int time) {
    int i, added = 0;
    memset(o, 0, sizeof *o);
    for (i = 0; i < count; i++) added += has_argument(ops[i].method);
    o->method = rand() % METHODS;
    if (UNIQUE && has_argument(o->method) && added == REAL_VALUES) o->method++;
    o->argument = !has_argument(o->method) ? NIL : UNIQUE ? added : rand() % REAL_VALUES;
    o->call = time;
    o->ret = NEVER;
}

/* Two results change places. */
static void exchange(void) {
    op *one = &ops[rand() % count], *other = &ops[rand() % count];
    int result = one->result;
    if (one->ret == NEVER || other->ret == NEVER || !has_result(one->method) || !has_result(other->method)) return;
    one->result = other->result;
    other->result = result;
}

/* Threads call and return in any order.  What is returned comes from an object that does each operation somewhere
 * between, and now and then from elsewhere. */
static void make_history(void) {
    int open[THREADS], done[OPS], t, time, wanted = 2 + rand() % (OPS - 1), lie = rand() % LIES;
    state object;
    start(&object);
    count = 0;
    for (t = 0; t < THREADS; t++) open[t] = -1;
    for (time = 0; time < 3 * wanted || (count < wanted && time < LAST); time++) {
        int o = open[t = rand() % THREADS];
        if (o < 0 && count < wanted) {
            call(&ops[count], time);
            done[count] = 0;
            open[t] = count++;
        } else if (o >= 0) {
            if (!done[o]) {
                done[o] = step(&object, &ops[o], rand(), &ops[o].result);
                if (rand() % 2) continue; /* it returns later */
            }
            if (!done[o] && lie != MADE_UP) continue; /* it waits */
            if (has_result(ops[o].method) && lie == MADE_UP && rand() % 4 == 0) ops[o].result = any_result();
            ops[o].ret = time;
            open[t] = -1;
        }
    }
    if (lie == EXCHANGED) exchange();
}

/* ---- A_k, by its definition ---- */

static int before[OPS][OPS]; /* in A_k of the prefix up to a time */

static int past_size(int o, int now) {
    int i, n = 0;
    for (i = 0; i < count; i++) n += ops[i].ret <= now && ops[i].ret < ops[o].call;
    return n;
}

static void approximate(int now) {
    int number[OPS], length = 0, i, j;
    for (i = 0; i < count; i++) {
        if (ops[i].call > now) continue;
        number[i] = 0; /* distinct pasts smaller than its own; they are ordered by inclusion, so sizes tell */
        for (j = 0; j < count; j++) {
            int other, known = 0;
            if (ops[j].call > now || past_size(j, now) >= past_size(i, now)) continue;
            for (other = 0; other < j; other++)
                known |= ops[other].call <= now && past_size(other, now) == past_size(j, now);
            number[i] += !known;
        }
        if (number[i] > length) length = number[i];
    }
    for (i = 0; i < count; i++)
        for (j = 0; j < count; j++)
            before[i][j] = ops[j].call <= now && ops[i].ret < ops[j].call && length - LINCE_M_K < number[j];
}

static int search(unsigned placed, const state *s, int now) {
    int i, j, missing = 0;
    for (i = 0; i < count; i++) missing |= ops[i].ret <= now && !(placed >> i & 1);
    if (!missing) return 1;
    for (i = 0; i < count; i++) {
        int ready = ops[i].call <= now && !(placed >> i & 1), result, choice;
        for (j = 0; j < count; j++) ready &= !(before[j][i] && !(placed >> j & 1));
        for (choice = 0; ready && choice < (s->size > 1 ? s->size : 1); choice++) {
            state next = *s;
            if (!step(&next, &ops[i], choice, &result)) break;
            if (ops[i].ret <= now && has_result(ops[i].method) && result != ops[i].result) continue;
            if (search(placed | 1u << i, &next, now)) return 1;
        }
    }
    return 0;
}

static int is_linearizable(int now) {
    state s;
    approximate(now);
    memset(&s, 0, sizeof s);
    start(&s);
    return search(0, &s, now);
}

/* ---- both ---- */

static long judged, wrong, missed, false_alarms;

static void show(int now) {
    int i;
    for (i = 0; i < count; i++)
        if (ops[i].call <= now)
            printf("#   method %d(%d) -> %d [%d, %d]\n", ops[i].method, ops[i].argument, ops[i].result, ops[i].call,
                   ops[i].ret <= now ? ops[i].ret : NEVER);
}

/* False: no use going on. */
static int judge(const op *o) {
    int right;
    monitor_return(o);
    right = is_linearizable(o->ret);
    judged++;
    wrong += !right;
    missed += !right && !failed;
    false_alarms += right && failed;
    if (right == !failed) return right;
    if (right || missed <= 1) {
        printf("# %s after time %d:\n", right ? "a false alarm" : "missed", o->ret);
        show(o->ret);
    }
    return 0;
}

static void run(void) {
    int time, i;
    lince_m_reset();
    failed = 0;
    for (time = 0; time < LAST; time++)
        for (i = 0; i < count; i++) {
            if (ops[i].call == time) monitor_call(&ops[i]);
            else if (ops[i].ret == time && !judge(&ops[i])) return;
        }
}

int main(int argc, char **argv) {
    long histories = argc > 1 ? atol(argv[1]) : 1000;
    srand(argc > 2 ? (unsigned)atol(argv[2]) : 1);
    while (histories-- > 0) {
        make_history();
        run();
    }
    printf("%ld %ld %ld %ld\n", judged, wrong, missed, false_alarms);
    return 0;
}
