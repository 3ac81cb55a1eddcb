// expect: failure leak
// expect: ok exhaustive
// options: --allow leak
#define SNAPSHOT_STORE
#include "../objects/snapshot.h"
