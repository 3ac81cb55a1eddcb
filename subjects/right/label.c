// expect: ok exhaustive
#define LABEL_SIZE 6
#include "../objects/label.h"
