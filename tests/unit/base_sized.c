/* Structs that begin with their size: what a program gets that was compiled with another version of the header. */
#include "base/sized.h"

#include <string.h>

#include "tap.h"

/* Three versions of one struct. */
typedef struct first {
    size_t size;
    int jobs, depth;
} first;
typedef struct today {
    size_t size;
    int jobs, depth;
    double patience;
} today;
typedef struct later {
    size_t size;
    int jobs, depth;
    double patience;
    const char *colour;
} later;

static lince_error error;

static lince_status take(today *to, const void *from) {
    memset(to, 0xa5, sizeof *to);
    error = (lince_error){.message = ""};
    return lc_take_sized(to, sizeof *to, sizeof(first), from, "options", &error);
}

static bool refused_with(const void *from, const char *message) {
    today t;
    bool right = take(&t, from) == LINCE_BAD_INPUT && strstr(error.message, message);
    if (!right) printf("# %s\n", error.message);
    return right;
}

int main(void) {
    today t;
    expect(take(&t, NULL) == LINCE_DONE && t.size == sizeof t && !t.jobs && !t.depth && t.patience == 0,
           "NULL is the default of every field");
    expect(take(&t, &(today){sizeof t, 3, 4, 0.5}) == LINCE_DONE && t.jobs == 3 && t.depth == 4 && t.patience == 0.5,
           "a struct of today is taken as it is");
    expect(take(&t, &(first){sizeof(first), 3, 4}) == LINCE_DONE && t.size == sizeof t && t.jobs == 3 && t.depth == 4 &&
               t.patience == 0,
           "a struct of an older header keeps its fields, and the others have their defaults");
    struct {
        first options;
        unsigned char behind[sizeof(later)];
    } old = {{0, 3, 4}, {0}};
    memset(old.behind, 0xff, sizeof old.behind);
    expect(take(&t, &old) == LINCE_DONE && t.jobs == 3 && t.depth == 4 && t.patience == 0,
           "size 0 is the first version, and what stands behind it is not read");
    expect(take(&t, &(later){sizeof(later), 3, 4, 0.5, NULL}) == LINCE_DONE && t.patience == 0.5,
           "a struct of a newer header works as long as its new fields are zero");
    expect(refused_with(&(later){sizeof(later), 3, 4, 0.5, "red"},
                        "options has a field set that this library, older than the program, does not have"),
           "and is refused when one is set");
    expect(refused_with(&(first){sizeof(first) - 1, 3, 4},
                        "the size of options is 15: set it to sizeof(options), or to 0"),
           "a size that no version had");
    expect(refused_with(&(first){0xa5a5a5a5, 3, 4}, "the size of options is 2779096485"), "a size that was never set");
    return tap_end();
}
