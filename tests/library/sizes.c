/* Programs that were compiled with an older or a newer header: the structs they fill in say how large they are. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api.h"

static lince_history *h;
static lince_specs *specs;

/* Room for a struct of a later version. */
typedef struct later_check {
    lince_check_options options;
    uint64_t more;
} later_check;
typedef struct later_read {
    lince_read_options options;
    uint64_t more;
} later_read;

/* A copy that ends where memory does. */
static void *at_the_end(const void *bytes, size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE)) abort();
    return memcpy(pages + page - size, bytes, size);
}

static void test_check(void) {
    const lince_check_options today = LINCE_CHECK_OPTIONS_INIT, unsized = {.jobs = 1};
    expect(today.size == sizeof today && judged_ok(h, specs, &today), "LINCE_CHECK_OPTIONS_INIT");
    expect(judged_ok(h, specs, at_the_end(&unsized, sizeof unsized)), "without a size it is the struct of 0.2");
    later_check later = {.options = {.size = sizeof later, .jobs = 1}};
    expect(judged_ok(h, specs, &later.options), "a later struct that asks for nothing new");
    later.more = 1;
    expect(refused(h, specs, &later.options, "lince_check_options has a field set that this library, older than"),
           "and one that does");
    const lince_check_options small = {.size = 8}, garbage = {.size = SIZE_MAX};
    expect(refused(h, specs, &small, "the size of lince_check_options is 8") &&
               refused(h, specs, &garbage, "set it to sizeof(lince_check_options), or to 0"),
           "sizes that no version had");
}

static lince_status opened(const lince_read_options *options, const char *message) {
    lince_reader *reader = NULL;
    lince_error error = {.message = ""};
    lince_status status = lince_reader_open(&reader, "/dev/null", options, &error);
    expect((status == LINCE_DONE) == !message && (status == LINCE_DONE) == (reader != NULL) &&
               (!message || strstr(error.message, message)),
           "%s", message ? message : "reading");
    lince_reader_close(reader);
    return status;
}

static void test_read(void) {
    const lince_read_options today = LINCE_READ_OPTIONS_INIT, unsized = {.format = LINCE_FORMAT_HIST};
    const lince_read_options small = {.size = 8};
    opened(&today, NULL);
    opened(at_the_end(&unsized, sizeof unsized), NULL);
    opened(&(later_read){.options = {.size = sizeof(later_read)}}.options, NULL);
    opened(&(later_read){.options = {.size = sizeof(later_read)}, .more = 1}.options,
           "lince_read_options has a field set that this library, older than");
    opened(&small, "the size of lince_read_options is 8");
}

int main(void) {
    h = right_queue();
    specs = specs_of("queue");
    test_check();
    test_read();
    lince_specs_free(specs);
    lince_history_free(h);
    return tap_end();
}
