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
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    bool inside = lct_m.in_code;
    lct_m.in_code = false; /* it is not the code under test that wants it */
    char *at = mmap(NULL, whole + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    lct_m.in_code = inside;
    if (at == MAP_FAILED || !lct_protect(at + PAGE, whole, PROT_READ | PROT_WRITE)) lct_out_of_memory();
    return at + PAGE;
}

void lct_unreserve(void *at, size_t size) {
    bool inside = lct_m.in_code;
    lct_m.in_code = false;
    munmap((char *)at - PAGE, (size + PAGE - 1) / PAGE * PAGE + 2 * PAGE);
    lct_m.in_code = inside;
}

bool lct_protect(void *at, size_t size, int how) { return LCT_SYSTEM(mprotect, at, size, how) == 0; }
