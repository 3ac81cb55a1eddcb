/* The part of <lince/test.h> that C++ sees, which includes it: operations of any kind that can be called.
 *
 *     static Stack<unsigned> stack;
 *
 *     LINCE_TEST(stack) {
 *         lince_test_spec("stack");
 *         lince_test_op("push", [](unsigned v) { stack.push(v); });
 *         lince_test_op("pop", [] { return stack.pop(); });       // a std::optional: nothing in it is EMPTY
 *     }
 *
 * A test that is written once for several types is a function template, called by one LINCE_TEST each.
 *
 * Arguments are integers, enums or bools of any size; a bool that is not described is both.  Results are the same, or
 * nothing, or something with has_value() and * (std::optional) that holds one of them: without a value it is EMPTY, or
 * the symbol of `.value_or(lince_nil)`.
 *
 * This needs C++11 and no other header.  Names in namespace lince_cxx are not for use by tests. */
#ifndef LINCE_TEST_CXX_H
#define LINCE_TEST_CXX_H

#include <lince/test.h>

#ifdef __cplusplus

namespace lince_cxx {

/* <type_traits> has these, and is large. */
template <class T> struct plain { typedef T type; };
template <class T> struct plain<const T> { typedef T type; };
template <class T> struct plain<volatile T> { typedef T type; };
template <class T> struct plain<const volatile T> { typedef T type; };
template <class T> struct plain<T &> { typedef typename plain<T>::type type; };
template <class T> struct plain<T &&> { typedef typename plain<T>::type type; };
template <class T, class U> struct same {
    enum { value = 0 };
};
template <class T> struct same<T, T> {
    enum { value = 1 };
};
template <class T> T make();
template <class...> struct ignore { typedef void type; };
template <bool, class T> struct only_if {};
template <class T> struct only_if<true, T> { typedef T type; };

/* A type that is converted to a number and back. */
template <class T> struct is_number {
    enum {
        value = __is_enum(T) || same<T, bool>::value || same<T, char>::value || same<T, signed char>::value ||
                same<T, unsigned char>::value || same<T, wchar_t>::value || same<T, char16_t>::value ||
                same<T, char32_t>::value || same<T, short>::value || same<T, unsigned short>::value ||
                same<T, int>::value || same<T, unsigned>::value || same<T, long>::value ||
                same<T, unsigned long>::value || same<T, long long>::value || same<T, unsigned long long>::value
    };
};

template <class T, class = void> struct is_optional {
    enum { value = 0 };
};
template <class T>
struct is_optional<T, typename ignore<decltype(make<T &>().has_value()), decltype(*make<T &>())>::type> {
    enum { value = 1 };
};

/* How a result is written down.  Symbols passed through types of 4 bytes, too: see lince_symbol_value. */
template <class T> long number_as_long(T value) {
    unsigned symbol = (unsigned)value - (unsigned)INT_MIN;
    if (sizeof(T) == sizeof(int) && symbol > 0 && symbol < 8) return lince_symbol_value((long)symbol);
    return (long)value;
}
inline long number_as_long(bool value) { return value ? lince_true : lince_false; }

template <class T, bool number, bool optional> struct result_of_kind {
    static_assert(number,
                  "lince: the result of an operation must be void, a bool, an integer, an enum, or a "
                  "std::optional of one; let it return such a value that distinguishes the results");
    enum { kind = LINCE_SHAPE_LONG };
    static long as_long(const T &) { return 0; }
};
template <class T> struct result_of_kind<T, true, false> {
    enum {
        kind = same<T, bool>::value       ? int(LINCE_SHAPE_BOOL)
               : sizeof(T) == sizeof(int) ? int(LINCE_SHAPE_INT)
                                          : int(LINCE_SHAPE_LONG)
    };
    static long as_long(T value) { return number_as_long(value); }
};
template <class T> struct result : result_of_kind<T, is_number<T>::value, is_optional<T>::value> {};
template <class T> struct result_of_kind<T, false, true> {
    typedef result<typename plain<decltype(*make<T &>())>::type> inside;
    enum { kind = inside::kind };
    static long as_long(T &value) { return value.has_value() ? inside::as_long(*value) : lince_empty; }
};
template <> struct result<void> {
    enum { kind = LINCE_SHAPE_VOID };
};

template <class T> long as_long(T value) { return result<T>::as_long(value); }

/* How an argument is passed. */
template <class A> struct argument {
    typedef typename plain<A>::type type;
    static_assert(is_number<type>::value,
                  "lince: the argument of an operation must be a bool, an integer or an enum; let "
                  "it construct its argument from a number");
    enum { wide = sizeof(type) > sizeof(int), truth = same<type, bool>::value };
    static constexpr type from(long value) { return (type)value; }
};
template <class... A> struct any_wide {
    enum { value = 0 };
};
template <class A, class... More> struct any_wide<A, More...> {
    enum { value = argument<A>::wide || any_wide<More...>::value };
};

template <unsigned... I> struct indices {};
template <unsigned n, unsigned... I> struct indices_up_to : indices_up_to<n - 1, n - 1, I...> {};
template <unsigned... I> struct indices_up_to<0, I...> { typedef indices<I...> type; };

/* A call of an F, which takes A... and returns R.  That the arguments are fetched is nothing to be seen in a trace. */
template <class F, class R, class... A> struct caller {
    static_assert(sizeof...(A) <= 3, "lince: an operation takes at most three arguments");
    enum {
        shape =
            lince_shape_of(int(result<typename plain<R>::type>::kind), int(any_wide<A...>::value), int(sizeof...(A)))
    };

    template <class T, unsigned... I> struct with_result {
        __attribute__((no_sanitize_thread)) static long call(F &f, const long *a) {
            return as_long<typename plain<R>::type>(f(argument<A>::from(a[I])...));
        }
    };
    template <unsigned... I> struct with_result<void, I...> {
        __attribute__((no_sanitize_thread)) static long call(F &f, const long *a) {
            return f(argument<A>::from(a[I])...), 0;
        }
    };
    template <unsigned... I>
    __attribute__((no_sanitize_thread)) static long spread(F &f, const long *a, indices<I...>) {
        return (void)a, with_result<R, I...>::call(f, a);
    }
    __attribute__((no_sanitize_thread)) static long call(void *f, const long *a) {
        return spread(*static_cast<F *>(f), a, typename indices_up_to<sizeof...(A)>::type());
    }
    /* All numbers are no choice for a bool. */
    static lince_argument_list arguments(lince_argument_list list) {
        const bool truths[] = {bool(argument<A>::truth)..., false};
        for (; list.count < int(sizeof...(A)); list.count++)
            list.at[list.count] = truths[list.count] ? lince_range(0, 1) : lince_unique;
        return list;
    }
};

/* Argument and result types of F. */
template <class F, class Call> struct callable_as;
template <class F, class C, class R, class... A> struct callable_as<F, R (C::*)(A...)> : caller<F, R, A...> {};
template <class F, class C, class R, class... A> struct callable_as<F, R (C::*)(A...) const> : caller<F, R, A...> {};
#ifdef __cpp_noexcept_function_type
template <class F, class C, class R, class... A> struct callable_as<F, R (C::*)(A...) noexcept> : caller<F, R, A...> {};
template <class F, class C, class R, class... A>
struct callable_as<F, R (C::*)(A...) const noexcept> : caller<F, R, A...> {};
#endif

template <class F, class = void> struct callable : caller<void (*)(), void> {
    static_assert(sizeof(F) == 0,
                  "lince: an operation must be a function, or an object with one operator() whose "
                  "arguments have types: not `auto`, not overloaded, not a member without its object");
};
template <class F>
struct callable<F, typename ignore<decltype(&F::operator())>::type> : callable_as<F, decltype(&F::operator())> {};
template <class R, class... A> struct callable<R (*)(A...), void> : caller<R (*)(A...), R, A...> {};
#ifdef __cpp_noexcept_function_type
template <class R, class... A> struct callable<R (*)(A...) noexcept, void> : caller<R (*)(A...) noexcept, R, A...> {};
#endif

/* Where to make an object; <new> has something like it, but belongs to the C++ library. */
struct place {
    void *at;
};

} // namespace lince_cxx

