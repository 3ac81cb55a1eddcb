/* Ctrl-C asks for what is known so far. */
#include <signal.h>
#include <stddef.h>

#include "cli/cli.h"

static volatile sig_atomic_t interrupted;
_Static_assert(sizeof(sig_atomic_t) == sizeof(int), "the flag is read as an int");

static void on_signal(int number) {
    (void)number;
    __atomic_store_n(&interrupted, 1, __ATOMIC_RELAXED);
    /* Whoever asks twice wants the process to end. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

void lc_interrupt(void) { __atomic_store_n(&interrupted, 1, __ATOMIC_RELAXED); }

bool lc_interrupted(void) { return __atomic_load_n(&interrupted, __ATOMIC_RELAXED); }

const volatile int *lc_catch_interrupts(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    const int numbers[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old;
        /* A signal that is ignored, as under nohup, stays so. */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
        sigaction(numbers[i], &action, NULL);
    }
    return &interrupted;
}
