// expect: ok exhaustive
#include "../objects/snapshot.h"
