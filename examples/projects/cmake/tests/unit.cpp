// An ordinary unit test: one thread.
#include "queue.hpp"

#include <cstdio>

int main() {
    Queue<long> q;
    bool good = !q.try_take();
    q.put(1);
    q.put(2);
    good = good && q.take() == 1 && q.try_take() == 2 && !q.try_take();
    std::puts(good ? "ok" : "the queue is wrong");
    return good ? 0 : 1;
}
