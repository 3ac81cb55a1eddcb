#include "image_library.h"

#define SEEN __attribute__((visibility("default")))

static int number = 7;
static char large[LIBRARY_LARGE];
static __thread int thread_number = 5;

SEEN int *library_number(void) { return &number; }
SEEN char *library_large(void) { return large; }
SEEN int *library_thread_number(void) { return &thread_number; }
SEEN void *library_code(void) { return (void *)library_code; }
