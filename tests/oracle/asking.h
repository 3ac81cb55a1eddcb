/* What formulas and bad patterns say about a history, after each of its returns. */
#ifndef LC_TESTS_ORACLE_ASKING_H
#define LC_TESTS_ORACLE_ASKING_H

#include <lince/lince.h>

typedef struct asking asking;

/* All formulas that are known for the only object of `specs`, for the length k.  NULL: there are none. */
asking *asking_new(const lince_specs *specs, uint32_t k);
void asking_free(asking *);

enum { ASKING_NO_IDEA = -1 };
/* After how many events one of them holds first; 0: never. */
int asking_formulas(asking *, const lince_history *);
const char *asking_name(const asking *); /* of the one that held */
/* After how many events there is a bad pattern; 0: never; ASKING_NO_IDEA also where there are no patterns. */
bool asking_has_patterns(const lince_specs *specs);
int asking_patterns(const lince_specs *specs, uint32_t k, const lince_history *);

#endif
