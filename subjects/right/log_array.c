// expect: ok exhaustive
#include "../objects/log_array.h"
