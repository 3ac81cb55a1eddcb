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
 * Arguments and results are values of most types, by content: <lince/test_values.h> lists them, and how more are
 * declared.  An argument that is not described is unique, a bool is both.  A parameter `T &` is a result, not an
 * argument: `bool try_pop(T &)` returns the value, or EMPTY instead of false; beside other results it makes a list.
 *
 *     lince_test_method("push", stack, &Stack<unsigned>::push);       // a method of an object, without a lambda
 *     lince_test_method<void(const T &)>("push", queue, &Queue<T>::push);  // one of several overloads: its type first
 *     lince_test_throws<std::out_of_range>(lince_empty);              // an exception that is a result, as this value,
 *     lince_test_throws<Full>();                                      // or as itself: its type, or lince_as_value
 *
 * This needs C++11 and no other header.  Names in namespace lince_cxx are not for use by tests. */
#ifndef LINCE_TEST_CXX_H
#define LINCE_TEST_CXX_H

#include <lince/test.h>
#include <lince/test_values.h>

#ifdef __cplusplus

namespace lince_cxx {

/* ---- exceptions that are results ---- */

/* Is the exception that is caught just now one of a type, and which value is it? */
typedef bool thrown_value(long declared, long *value);
struct thrown_types {
    enum { MOST = 16 };
    int count;
    thrown_value *is[MOST];
    long as[MOST];
};
inline thrown_types &thrown() {
    static thrown_types all = {0, {}, {}};
    return all;
}

/* `... [with E = std::out_of_range]`, or of clang `... [E = std::out_of_range]`. */
template <class E> long name_of_type() {
    const char *from = __builtin_strstr(__PRETTY_FUNCTION__, "E = ") + 4, *end = from;
    while (*end && *end != ']' && *end != ';') end++;
    char name[128];
    __builtin_snprintf(name, sizeof name, "%.*s", int(end - from), from);
    return lince_symbol_named(name);
}
template <class E, bool overloaded = has_value_overload<E>::value> struct exception_value {
    static long of(const E &) { return name_of_type<E>(); }
};
template <class E> struct exception_value<E, true> {
    static long of(const E &e) { return lince_as_value(e); }
};

#ifdef __cpp_exceptions
template <class E> bool is_thrown(long declared, long *value) {
    try {
        throw;
    } catch (const E &e) {
        *value = declared ? declared : exception_value<E>::of(e);
        return true;
    } catch (...) {
        return false;
    }
}
inline bool find_thrown(long *value) {
    for (int i = 0; i < thrown().count; i++)
        if (thrown().is[i](thrown().as[i], value)) return true;
    return false;
}
#endif

/* ---- calling ---- */

template <class A> struct is_out {
    enum { value = 0 };
};
template <class T> struct is_out<T &> {
    enum { value = 1 };
};
template <class T> struct is_out<const T &> {
    enum { value = 0 };
};

/* A parameter while the function runs: a value of its own. */
template <unsigned place, class A, bool out = is_out<A>::value> struct parameter {
    typename plain<A>::type held;
    explicit parameter(long value) : held(from_value<typename plain<A>::type>::of(value)) {}
    A &&pass() { return static_cast<A &&>(held); }
    void add_result(value_list &) const {}
};
template <unsigned place, class A> struct parameter<place, A, true> {
    typename plain<A>::type held;
    explicit parameter(long) : held() {}
    A pass() { return held; }
    void add_result(value_list &l) const { l.add(as_value(held)); }
};
/* All of them; `taken` arguments are those of the parameters before. */
template <unsigned place, unsigned taken, class... A> struct parameters {
    explicit parameters(const long *) {}
    void add_results(value_list &) const {}
};
template <unsigned place, unsigned taken, class A, class... More>
struct parameters<place, taken, A, More...> : parameter<place, A>,
                                              parameters<place + 1, taken + !is_out<A>::value, More...> {
    typedef parameters<place + 1, taken + !is_out<A>::value, More...> rest;
    explicit parameters(const long *a) : parameter<place, A>(is_out<A>::value ? 0 : a[taken]), rest(a) {}
    void add_results(value_list &l) const {
        parameter<place, A>::add_result(l);
        rest::add_results(l);
    }
};

template <class... A> struct count_arguments {
    enum { value = 0, outs = 0, wide = 0 };
};
template <class A, class... More> struct count_arguments<A, More...> {
    typedef typename plain<A>::type type;
    typedef count_arguments<More...> rest;
    enum {
        value = int(!is_out<A>::value) + int(rest::value),
        outs = int(is_out<A>::value) + int(rest::outs),
        wide = int(rest::wide) || (!is_out<A>::value && (!is_number<type>::value || sizeof(type) > sizeof(int)))
    };
};

template <class T> struct result {
    enum {
        kind = !is_number<T>::value       ? int(LINCE_SHAPE_LONG)
               : same<T, bool>::value     ? int(LINCE_SHAPE_BOOL)
               : sizeof(T) == sizeof(int) ? int(LINCE_SHAPE_INT)
                                          : int(LINCE_SHAPE_LONG)
    };
};
template <> struct result<void> {
    enum { kind = LINCE_SHAPE_VOID };
};

/* With results in parameters: one is the result, unless the function returned false, which is EMPTY; several are a
 * list, which begins with anything but a bool that the function returned. */
template <class P> long result_of(const P &parameters, value_list &l, bool any) {
    parameters.add_results(l);
    return !any ? lince_empty : l.count == 1 ? l.items[0] : l.value();
}
template <class R> struct returned {
    long value;
    bool any;
    template <class F, class... A> explicit returned(F &f, A &&...a) : value(0), any(true) {
        value = as_value<typename plain<R>::type>(f(static_cast<A &&>(a)...));
    }
    template <class P> long with(const P &parameters, bool outs) const {
        value_list l;
        if (!outs) return value;
        l.add(value);
        return result_of(parameters, l, true);
    }
};
template <> struct returned<bool> {
    bool value;
    template <class F, class... A> explicit returned(F &f, A &&...a) : value(f(static_cast<A &&>(a)...)) {}
    template <class P> long with(const P &parameters, bool outs) const {
        value_list l;
        return outs ? result_of(parameters, l, value) : as_value(value);
    }
};
template <> struct returned<void> {
    template <class F, class... A> explicit returned(F &f, A &&...a) { f(static_cast<A &&>(a)...); }
    template <class P> long with(const P &parameters, bool outs) const {
        value_list l;
        return outs ? result_of(parameters, l, true) : 0;
    }
};

/* A call of an F, which takes A... and returns R.  That the arguments are fetched is nothing to be seen in a trace. */
template <class F, class R, class... A> struct caller {
    typedef count_arguments<A...> count;
    static_assert(count::value <= 3, "lince: an operation takes at most three arguments");
    enum {
        kind = count::outs ? int(LINCE_SHAPE_LONG) : int(result<typename plain<R>::type>::kind),
        shape = lince_shape_of(kind, int(count::wide), int(count::value))
    };

    template <unsigned... I>
    __attribute__((no_sanitize_thread)) static long spread(F &f, const long *a, indices<I...>) {
        parameters<0, 0, A...> all(a);
        return returned<R>(f, static_cast<parameter<I, A> &>(all).pass()...).with(all, count::outs);
    }
    __attribute__((no_sanitize_thread)) static long call(void *f, const long *a) {
        typedef typename indices_up_to<sizeof...(A)>::type every;
#ifdef __cpp_exceptions
        if (thrown().count) {
            long value;
            try {
                return spread(*static_cast<F *>(f), a, every());
            } catch (...) {
                if (!find_thrown(&value)) throw;
            }
            if (int(kind) != int(LINCE_SHAPE_VOID)) return value;
            lince_also_returns(value);
            return 0;
        }
#endif
        return spread(*static_cast<F *>(f), a, every());
    }

    /* The arguments as a history shows them. */
    template <class B>
    __attribute__((no_sanitize_thread)) static typename only_if<!is_out<B>::value>::type add_value(const long *&a,
                                                                                                   long *&to) {
        *to++ = argument_value<typename plain<B>::type>::of(*a++);
    }
    template <class B> static typename only_if<is_out<B>::value != 0>::type add_value(const long *&, long *&) {}
    __attribute__((no_sanitize_thread)) static void values(const long *a, long *to) {
        const int each[] = {0, (add_value<A>(a, to), 0)...};
        (void)each, (void)a, (void)to;
    }

    /* All numbers are no choice for a bool. */
    static lince_argument_list arguments(lince_argument_list list) {
        const bool outs[] = {bool(is_out<A>::value)..., false};
        const bool truths[] = {same<typename plain<A>::type, bool>::value != 0 ..., false};
        int described = 0;
        while (described < list.count && list.at[described].unique < 3) described++;
        lince_argument options[4];
        int more = 0;
        while (described + more < list.count) options[more] = list.at[described + more], more++;
        for (int i = 0, taken = 0; i < int(sizeof...(A)); taken += !outs[i++])
            if (!outs[i] && taken == described && truths[i]) list.at[described++] = lince_range(0, 1);
        for (int i = 0; i < more && described + i < 4; i++) list.at[described + i] = options[i];
        list.count = described + more;
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

/* A method of an object. */
template <class O, class M, class R, class... A> struct bound {
    O *object;
    M method;
    R operator()(A... a) const { return (object->*method)(static_cast<A &&>(a)...); }
};
template <class O, class M> struct method_of { typedef M O::*type; };

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
    static_assert(sizeof...(A) <= 4, "lince: more arguments are described than an operation can take");
    lince_argument_list list = {int(sizeof...(A)), {arguments...}};
    lince_test_add_call(name, how::call, how::values, lince_cxx::keep(function), how::shape, how::arguments(list));
}

#define LINCE_METHODS(qualifier)                                                                                       \
    template <class O, class C, class R, class... P, class... A>                                                       \
    void lince_test_method(const char *name, O &object, R (C::*method)(P...) qualifier, A... arguments) {              \
        lince_test_op(name, lince_cxx::bound<O, R (C::*)(P...) qualifier, R, P...>{&object, method}, arguments...);    \
    }
LINCE_METHODS()
LINCE_METHODS(const)
#ifdef __cpp_noexcept_function_type
LINCE_METHODS(noexcept)
LINCE_METHODS(const noexcept)
#endif
#undef LINCE_METHODS

/* One of several overloads.  The type is not deduced, so that the call above and this one are never both possible. */
template <class M, class O, class... A>
void lince_test_method(const char *name, O &object, typename lince_cxx::method_of<O, M>::type method, A... arguments) {
    lince_test_method(name, object, method, arguments...);
}

#ifdef __cpp_exceptions
/* `value`: 0: the type of the exception, or its lince_as_value. */
template <class E> void lince_test_throws(long value = 0) {
    lince_cxx::thrown_types &all = lince_cxx::thrown();
    lince_assert(all.count < lince_cxx::thrown_types::MOST);
    all.is[all.count] = lince_cxx::is_thrown<E>;
    all.as[all.count++] = value;
}
#endif

template <class F> void lince_test_model_op(const char *name, F function) {
    typedef lince_cxx::callable<F> how;
    lince_test_add_model_call(name, how::call, lince_cxx::keep(function), how::shape);
}

template <class... N> void lince_test_model_meet(void (*function)(lince_party *), N... names) {
    lince_test_add_meet(function, static_cast<const char *>(names)..., static_cast<const char *>(nullptr));
}

template <class... A> void lince_op_begin(const char *name, A... arguments) {
    static_assert(sizeof...(A) <= 3, "lince: an operation takes at most three arguments");
    lince_op_begins(name, int(sizeof...(A)), lince_long_list{{lince_cxx::as_value<A>(arguments)...}});
}

template <class... A> void lince_op_end(A... results) {
    static_assert(sizeof...(A) <= 3, "lince: an operation has at most three results");
    lince_op_ends(int(sizeof...(A)), lince_long_list{{lince_cxx::as_value<A>(results)...}});
}

#endif

#endif
