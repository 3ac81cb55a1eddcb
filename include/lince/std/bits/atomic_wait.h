/* Stands before libstdc++'s header of the same name, which it includes, while a test is compiled.
 *
 * A wait there (std::atomic::wait, std::counting_semaphore, std::latch, std::barrier) first checks its condition
 * sixteen times before it goes to sleep.  Nothing can come of that which does not come of looking once, since going to
 * sleep looks, too; but every look is a step, and there are far more ways to run with them.  So it looks once.
 * (Semaphores are different: see semaphore_base.h.)
 *
 * The loop is a function template whose second argument is the policy after the last check.  By default it does not,
 * and for this case a function that fits better is declared here first.
 *
 * Waiting threads are also counted, so that a notification can be omitted when there are none.  That again only adds
 * steps: the count is left out, and notifications are never spared.  It is the one variable whose address is taken
 * there. */
#pragma GCC system_header
/* The macros for namespaces confuse it. */
/* clang-format off */
#ifndef LINCE_STD_ATOMIC_WAIT_H
#define LINCE_STD_ATOMIC_WAIT_H

#include <bits/c++config.h>

#if __cplusplus >= 202002L && defined _GLIBCXX_RELEASE && _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 14

namespace std _GLIBCXX_VISIBILITY(default) {
    _GLIBCXX_BEGIN_NAMESPACE_VERSION
    namespace __detail {
    struct __default_spin_policy;
    template <typename _Pred> bool __lince_spin(_Pred &__pred, __default_spin_policy) noexcept;
    } // namespace __detail
    _GLIBCXX_END_NAMESPACE_VERSION
} // namespace )

#define __atomic_spin                    __lince_spin
#define __atomic_fetch_add(at, n, order) (*#at == '&' ? 0 : __atomic_fetch_add(at, n, order))
#define __atomic_fetch_sub(at, n, order) (*#at == '&' ? 0 : __atomic_fetch_sub(at, n, order))
#define __atomic_load(at, to, order)     (*#at == '&' ? (void)(*(to) = 1) : __atomic_load(at, to, order))
#include_next <bits/atomic_wait.h>
#undef __atomic_spin
#undef __atomic_fetch_add
#undef __atomic_fetch_sub
#undef __atomic_load

namespace std _GLIBCXX_VISIBILITY(default) {
    _GLIBCXX_BEGIN_NAMESPACE_VERSION
    namespace __detail {
    template <typename _Pred> bool __lince_spin(_Pred &__pred, __default_spin_policy) noexcept { return __pred(); }
    /* For the other headers that call it. */
    template <typename _Pred> bool __atomic_spin(_Pred &__pred) noexcept { return __pred(); }
    } // namespace __detail
    _GLIBCXX_END_NAMESPACE_VERSION
} // namespace )

#else
#include_next <bits/atomic_wait.h>
#endif

#endif
