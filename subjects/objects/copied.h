/* A record that is copied as a whole, by memcpy.  LOCK and UNLOCK are what the reader does around it. */
#include <lince/test.h>
#include <pthread.h>
#include <string.h>

typedef struct record {
    char name[24];
    long number;
} record;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static record shared = {"one", 1};

static void change(void) {
    static const record other = {"two", 2};
    pthread_mutex_lock(&lock);
    memcpy(&shared, &other, sizeof shared);
    pthread_mutex_unlock(&lock);
}

static void look(void) {
    record mine;
    LOCK;
    memcpy(&mine, &shared, sizeof mine);
    UNLOCK;
    lince_assert(mine.number == 1 || mine.number == 2);
}

LINCE_TEST(copied) {
    lince_test_thread(change);
    lince_test_thread(look);
}
