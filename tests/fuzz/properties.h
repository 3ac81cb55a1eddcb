/* What must hold of whatever the readers are given. */
#ifndef LC_TESTS_FUZZ_PROPERTIES_H
#define LC_TESTS_FUZZ_PROPERTIES_H

#include <lince/history.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size); /* one in each target */

/* Reads the bytes, aborts with a message where a property fails, and tells how reading ended (LINCE_END: well). */
lince_status check_bytes(const uint8_t *bytes, size_t size, lince_format);

extern lince_status last_status; /* of check_bytes */

#endif
