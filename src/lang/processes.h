/* Operators between processes: how they are written, from the loosest to the tightest.  For the parser and the printer.
 */
#ifndef LC_LANG_PROCESSES_H
#define LC_LANG_PROCESSES_H

#include "lang/syntax.h"

/* Those below LCM_LEVEL_INTERRUPT join any number of processes, and may have an index. */
enum { LCM_LEVEL_INTERRUPT = 5, LCM_LEVEL_HIDE, LCM_LEVEL_SEQUENCE, LCM_LEVEL_PREFIX };

static const char *const lcm_level_signs[] = {"|||", "||", "[]", "<>", "[*]"};
static const lcm_process_kind lcm_level_kinds[] = {LCM_P_INTERLEAVE, LCM_P_PARALLEL, LCM_P_CHOICE, LCM_P_INTERNAL,
                                                   LCM_P_EXTERNAL};

#endif
