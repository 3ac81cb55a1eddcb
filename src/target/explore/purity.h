/* Does every execution start from the same state?  See purity.c. */
#ifndef LC_TARGET_EXPLORE_PURITY_H
#define LC_TARGET_EXPLORE_PURITY_H

#include <stdbool.h>
#include <stdint.h>

struct lct_scenario;
struct lct_step_report;
/* Before the stages of a scenario, which is in use (lct_scenario_use).  False: two runs of the same execution differed,
 * and that was reported. */
bool lct_purity_check(const struct lct_scenario *);
/* After all stages: the same for the first one, compared with its first run. */
bool lct_purity_check_end(void);
/* Is it one of these that runs now?  A failure in it is not to be reported, but comes here. */
bool lct_purity_is_running(void);
void lct_purity_failed(int kind, const char *message);
/* 1, and where the block of the heap was allocated that an address is in; 0: it is in none. */
unsigned lct_purity_block(uintptr_t address, struct lct_step_report *);

#endif
