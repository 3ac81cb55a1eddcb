#include <lince/lince.h>

const char *lince_version(void) { return LINCE_VERSION; }
