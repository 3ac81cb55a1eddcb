// expect: failure assertion
// options: --no-data-races
/* Two hundred words are written one after another, and copied in one step meanwhile: who copies may be anywhere among
 * them, also right before the last. */
#include <lince/test.h>
#include <pthread.h>
#include <string.h>

enum { WORDS = 200 };
static long words[WORDS], copy[WORDS];

static void *write_all(void *unused) {
    for (int i = 0; i < WORDS; i++) words[i] = i + 1;
    return unused;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, NULL, write_all, NULL);
    memcpy(copy, words, sizeof words);
    lince_assert(!copy[WORDS - 2] || copy[WORDS - 1]);
    pthread_join(writer, NULL);
}
