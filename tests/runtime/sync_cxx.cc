/* C++: what std::thread and its relatives do ends in the modelled functions. */
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <random>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <thread>

#include "sync_support.h"

using namespace std::chrono_literals;

static std::mutex m;
static std::condition_variable cond;
static std::atomic<int> x, y;
static int a, b;

template <class F, class G> static void run2(F f, G g) {
    std::thread t(f), u(g);
    t.join();
    u.join();
}

/* ---- locks ---- */

static void counter() {
    auto count = [] {
        std::lock_guard<std::mutex> lock(m);
        a++;
    };
    run2(count, count);
    outcome(a);
}

static void unlocked_counter() {
    auto count = [] { x.store(x.load() + 1); };
    run2(count, count);
    outcome(x);
}

static std::mutex n;

static void both_ways_wrong() {
    run2([] { std::lock_guard<std::mutex> p(m), q(n); }, [] { std::lock_guard<std::mutex> p(n), q(m); });
    outcome(0);
}

static void both_ways() {
    auto f = [](std::mutex &p, std::mutex &q) {
        std::scoped_lock lock(p, q);
        a++;
    };
    run2([f] { f(m, n); }, [f] { f(n, m); });
    outcome(a);
}

static void three_ways() {
    static std::mutex o;
    auto f = [](std::mutex &p, std::mutex &q, std::mutex &r) {
        std::scoped_lock lock(p, q, r);
        a++;
    };
    run2([f] { f(m, n, o); }, [f] { f(o, m, n); });
    outcome(a);
}

static void both_shared() {
    static std::shared_mutex p, q;
    auto f = [](auto &first, auto &second) {
        std::scoped_lock lock(first, second);
        a++;
    };
    run2([f] { f(p, q); }, [f] { f(q, p); });
    outcome(a);
}

static void both_kinds() {
    static std::shared_timed_mutex o;
    auto f = [](auto &p, auto &q) {
        std::scoped_lock lock(p, q);
        a++;
    };
    run2([f] { f(m, o); }, [f] { f(o, m); });
    outcome(a);
}

static std::recursive_mutex recursive;

static void recursion() {
    auto f = [] {
        std::lock_guard<std::recursive_mutex> p(recursive), q(recursive);
        a++;
    };
    run2(f, f);
    outcome(a);
}

static std::timed_mutex timed;

static void with_time() {
    auto f = [] {
        if (timed.try_lock_for(10ms)) {
            x++;
            timed.unlock();
        } else y++;
    };
    run2(f, f);
    outcome(10 * y + x);
}

static std::shared_mutex shared;

static void sharing() {
    auto reads = [] {
        std::shared_lock<std::shared_mutex> lock(shared);
        int now = ++x;
        if (now > b) b = now;
        x--;
    };
    run2(reads, reads);
    outcome(b);
}

static void not_sharing() {
    run2(
        [] {
            std::shared_lock<std::shared_mutex> lock(shared);
            x++;
            if (x != 1) b = 1;
            x--;
        },
        [] {
            std::unique_lock<std::shared_mutex> lock(shared);
            x++;
            if (x != 1) b = 1;
            x--;
        });
    outcome(b);
}

/* ---- waiting ---- */

static bool ready;

static void waiting() {
    run2(
        [] {
            std::unique_lock<std::mutex> lock(m);
            cond.wait(lock, [] { return ready; });
            a = 1;
        },
        [] {
            {
                std::lock_guard<std::mutex> lock(m);
                ready = true;
            }
            cond.notify_one();
        });
    outcome(a);
}

static void lost() {
    run2(
        [] {
            std::unique_lock<std::mutex> lock(m);
            cond.wait(lock);
            a = 1;
        },
        [] { cond.notify_one(); });
    outcome(a);
}

static void waiting_for_a_time() {
    run2(
        [] {
            std::unique_lock<std::mutex> lock(m);
            a = cond.wait_for(lock, 5ms, [] { return ready; }) ? 1 : 2;
        },
        [] {
            std::lock_guard<std::mutex> lock(m);
            ready = true;
            cond.notify_all();
        });
    outcome(a);
}

static std::condition_variable_any any;

static void waiting_for_any() {
    run2(
        [] {
            std::shared_lock<std::shared_mutex> lock(shared);
            any.wait(lock, [] { return ready; });
            a = 1;
        },
        [] {
            {
                std::unique_lock<std::shared_mutex> lock(shared);
                ready = true;
            }
            any.notify_all();
        });
    outcome(a);
}

