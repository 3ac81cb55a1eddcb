// expect: failure heap-overflow
// expect: violation
// options: --allow heap-overflow
#define LOG_ARRAY_CHECK
#include "../objects/log_array.h"
