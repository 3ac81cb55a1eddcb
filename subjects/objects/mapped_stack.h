/* A stack with a lock in memory that the program got from the kernel: its nodes are reached from nowhere else. */
#include <lince/test.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct mapped_node {
    long value;
    struct mapped_node *next;
};

static struct mapped_stack {
    pthread_mutex_t lock;
    struct mapped_node *top;
} * stack;

static void map_stack(void) {
    stack = mmap(NULL, sizeof *stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void break_stack(void) {
    stack = (struct mapped_stack *)(((uintptr_t)sbrk((intptr_t)sizeof *stack + 64) + 63) / 64 * 64);
}

static void push(long value) {
    struct mapped_node *n = malloc(sizeof *n);
    n->value = value;
    pthread_mutex_lock(&stack->lock);
    n->next = stack->top;
    stack->top = n;
    pthread_mutex_unlock(&stack->lock);
}

static long pop(void) {
    pthread_mutex_lock(&stack->lock);
    struct mapped_node *n = stack->top;
    if (n) stack->top = n->next;
    pthread_mutex_unlock(&stack->lock);
    if (!n) return lince_empty;
    long value = n->value;
#ifndef MAPPED_STACK_FORGETS
    free(n);
#endif
    return value;
}

static inline void mapped_stack_operations(void (*make)(void)) {
    lince_test_spec("stack");
    lince_test_no_leaks();
    lince_test_setup(make);
    lince_test_op("push", push);
    lince_test_op("pop", pop);
}

LINCE_TEST(mapped) { mapped_stack_operations(map_stack); }
LINCE_TEST(broken) { mapped_stack_operations(break_stack); }
