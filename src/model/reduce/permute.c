#include "model/reduce/permute.h"

#include <assert.h>
#include <stdbool.h>

uint32_t lcm_factorial(uint32_t n) { return n < 2 ? 1 : n * lcm_factorial(n - 1); }

/* How many of those behind each are smaller, in the mixed radix of factorials. */
uint32_t lcm_permutation_number(const uint8_t *p, uint32_t n) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < n; j++) smaller += p[j] < p[i];
        number += smaller * lcm_factorial(n - 1 - i);
    }
    return number;
}

void lcm_permutation(uint32_t number, uint32_t n, uint8_t *p) {
    bool used[LCM_PERMUTED_MAX] = {false};
    assert(n <= LCM_PERMUTED_MAX && number < lcm_factorial(n));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t skip = number / lcm_factorial(n - 1 - i), value = 0;
        number %= lcm_factorial(n - 1 - i);
        for (;; value++)
            if (!used[value] && skip-- == 0) break;
        used[value] = true;
        p[i] = (uint8_t)value;
    }
}
