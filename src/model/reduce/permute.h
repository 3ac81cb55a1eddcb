/* Permutations of a few things and their numbers; 0 is the identity. */
#ifndef LC_MODEL_REDUCE_PERMUTE_H
#define LC_MODEL_REDUCE_PERMUTE_H

#include <stdint.h>

#define LCM_PERMUTED_MAX 6 /* 720 permutations */

uint32_t lcm_factorial(uint32_t n);
uint32_t lcm_permutation_number(const uint8_t *p, uint32_t n);
void lcm_permutation(uint32_t number, uint32_t n, uint8_t *p);

#endif
