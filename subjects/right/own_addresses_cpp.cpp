// expect: ok exhaustive
// flags: -std=c++17
/* A count for each thread, in a list that runs through the threads' own variables: the constructor of a record enters
 * it, the destructor, which the end of the thread calls, takes it out again and keeps what it had counted. */
#include <lince/test.h>

#include <mutex>

namespace {
std::mutex lock;
struct Record *first;
long kept;

struct Record {
    long count = 0;
    Record *next;
    Record() {
        std::lock_guard<std::mutex> guard(lock);
        next = first;
        first = this;
    }
    ~Record() {
        std::lock_guard<std::mutex> guard(lock);
        Record **at = &first;
        while (*at != this) at = &(*at)->next;
        *at = next;
        kept += count;
    }
};
thread_local Record record;

void inc() {
    Record &mine = record;
    std::lock_guard<std::mutex> guard(lock);
    mine.count++;
}

long get() {
    std::lock_guard<std::mutex> guard(lock);
    long sum = kept;
    for (Record *r = first; r; r = r->next) sum += r->count;
    return sum;
}
} // namespace

LINCE_TEST(own_addresses) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() inc() | inc() | get()");
}
