// expect: ok
// flags: -std=c++17 -O0
/* A right register whose value is an optional.  Without optimization its padding is copied from the stack, and holds
 * remains of calls: no sign of executions that start from different states. */
#include <lince/test.h>

#include <optional>
#include <pthread.h>

namespace {

struct cell {
    std::optional<long> value;
    pthread_spinlock_t lock;

    cell() {
        value.reset();
        pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    }
    long read() {
        pthread_spin_lock(&lock);
        long found = value.value_or(0);
        pthread_spin_unlock(&lock);
        return found;
    }
    void write(long v) {
        pthread_spin_lock(&lock);
        value = v;
        pthread_spin_unlock(&lock);
    }
};

} // namespace

LINCE_TEST(padded_optional) {
    static cell &it = *new cell;
    lince_test_spec("register:init=0");
    lince_test_op("read", [] { return it.read(); });
    lince_test_op("write", [](long v) { it.write(v); }, lince_range(1, 2));
}
