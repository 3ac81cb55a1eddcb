/* Reads histories and does nothing with them, to measure reading alone:
 *
 *     read FILE...
 *
 * prints `events 200 operations 100 memory 4000`: the last is what the histories take in memory, in bytes.
 */
#include <stdio.h>

#include <lince/lince.h>

#include "history/history.h"

int main(int argc, char **argv) {
    size_t events = 0, operations = 0, memory = 0;
    for (int i = 1; i < argc; i++) {
        lince_reader *reader = NULL;
        lince_history *h = NULL;
        lince_error error = {0};
        lince_status status = lince_reader_open(&reader, argv[i], NULL, &error);
        while (status == LINCE_DONE && (status = lince_reader_next(reader, &h, &error)) == LINCE_DONE) {
            events += h->events.count;
            operations += lince_history_operations(h);
            memory += lince_history_memory(h);
            lince_history_free(h);
        }
        lince_reader_close(reader);
        if (status != LINCE_END) {
            fprintf(stderr, "read: %s:%lu: %s\n", error.file, error.line, error.message);
            return 2;
        }
    }
    printf("events %zu operations %zu memory %zu\n", events, operations, memory);
    return 0;
}
