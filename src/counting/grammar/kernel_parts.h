/* The parts of a kernel. */
#ifndef LC_COUNTING_GRAMMAR_KERNEL_PARTS_H
#define LC_COUNTING_GRAMMAR_KERNEL_PARTS_H

#include "counting/grammar/grammar.h"
#include "counting/grammar/kernel.h"

struct lc_kernel {
    lc_budget budget;
    lc_grammar grammar;
};

#endif
