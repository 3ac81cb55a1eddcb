/* Stands before libstdc++'s header of the same name, which it includes, while a test is compiled.
 *
 * A thread that acquires a semaphore looks sixteen times before it sleeps or gives up; here it looks once
 * (atomic_wait.h), and nothing is lost by that as long as a look only reads.  But a look at a semaphore takes it, which
 * fails also if another thread comes between: then there may be enough for both, and the next look finds that.  So this
 * look goes on, until it has taken the semaphore, or has seen that nothing is left, or has failed as often as it would
 * there. */
#pragma GCC system_header
/* The macros for namespaces confuse it. */
/* clang-format off */
#ifndef LINCE_STD_SEMAPHORE_BASE_H
#define LINCE_STD_SEMAPHORE_BASE_H

#include <bits/atomic_base.h>
#if __cpp_lib_atomic_wait
#include <bits/atomic_timed_wait.h>
#include <ext/numeric_traits.h>

namespace std _GLIBCXX_VISIBILITY(default) {
    _GLIBCXX_BEGIN_NAMESPACE_VERSION
    namespace __atomic_impl {
    template <typename _Tp>
    inline bool __lince_take(_Tp *__at, _Tp &__there, _Tp, memory_order __taken, memory_order __failed) noexcept {
        for (int __looks = 0; __looks < 16 && __there; __looks++)
            if (compare_exchange_strong(__at, __there, __there - 1, __taken, __failed)) return true;
        return false;
    }
    }
    _GLIBCXX_END_NAMESPACE_VERSION
}

#define compare_exchange_strong __lince_take
#include_next <bits/semaphore_base.h>
#undef compare_exchange_strong
#else
#include_next <bits/semaphore_base.h>
#endif

#endif
