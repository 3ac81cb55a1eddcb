#include "check/width/width.h"
lc_outcome lc_width_stack(lc_width *w) { (void)w; return LC_UNDECIDED; }
