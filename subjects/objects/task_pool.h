/* A pool of tasks in a scheduler (as PaRSEC had it): a list of those that are not in use, last in, first out, linked
 * through the tasks themselves and changed by compare-and-swap at its top.
 *
 * Tasks are used again, so the top carries a version.  Mistake, by macro:
 *     TASK_POOL_WITHOUT_VERSION  it does not: a top that was away and came back may have another successor (ABA) */
#ifndef SUBJECTS_TASK_POOL_H
#define SUBJECTS_TASK_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "word.h"

enum { TASK_POOL_SIZE = 3 };

struct task {
    _Atomic(struct task *) next;
};

struct task_pool {
    _Atomic(word) top;
    struct task tasks[TASK_POOL_SIZE];
};

static inline word task_pool_after(word old, struct task *task) {
#ifdef TASK_POOL_WITHOUT_VERSION
    (void)old;
    return word_make((uint64_t)task, 0);
#else
    return word_after(old, (uint64_t)task);
#endif
}

static inline bool task_pool_take(struct task_pool *p, long *number) {
    word top = atomic_load(&p->top), below;
    struct task *task;
    do {
        task = (struct task *)word_value(top);
        if (!task) return false;
        below = task_pool_after(top, atomic_load(&task->next));
    } while (!atomic_compare_exchange_weak(&p->top, &top, below));
    *number = task - p->tasks;
    return true;
}

static inline void task_pool_give(struct task_pool *p, long number) {
    struct task *task = &p->tasks[number];
    word top = atomic_load(&p->top);
    do atomic_store(&task->next, (struct task *)word_value(top));
    while (!atomic_compare_exchange_weak(&p->top, &top, task_pool_after(top, task)));
}

static inline void task_pool_init(struct task_pool *p) {
    atomic_store(&p->top, 0);
    for (long number = TASK_POOL_SIZE; number-- > 0;) task_pool_give(p, number);
}

#endif