static std::counting_semaphore<4> sem(1);

/* With one more to begin with, libstdc++ 12 may sleep though there is one: it sleeps if the value is the one from
 * before it started to try, which may be there again. */
static void semaphore() {
    sem.acquire();
    run2(
        [] {
            sem.acquire();
            a = x;
        },
        [] {
            x = 1;
            sem.release();
        });
    outcome(a);
}

static void semaphore_tried() {
    auto f = [] {
        if (sem.try_acquire()) y++;
    };
    run2(f, f);
    outcome(y);
}

static std::latch latch(2);

static void at_latch() {
    auto f = [] {
        x++;
        latch.arrive_and_wait();
        if (x != 2) b = 1;
    };
    run2(f, f);
    outcome(b);
}

static std::barrier<> barrier(2);

static void at_barrier() {
    auto f = [] {
        x++;
        barrier.arrive_and_wait();
        if (x < 2) b = 1;
    };
    run2(f, f);
    outcome(b);
}

static void atomic_wait() {
    run2(
        [] {
            x.wait(0);
            a = x;
        },
        [] {
            x = 1;
            x.notify_one();
        });
    outcome(a);
}

/* The mistake: nobody is told. */
static void atomic_wait_untold() {
    run2([] { x.wait(0); }, [] { x = 1; });
    outcome(x);
}

static void future() {
    std::promise<int> p;
    std::future<int> f = p.get_future();
    std::thread t([&p] { p.set_value(5); });
    int value = f.get();
    t.join();
    outcome(value);
}

static void async() {
    auto f = std::async(std::launch::async, [] { return ++x; });
    int mine = ++x;
    outcome(10 * mine + f.get());
}

static void joins_by_itself() {
    {
        std::jthread t([](std::stop_token stop) {
            while (!stop.stop_requested()) std::this_thread::yield();
            x = 1;
        });
    }
    outcome(x);
}

/* ---- once ---- */

static std::once_flag flag;

static void once() {
    auto f = [](int who) {
        std::call_once(flag, [who] {
            a++;
            std::this_thread::yield();
            b = who;
        });
        if (!b) a += 100;
    };
    run2([f] { f(1); }, [f] { f(2); });
    outcome(10 * a + b);
}

static void once_throws() {
    auto f = [] {
        try {
            std::call_once(flag, [] {
                std::this_thread::yield();
                if (x++ == 0) throw std::runtime_error("the first time");
            });
        } catch (const std::runtime_error &) {
            y++;
        }
    };
    run2(f, f);
    outcome(10 * x + y);
}

struct Counted {
    Counted() {
        a++;
        std::this_thread::yield();
        b = 7;
    }
};

static int instance() {
    static Counted counted;
    return b;
}

static void statics() {
    auto f = [] {
        if (instance() != 7) a += 100;
    };
    run2(f, f);
    outcome(a);
}

struct Thrower {
    Thrower() {
        std::this_thread::yield();
        if (x++ == 0) throw 1;
    }
};

static void statics_throw() {
    auto f = [] {
        try {
            static Thrower thrower;
        } catch (int) {
            y++;
        }
    };
    run2(f, f);
    outcome(10 * x + y);
}

/* ---- of each thread's own ---- */

struct Own {
    int value = 1;
    ~Own() { x += value; }
};
static thread_local Own own;

static void thread_locals() {
    auto f = [](int n) {
        own.value += n;
        std::this_thread::yield();
        if (own.value != 1 + n) b = 1;
    };
    run2([f] { f(10); }, [f] { f(20); });
    outcome(100 * b + x);
}

/* Each thread handles its own exceptions, whoever runs in between. */
static void exceptions() {
    auto f = [](int n) {
        try {
            std::this_thread::yield();
            throw n;
        } catch (int caught) {
            std::this_thread::yield();
            try {
                throw;
            } catch (int again) {
                std::this_thread::yield();
                if (caught != n || again != n || std::uncaught_exceptions()) b = 1;
            }
            std::this_thread::yield();
            if (!std::current_exception()) b = 1;
        }
        if (std::current_exception()) b = 1;
        y++;
    };
    run2([f] { f(1); }, [f] { f(2); });
    outcome(10 * y + b);
}

static void not_caught() {
    std::thread t([] { throw std::runtime_error("nobody is there"); });
    t.join();
}

static void not_caught_again() {
    std::promise<int> promise;
    promise.set_exception(std::make_exception_ptr(std::runtime_error("broken")));
    promise.get_future().get();
}

