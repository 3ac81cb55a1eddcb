// expect: failure misuse
#define SHARED_OBJECT_LOOSE
#include "../objects/shared_object.h"
