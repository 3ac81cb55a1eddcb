// graphs: as buffering.c causality.c coherence.c passing.c
/* The same tests with std::atomic. */
#include "buffering.c"
#include "causality.c"
#include "coherence.c"
#include "passing.c"