static void not_caught_int() { throw 5; }
static void throws() { throw std::logic_error("must not"); }
static void no_throw() noexcept { throws(); }

static void not_joined() {
    std::thread t([] {});
}

struct Says {
    ~Says() { a += 1; }
};

static void leaves() {
    std::thread t([] {
        Says says;
        pthread_exit(nullptr);
    });
    t.join();
    outcome(a);
}

static void leaves_and_is_caught() {
    std::thread t([] {
        try {
            pthread_exit(nullptr);
        } catch (...) {}
    });
    t.join();
}

/* ---- the rest ---- */

static void shared_pointers() {
    auto p = std::make_shared<Says>();
    auto q = p;
    std::thread t([&p] { p.reset(); }), u([&q] { q.reset(); });
    t.join();
    u.join();
    outcome(a);
}

static void clocks() {
    auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(20ms);
    auto day = std::chrono::system_clock::now();
    auto passed = std::chrono::steady_clock::now() - start;
    outcome(passed >= 20ms && passed < 21ms && day.time_since_epoch() > 24h);
}

static void random_device() {
    std::random_device device;
    std::mt19937 generator(1);
    static unsigned before __attribute__((section("lince_state"))) = 0;
    unsigned now = 0;
    run2([] { x++; }, [] { x++; });
    now = device();
    bool same = !before || before == now; /* in every execution */
    before = now;
    outcome(generator() == 1791095845u && same && device() != now);
}

static void allocates() {
    auto f = [] {
        std::string s(100, 'x');
        std::function<int()> g = [s] { return (int)s.size(); };
        x += g();
    };
    run2(f, f);
    outcome(x);
}

int main() {
    begin_tests();
    comes_out("std::mutex", counter, "2");
    comes_out("a counter without", unlocked_counter, "1 2");
    comes_out("two mutexes in different orders", both_ways_wrong, "0 stuck");
    reduced_comes_out("std::scoped_lock", both_ways, "2");
    reduced_comes_out("std::scoped_lock of three", three_ways, "2");
    reduced_comes_out("std::scoped_lock of std::shared_mutex", both_shared, "2");
    reduced_comes_out("std::scoped_lock of two kinds", both_kinds, "2");
    comes_out("std::recursive_mutex", recursion, "2");
    comes_out("std::timed_mutex", with_time, "2 11");
    comes_out("std::shared_lock", sharing, "1 2");
    comes_out("std::shared_mutex", not_sharing, "0");
    comes_out("std::condition_variable", waiting, "1");
    comes_out("a notification that is lost", lost, "1 stuck");
    comes_out("wait_for", waiting_for_a_time, "1 2");
    reduced_comes_out("std::condition_variable_any", waiting_for_any, "1");
    reduced_comes_out("std::counting_semaphore", semaphore, "1");
    comes_out("try_acquire", semaphore_tried, "1");
    reduced_comes_out("std::latch", at_latch, "0");
    reduced_comes_out("std::barrier", at_barrier, "0");
    reduced_comes_out("std::atomic::wait", atomic_wait, "1");
    reduced_comes_out("std::atomic::wait, and nobody tells", atomic_wait_untold, "1 stuck");
    reduced_comes_out("std::future", future, "5");
    reduced_comes_out("std::async", async, "12 21");
    reduced_comes_out("std::jthread", joins_by_itself, "1");
    reduced_comes_out("std::call_once", once, "11 12");
    reduced_comes_out("std::call_once with an exception", once_throws, "21");
    comes_out("static variables", statics, "1");
    comes_out("static variables with an exception", statics_throw, "21");
    reduced_comes_out("thread_local objects", thread_locals, "32");
    reduced_comes_out("exceptions", exceptions, "20");
    comes_out("an exception nobody catches", not_caught, "exception");
    message_has("std::runtime_error: nobody is there");
    comes_out("an exception thrown again", not_caught_again, "exception");
    message_has("std::runtime_error: broken");
    comes_out("an int nobody catches", not_caught_int, "exception");
    message_has("not caught: int");
    comes_out("noexcept", no_throw, "exception");
    message_has("std::logic_error: must not");
    comes_out("a thread not joined", not_joined, "exception");
    comes_out("pthread_exit and destructors", leaves, "1");
    comes_out("pthread_exit and catch (...)", leaves_and_is_caught, "misuse");
    comes_out("std::shared_ptr", shared_pointers, "1");
    comes_out("clocks", clocks, "1");
    comes_out("std::random_device", random_device, "1");
    comes_out("memory", allocates, "200");
    return end_tests();
}