inline void *operator new(size_t, lince_cxx::place where) noexcept { return where.at; }
inline void operator delete(void *, lince_cxx::place) noexcept {}

namespace lince_cxx {

/* A copy that stays as long as the program.  The first ones are not on the heap, where a leak checker would report them
 * when a model is unloaded. */
template <class F> F *keep(const F &function) {
    enum { ROOMS = 16 };
    union room {
        char none;
        F kept;
        room() : none(0) {}
        ~room() {}
    };
    static room rooms[ROOMS];
    static unsigned used = 0;
    return used < ROOMS ? new (place{&rooms[used++].kept}) F(function) : new F(function);
}

} // namespace lince_cxx

template <class F, class... A> void lince_test_op(const char *name, F function, A... arguments) {
    typedef lince_cxx::callable<F> how;
    static_assert(sizeof...(A) <= 3, "lince: more arguments are described than an operation can take");
    lince_argument_list list = {int(sizeof...(A)), {arguments...}};
    lince_test_add_call(name, how::call, lince_cxx::keep(function), how::shape, how::arguments(list));
}

template <class F> void lince_test_model_op(const char *name, F function) {
    typedef lince_cxx::callable<F> how;
    lince_test_add_model_call(name, how::call, lince_cxx::keep(function), how::shape);
}

template <class... N> void lince_test_model_meet(void (*function)(lince_party *), N... names) {
    lince_test_add_meet(function, static_cast<const char *>(names)..., static_cast<const char *>(nullptr));
}

template <class... A> void lince_op_begin(const char *name, A... arguments) {
    static_assert(sizeof...(A) <= 3, "lince: an operation takes at most three arguments");
    lince_op_begins(name, int(sizeof...(A)), lince_long_list{{lince_cxx::as_long<A>(arguments)...}});
}

template <class... A> void lince_op_end(A... results) {
    static_assert(sizeof...(A) <= 3, "lince: an operation has at most three results");
    lince_op_ends(int(sizeof...(A)), lince_long_list{{lince_cxx::as_long<A>(results)...}});
}

#endif

#endif
