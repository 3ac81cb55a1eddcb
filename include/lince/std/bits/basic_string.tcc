/* Stands before libstdc++'s header of the same name, which it includes, while a test is compiled.
 *
 * Up to C++17 the members of std::string stand in libstdc++.so, where nothing of them is seen.  So they are compiled
 * with the test, as libstdc++ itself does where its assertions are on.  Other templates stay in the library: streams
 * that all threads may use at once would look like data races. */
#pragma GCC system_header
#include <bits/c++config.h>

#if defined _GLIBCXX_EXTERN_TEMPLATE && _GLIBCXX_EXTERN_TEMPLATE > 0
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#include_next <bits/basic_string.tcc>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 1
#else
#include_next <bits/basic_string.tcc>
#endif
