#include "properties.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    check_bytes(bytes, size, LINCE_FORMAT_EDN);
    return 0;
}
