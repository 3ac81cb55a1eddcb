/* Memory of the runtime's own. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "target/runtime/machine.h"
#include "target/runtime/world/kernel.h"

enum { PAGE = 4096 };

void lct_out_of_memory(void) {
    static const char message[] = "lince: the program under test has no memory left\n";
    lct_m.in_code = false; /* it is not the code under test that calls these */
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
    _exit(71);
}

void *lct_reserve(size_t size) {
    enum { HOW = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    long at = LCT_SYSTEM(mmap, NULL, whole + 2 * PAGE, (long)PROT_NONE, (long)HOW, -1L, 0L);
    if (at == -1 || !lct_protect((char *)at + PAGE, whole, PROT_READ | PROT_WRITE)) lct_out_of_memory();
    return (char *)at + PAGE;
}

void lct_unreserve(void *at, size_t size) {
    LCT_SYSTEM(munmap, (char *)at - PAGE, (size + PAGE - 1) / PAGE * PAGE + 2 * PAGE);
}

bool lct_protect(void *at, size_t size, int how) { return LCT_SYSTEM(mprotect, at, size, how) == 0; }
