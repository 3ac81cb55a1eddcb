// expect: failure heap-overflow
#define LABEL_SIZE 5
#include "../objects/label.h"
