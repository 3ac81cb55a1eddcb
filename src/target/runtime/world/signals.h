/* Signals, for the other files of the runtime: see signals.c. */
#ifndef LC_TARGET_RUNTIME_WORLD_SIGNALS_H
#define LC_TARGET_RUNTIME_WORLD_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "target/runtime/machine.h"

struct lct_tape;

void lct_signals_mark(void);             /* after the test's setup: these dispositions and masks */
void lct_signals_begin(void);            /* are those that an execution starts with */
void lct_signals_thread(unsigned which); /* a thread is about to be started by the current one */
void lct_signals_save(struct lct_tape *);
void lct_signals_load(struct lct_tape *);

/* The code under test has installed a handler for it. */
bool lct_signals_handles(int signal);

/* Each returns 0, or an error as the kernel has it, negative. */
int lct_signal_thread(unsigned thread, int signal, const siginfo_t *, uintptr_t pc);
int lct_signal_process(int signal, const siginfo_t *, uintptr_t pc);
int lct_signal_action(int signal, const struct sigaction *new, struct sigaction *old, uintptr_t pc);
int lct_signal_mask(int how, const uint64_t *new, uint64_t *old, uintptr_t pc);
uint64_t lct_signal_pending(uintptr_t pc);
int lct_signal_suspend(const uint64_t *mask, const char *function, uintptr_t pc); /* NULL: the current mask */
/* Takes one of these signals, which is returned; `time` NULL: waits forever. */
int lct_signal_wait(uint64_t set, siginfo_t *, const struct timespec *time, const char *function, uintptr_t pc);

/* A signal from the current thread to this process, or to one of its threads. */
siginfo_t lct_signal_info(int signal, int code);

#endif
