/* Memory of the runtime's own. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "target/runtime/machine.h"
#include "target/runtime/world/kernel.h"

enum { PAGE = 4096 };

void lc_out_of_memory(void) {
    static const char message[] = "lince: the program under test has no memory left\n";
    lc_m.in_code = false; /* it is not the code under test that calls these */
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
    _exit(71);
}

void *lc_reserve(size_t size) {
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    bool inside = lc_m.in_code;
    lc_m.in_code = false; /* it is not the code under test that wants it */
    char *at = mmap(NULL, whole + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    lc_m.in_code = inside;
    if (at == MAP_FAILED || !lc_protect(at + PAGE, whole, PROT_READ | PROT_WRITE)) lc_out_of_memory();
    return at + PAGE;
}

void lc_unreserve(void *at, size_t size) {
    bool inside = lc_m.in_code;
    lc_m.in_code = false;
    munmap((char *)at - PAGE, (size + PAGE - 1) / PAGE * PAGE + 2 * PAGE);
    lc_m.in_code = inside;
}

bool lc_protect(void *at, size_t size, int how) { return LC_SYSTEM(mprotect, at, size, how) == 0; }
