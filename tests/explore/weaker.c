/* Are all histories of one file among, or weaker than, those of another?
 *
 *     weaker MANY FEW
 *
 * A history with less order among its operations is weaker: whatever allows the stronger one allows it.  Reduction may
 * leave out histories only if it keeps stronger ones.  Prints how many there are; exit status 1: some are not covered,
 * and the first is shown. */
#include <stdio.h>
#include <stdlib.h>

#include <lince/lince.h>

#include "tester/oracle/inclusion.h"

static void die(const lince_error *error) {
    fprintf(stderr, "weaker: %s\n", error->message);
    exit(2);
}

static void each(const char *path, void (*visit)(lince_history *, void *), void *context) {
    lince_error error = {0};
    lince_reader *reader = NULL;
    if (lince_reader_open(&reader, path, NULL, &error) != LINCE_DONE) die(&error);
    lince_history *history;
    lince_status status;
    while ((status = lince_reader_next(reader, &history, &error)) == LINCE_DONE) {
        visit(history, context);
        lince_history_free(history);
    }
    if (status != LINCE_END) die(&error);
    lince_reader_close(reader);
}

typedef struct comparison {
    lcd_references *few;
    size_t many_count, few_count, missing;
} comparison;

static void add(lince_history *history, void *context) {
    comparison *c = context;
    if (!lcd_references_add(c->few, history)) exit(2);
    c->few_count++;
}

static void look_up(lince_history *history, void *context) {
    comparison *c = context;
    size_t nearest;
    c->many_count++;
    if (lcd_references_allow(c->few, history, &nearest)) return;
    if (c->missing++ == 0) lince_history_write(history, LINCE_FORMAT_HIST, stdout, &(lince_error){0});
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    comparison c = {.few = lcd_references_new()};
    each(argv[2], add, &c);
    each(argv[1], look_up, &c);
    printf("%zu histories, %zu of them not covered by the other %zu\n", c.many_count, c.missing, c.few_count);
    lcd_references_free(c.few);
    return c.missing || !c.many_count || !c.few_count;
}
