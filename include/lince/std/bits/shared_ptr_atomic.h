/* Stands before libstdc++'s header of the same name, which it includes, while a test is compiled.
 *
 * std::atomic<std::shared_ptr> keeps a plain pointer under a lock of one bit, which load() gives back with
 * memory_order_relaxed.  By the letter of C++11 the next writer races with it.  libstdc++ considers that correct, and
 * newer versions annotate it as a lock for sanitizers; its users cannot change it.  So here giving it back is a
 * release. */
#pragma GCC system_header
#ifndef LINCE_STD_SHARED_PTR_ATOMIC_H
#define LINCE_STD_SHARED_PTR_ATOMIC_H

#include <bits/atomic_base.h>

/* It is subtracted from for nothing else. */
#define fetch_sub(count, order) fetch_sub(count, memory_order_acq_rel)
#include_next <bits/shared_ptr_atomic.h>
#undef fetch_sub

#endif
