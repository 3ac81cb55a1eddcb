// expect: failure use-after-free
// flags: -std=c++17
/* A count for each thread, in a list that runs through the threads' own variables, and nothing takes a record out of it
 * when its thread ends. */
#include <lince/test.h>

#include <mutex>

namespace {
std::mutex lock;
struct Record *first;

struct Record {
    long count = 0;
    Record *next;
    Record() {
        std::lock_guard<std::mutex> guard(lock);
        next = first;
        first = this;
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
    long sum = 0;
    for (Record *r = first; r; r = r->next) sum += r->count;
    return sum;
}
} // namespace

LINCE_TEST(own_addresses) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | get()");
}
