/* The command `lince`. */
#include "cli/cli.h"
#include "tester/toolchain/guard.h"

int main(int argc, char **argv) {
    if (lcd_is_guard(argc, argv)) return lcd_guard(argv);
    lcc_prepare_streams();
    return lcc_finish_output(lcc_run_command(argc, argv));
}
