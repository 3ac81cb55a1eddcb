// The headers from C++17: values, a history, a specification of one's own, a check.
#include <lince/lince.h>
#include <lince/tester.h>
#include <lince/verifier.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>

#include "tap.h"

// Whatever the library hands out is given back where its owner goes out of scope.
struct give_back {
    void operator()(lince_history *h) const { lince_history_free(h); }
    void operator()(lince_specs *s) const { lince_specs_free(s); }
    void operator()(lince_result *r) const { lince_result_free(r); }
    void operator()(lince_values *v) const { lince_values_free(v); }
    void operator()(lince_follow_result *r) const { lince_follow_result_free(r); }
};
template <class T> using owned = std::unique_ptr<T, give_back>;

// A lamp: `press()` returns whether it is on afterwards.
static void lamp_init(lince_step *step) {
    const bool on = false;
    lince_emit(step, &on, sizeof on, nullptr);
}

static void lamp_next(lince_step *step) {
    const bool on = !*static_cast<const bool *>(step->state);
    lince_results results{};
    results.at[0] = lince_bool(on);
    lince_emit(step, &on, sizeof on, &results);
}

static lince_method press_method() {
    lince_method press{};
    press.name = "press";
    press.results_min = press.results_max = 1;
    return press;
}

static const lince_method lamp_methods[] = {press_method()};

static lince_spec lamp_spec() {
    lince_spec lamp{};
    lamp.abi = LINCE_SPEC_ABI;
    lamp.name = "lamp";
    lamp.methods = lamp_methods;
    lamp.method_count = 1;
    lamp.init = lamp_init;
    lamp.next = lamp_next;
    return lamp;
}

static lince_verdict judge(const lince_specs *specs, lince_value first, lince_value second, size_t &conflict) {
    owned<lince_history> h(lince_history_new());
    lince_error error{};
    for (lince_value result : {first, second}) {
        lince_invoke(h.get(), "T1", nullptr, "press", nullptr, 0, &error);
        lince_return(h.get(), "T1", &result, 1, &error);
    }
    lince_check_options options = LINCE_CHECK_OPTIONS_INIT;
    options.criterion = LINCE_LINEARIZABLE;
    options.timeout = 60;
    lince_result *result = nullptr;
    const lince_status status = lince_check(h.get(), specs, &options, &result, &error);
    owned<lince_result> owner(result);
    expect(status == LINCE_DONE, "a check is made %s", error.message);
    lince_result_conflict(result, &conflict);
    return lince_result_verdict(result);
}

static lince_status follow(const char *source, int &failures) {
    lince_follow_options options = LINCE_FOLLOW_OPTIONS_INIT;
    options.once = true;
    options.context = &failures;
    options.on_event = [](void *context, const lince_follow_event *event) {
        *static_cast<int *>(context) += event->kind == LINCE_FOLLOW_ERROR;
    };
    lince_follow_result *result = nullptr;
    lince_error error{};
    const lince_status status = lince_follow(source, nullptr, &options, &result, &error);
    owned<lince_follow_result> owner(result);
    return status;
}

int main() {
    owned<lince_values> values(lince_values_new());
    std::int64_t n = 0;
    expect(lince_get_int(values.get(), lince_int(values.get(), -7), &n) && n == -7, "an integer");
    expect(lince_symbol(values.get(), "EMPTY", 5) == LINCE_EMPTY, "a symbol");
    expect(std::strlen(lince_version()) > 0, "version %s", lince_version());

    const lince_model_options model = LINCE_MODEL_OPTIONS_INIT;
    expect(model.size == sizeof model && !model.asserts, "options for models");
    const lince_test_options test = LINCE_TEST_OPTIONS_INIT;
    expect(test.size == sizeof test && !test.files, "options for tests");
    const lince_check_files_options files = LINCE_CHECK_FILES_OPTIONS_INIT;
    expect(files.size == sizeof files && !files.specs, "options for files");

    const lince_spec lamp = lamp_spec();
    owned<lince_specs> specs(lince_specs_new());
    lince_error error{};
    expect(lince_specs_add_own(specs.get(), nullptr, &lamp, &error) == LINCE_DONE, "a lamp %s", error.message);
    size_t conflict = 99;
    expect(judge(specs.get(), LINCE_TRUE, LINCE_FALSE, conflict) == LINCE_VERDICT_OK && conflict == 0,
           "it goes on and off");
    expect(judge(specs.get(), LINCE_TRUE, LINCE_TRUE, conflict) == LINCE_VERDICT_VIOLATION && conflict == 2,
           "but not on twice");

    int failures = 0;
    expect(follow("/nowhere/events", failures) == LINCE_BAD_INPUT && failures == 1, "no stream to follow");
    return tap_end();
}
