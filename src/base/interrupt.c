#include "base/interrupt.h"

volatile int lc_interrupt_flag;

void lc_interrupt(void) { __atomic_store_n(&lc_interrupt_flag, 1, __ATOMIC_RELAXED); }

bool lc_interrupted(void) { return lc_is_interrupted(&lc_interrupt_flag); }
