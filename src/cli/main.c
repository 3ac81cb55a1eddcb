/* The command `lince`. */
#include "cli/cli.h"

int main(int argc, char **argv) {
    lc_prepare_streams();
    return lc_finish_output(lc_run_command(argc, argv));
}
