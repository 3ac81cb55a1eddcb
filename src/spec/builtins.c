#include "spec/builtin/common.h"
#include "spec/spec.h"

const lince_spec *const lc_builtin_specs[] = {
    &lc_spec_abc,
    &lc_spec_bag,
    &lc_spec_barrier,
    &lc_spec_broadcast,
    &lc_spec_cas_register,
    &lc_spec_channel,
    &lc_spec_closeable_channel,
    &lc_spec_combining_barrier,
    &lc_spec_counter,
    &lc_spec_counter_channel,
    &lc_spec_deque,
    &lc_spec_enrollable_barrier,
    &lc_spec_exchanger,
    &lc_spec_filter_channel,
    &lc_spec_map,
    &lc_spec_men_women,
    &lc_spec_mutex,
    &lc_spec_one_family,
    &lc_spec_pqueue,
    &lc_spec_queue,
    &lc_spec_register,
    &lc_spec_rwlock,
    &lc_spec_semaphore,
    &lc_spec_set,
    &lc_spec_signal,
    &lc_spec_snzi,
    &lc_spec_stack,
    &lc_spec_terminating_queue,
    &lc_spec_timeout_channel,
    &lc_spec_timeout_exchanger,
    &lc_spec_two_families,
};
const size_t lc_builtin_spec_count = sizeof lc_builtin_specs / sizeof *lc_builtin_specs;

/* Tables are constant, so what a parameter changes in one needs a second one: used where the first parameter, which is
 * 0 by default, is given. */
static const struct {
    const lince_spec *usual, *with_parameter;
} variants[] = {
    {&lc_spec_queue, &lc_spec_bounded_queue},
    {&lc_spec_stack, &lc_spec_bounded_stack},
};

const lince_spec *lc_builtin_variant(const lince_spec *spec, const int64_t *params) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (spec == variants[i].usual && params[0] != 0) return variants[i].with_parameter;
    return spec;
}

const lince_spec *lc_builtin_of_kind(lince_object_kind kind, int64_t size) {
    const lince_spec *found = NULL;
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        const lince_spec *spec = lc_builtin_specs[i];
        if (spec->is == kind && (!found || spec->method_count > found->method_count)) found = spec;
    }
    return found ? lc_builtin_variant(found, &size) : NULL;
}
