/* The command `lince`. */
#include "cli/cli.h"
#include "tester/toolchain/guard.h"

int main(int argc, char **argv) {
    if (lc_is_guard(argc, argv)) return lc_guard(argv);
    lc_prepare_streams();
    return lc_finish_output(lc_run_command(argc, argv));
}
