// A first-in first-out queue for any number of threads; those who take can wait.
#ifndef QUEUE_HPP
#define QUEUE_HPP

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

template <typename T> class Queue {
  public:
    void put(T value) {
        {
            std::lock_guard<std::mutex> guard(lock);
            values.push_back(std::move(value));
        }
        filled.notify_one();
    }

    std::optional<T> try_take() {
        std::lock_guard<std::mutex> guard(lock);
        if (values.empty()) return std::nullopt;
        return pop();
    }

    T take() {
        std::unique_lock<std::mutex> guard(lock);
        filled.wait(guard, [this] { return !values.empty(); });
        return pop();
    }

  private:
    T pop() {
        T value = std::move(values.front());
        values.pop_front();
        return value;
    }

    std::mutex lock;
    std::condition_variable filled;
    std::deque<T> values;
};

#endif
