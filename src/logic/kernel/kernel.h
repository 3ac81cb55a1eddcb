/* What a kernel is made of. */
#ifndef LC_LOGIC_KERNEL_KERNEL_H
#define LC_LOGIC_KERNEL_KERNEL_H

#include "logic/kernel.h"
#include "logic/kernel/grammar.h"

struct lc_kernel {
    lc_budget budget;
    lc_grammar grammar;
};

#endif
