// expect: ok exhaustive
/* Said with a release, which the reader's acquire finds. */
#define PUBLISH memory_order_release
#include "../objects/published.h"
