// expect: ok exhaustive
#include "../objects/shared_object.h"
