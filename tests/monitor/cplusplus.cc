// The header in C++: the same names, with values of any integral type; and the headers that want the short names back.
#include <lince/monitor.h>

#include <cstdint>
#include <thread>

#include "tap.h"

static lince_monitor *make(const char *spec) {
    lince_monitor_options options = {};
    options.spec = spec;
    options.quiet = true;
    return lince_monitor_new(&options, nullptr);
}

static bool checked(bool wrong) {
    lince_monitor *m = make("map");
    const int put = lince_monitor_method(m, "put"), get = lince_monitor_method(m, "get");
    std::thread([=] {
        lince_call(m, put, short(3), 4u);
        lince_return(m);
    }).join();
    lince_call(m, get, 3);
    lince_return(m, wrong ? std::int64_t(5) : 4);
    return lince_monitor_free(m, nullptr);
}

#include <lince/history.h>
#include <lince/spec.h>

static bool long_names() {
    lince_monitor *m = make("counter");
    lince_monitor_call(m, lince_monitor_method(m, "inc"));
    lince_monitor_return(m);
    lince_call unused = {}; // a type again
    (void)unused;
    return lince_monitor_free(m, nullptr);
}

int main() {
    expect(checked(false), "a map that is right");
    expect(!checked(true), "and one that is not");
    expect(long_names(), "the short names make way for others");
    return tap_end();
}
