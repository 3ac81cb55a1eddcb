/* How many random histories a program draws: as many as its command line asks for, or one in $LINCE_TEST_SHARE of them,
 * where each takes several times as long (under sanitizers, in `make test`). */
#ifndef LC_TESTS_ORACLE_SHARE_H
#define LC_TESTS_ORACLE_SHARE_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t share_of(uint64_t count) {
    const char *share = getenv("LINCE_TEST_SHARE");
    uint64_t parts = share ? strtoull(share, NULL, 10) : 1;
    return parts > 1 && count ? (count + parts - 1) / parts : count;
}

#endif
