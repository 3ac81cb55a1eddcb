/* A value of 48 bits (a pointer, an index, a number) with a version of 16 in one word, so that a compare-and-swap fails
 * if the value has been away and come back. */
#ifndef SUBJECTS_WORD_H
#define SUBJECTS_WORD_H

#include <stdint.h>

typedef uint64_t word;

static inline word word_make(uint64_t value, unsigned version) { return (word)version << 48 | value; }
static inline uint64_t word_value(word w) { return w & 0xffffffffffff; }
static inline unsigned word_version(word w) { return (unsigned)(w >> 48); }

/* What may replace `old`: another value, and the version after its own. */
static inline word word_after(word old, uint64_t value) { return word_make(value, (word_version(old) + 1) & 0xffff); }

#endif
