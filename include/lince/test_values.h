/* The part of <lince/test.h> for C++ that turns the arguments and results of operations into values of a history, and
 * numbers of a scenario into arguments.
 *
 *     type                                              in a history           the n-th argument
 *     an integer, enum, bool, float                     a number, true, false  n
 *     std::string, std::string_view, const char *       "n"                    the digits of n
 *     std::optional, std::expected                      the value, or EMPTY    the n-th value
 *     std::pair, std::tuple, std::array, a container,   a list                 all members the n-th of their types,
 *     a struct whose members are public (C++17)                                or one element
 *     std::variant (C++17)                              its value              the n-th of the first alternative
 *     T *, std::unique_ptr, std::shared_ptr             its object, or EMPTY   a new object, the n-th
 *
 * Other types need two overloads, beside the type:
 *
 *     long lince_as_value(const Money &m) { return lince_list_value(m.amount, m.currency); }
 *     Money lince_from_value(long n, lince_type<Money>) { return Money(n, "EUR"); }      // if it is an argument
 *
 * A type that can be made of a number, `Money(n)`, needs the first alone.  Standard headers are not needed: types are
 * recognized by their members.  Names in namespace lince_cxx are not for use by tests. */
#include <lince/test.h> /* which includes this file: so it comes first */

#ifndef LINCE_TEST_VALUES_H
#define LINCE_TEST_VALUES_H

#ifdef __cplusplus

template <class T> struct lince_type {};

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
template <bool, class T = void> struct only_if {};
template <class T> struct only_if<true, T> { typedef T type; };
template <unsigned... I> struct indices {};
template <unsigned n, unsigned... I> struct indices_up_to : indices_up_to<n - 1, n - 1, I...> {};
template <unsigned... I> struct indices_up_to<0, I...> { typedef indices<I...> type; };

/* A type that is converted to a number and back. */
template <class T> struct is_float {
    enum { value = same<T, float>::value || same<T, double>::value || same<T, long double>::value };
};
template <class T> struct is_number {
    enum {
        value = __is_enum(T) || same<T, bool>::value || same<T, char>::value || same<T, signed char>::value ||
                same<T, unsigned char>::value || same<T, wchar_t>::value || same<T, char16_t>::value ||
                same<T, char32_t>::value || same<T, short>::value || same<T, unsigned short>::value ||
                same<T, int>::value || same<T, unsigned>::value || same<T, long>::value ||
                same<T, unsigned long>::value || same<T, long long>::value || same<T, unsigned long long>::value
    };
};

/* ---- kinds of types, by their members ---- */

#define LINCE_RECOGNIZES(name, ...)                                                                                    \
    template <class T, class = void> struct name {                                                                     \
        enum { value = 0 };                                                                                            \
    };                                                                                                                 \
    template <class T> struct name<T, typename ignore<__VA_ARGS__>::type> {                                            \
        enum { value = 1 };                                                                                            \
    };
LINCE_RECOGNIZES(has_value_overload, decltype(lince_as_value(make<const T &>())))
LINCE_RECOGNIZES(has_argument_overload, decltype(lince_from_value(0L, lince_type<T>())))
LINCE_RECOGNIZES(is_optional, decltype(make<T &>().has_value()), decltype(*make<T &>()))
LINCE_RECOGNIZES(has_error, decltype(make<T &>().error()))
LINCE_RECOGNIZES(is_string, decltype(make<T &>().substr(0, 0)), decltype(make<T &>().data()))
LINCE_RECOGNIZES(is_range, decltype(make<T &>().begin()), decltype(make<T &>().end()))
LINCE_RECOGNIZES(has_insert, decltype(make<T &>().insert(make<T &>().end(), *make<T &>().begin())))
LINCE_RECOGNIZES(is_pair, decltype(make<T &>().first), decltype(make<T &>().second))
LINCE_RECOGNIZES(is_variant, decltype(make<T &>().valueless_by_exception()))
LINCE_RECOGNIZES(is_smart_pointer, typename T::element_type, decltype(make<T &>().get()), decltype(*make<T &>()))
LINCE_RECOGNIZES(is_made_of_number, decltype(T(0L)))
#undef LINCE_RECOGNIZES

template <class T> struct is_pointer {
    enum { value = 0 };
};
template <class T> struct is_pointer<T *> {
    enum { value = 1 };
};
template <class T> struct is_text_pointer {
    enum { value = same<T, char *>::value || same<T, const char *>::value };
};

template <unsigned> void get(struct none &); /* so that get<0>(tuple) is looked up */
template <class T, class = void> struct is_tuple {
    enum { value = 0 };
};
template <template <class...> class X, class... T>
struct is_tuple<X<T...>, typename ignore<decltype(get<0>(make<X<T...> &>()))>::type> {
    enum { value = !is_pair<X<T...>>::value && !is_variant<X<T...>>::value };
};

enum type_kind {
    OVERLOADED,
    NUMBER,
    FLOAT,
    TEXT,
    OPTIONAL,
    STRING,
    PAIR,
    VARIANT,
    RANGE,
    TUPLE,
    SMART_POINTER,
    POINTER,
    STRUCT,
    UNKNOWN
};
template <class T> struct is_struct {
    enum {
#if __cplusplus >= 201703L
        value = __is_class(T) && __is_aggregate(T)
#else
        value = 0
#endif
    };
};
template <class T> struct kind_of {
    enum {
        value = has_value_overload<T>::value ? OVERLOADED /* the first that fits */
                : is_number<T>::value        ? NUMBER
                : is_float<T>::value         ? FLOAT
                : is_text_pointer<T>::value  ? TEXT
                : is_optional<T>::value      ? OPTIONAL
                : is_string<T>::value        ? STRING
                : is_pair<T>::value          ? PAIR
                : is_variant<T>::value       ? VARIANT
                : is_range<T>::value         ? RANGE
                : is_tuple<T>::value         ? TUPLE
                : is_smart_pointer<T>::value ? SMART_POINTER
                : is_pointer<T>::value       ? POINTER
                : is_struct<T>::value        ? STRUCT
                                             : UNKNOWN
    };
};

/* ---- values of a history ---- */

/* Symbols passed through types of 4 bytes, too: see lince_symbol_value. */
template <class T> long number_as_long(T value) {
    unsigned symbol = (unsigned)value - (unsigned)INT_MIN;
    if (sizeof(T) == sizeof(int) && symbol > 0 && symbol < 8) return lince_symbol_value((long)symbol);
    return (long)value;
}
inline long number_as_long(bool value) { return value ? lince_true : lince_false; }

template <class T, int kind = kind_of<T>::value> struct to_value {
    static_assert(kind != UNKNOWN,
                  "lince: a value of this type is not known to be anything in a history: declare "
                  "`long lince_as_value(const T &)` beside the type, see <lince/test_values.h>");
    static long of(const T &) { return 0; }
};
template <class T> long as_value(const T &value) { return to_value<T>::of(value); }

} // namespace lince_cxx

/* A list of values of any of these types. */
template <class... T> long lince_list_value(const T &...items);

namespace lince_cxx {

/* A list while it is made. */
struct value_list {
    enum { MOST = 64 };
    long items[MOST];
    int count;
    value_list() : count(0) {}
    void add(long item) {
        if (count < MOST) items[count] = item;
        count++;
    }
    long value() const {
        lince_assert(count <= MOST); /* a list has at most 64 items */
        return lince_list_value_of(count, items);
    }
};

template <class T> struct to_value<T, OVERLOADED> {
    static long of(const T &value) { return lince_as_value(value); }
};
template <class T> struct to_value<T, NUMBER> {
    static long of(T value) { return number_as_long(value); }
};
template <class T> struct to_value<T, FLOAT> {
    static long of(T value) {
        if (value > -1e15 && value < 1e15 && (T)(long)value == value) return (long)value;
        char text[48];
        __builtin_snprintf(text, sizeof text, "%.17g", (double)value);
        return lince_symbol_named(text);
    }
};
template <class T> struct to_value<T, TEXT> {
    static long of(const T &value) {
        return value ? lince_string_value_of(value, __builtin_strlen(value)) : lince_empty;
    }
};
template <class T> struct to_value<T, STRING> {
    static long of(const T &value) {
        static_assert(sizeof(*value.data()) == 1,
                      "lince: a string of wide characters is no value of a history: "
                      "declare `long lince_as_value(const T &)`");
        return lince_string_value_of((const char *)value.data(), value.size());
    }
};
template <class T, bool error = has_error<T>::value> struct without_value {
    static long of(const T &) { return lince_empty; }
};
template <class T> struct without_value<T, true> {
    static long of(const T &value) { return as_value(value.error()); }
};
template <class T> struct to_value<T, OPTIONAL> {
    static long of(const T &value) { return value.has_value() ? as_value(*value) : without_value<T>::of(value); }
};
template <class T> struct to_value<T, PAIR> {
    static long of(const T &value) {
        value_list l;
        l.add(as_value(value.first));
        l.add(as_value(value.second));
        return l.value();
    }
};
template <class T> struct to_value<T, RANGE> {
    static long of(const T &value) {
        value_list l;
        for (auto &&item : value) l.add(as_value(item));
        return l.value();
    }
};
template <template <class...> class X, class... T> struct to_value<X<T...>, TUPLE> {
    template <unsigned... I> static long spread(const X<T...> &value, indices<I...>) {
        const long items[] = {as_value(get<I>(value))...};
        return lince_list_value_of(int(sizeof...(I)), items);
    }
    static long of(const X<T...> &value) { return spread(value, typename indices_up_to<sizeof...(T)>::type()); }
};
template <class T> struct to_value<T, SMART_POINTER> {
    static long of(const T &value) { return value.get() ? as_value(*value) : lince_empty; }
};
template <class T> struct to_value<T *, POINTER> {
    static long of(T *value) { return value ? as_value(*value) : lince_empty; }
};
template <> struct to_value<void *, POINTER> {
    static long of(void *value) { return value ? (long)(size_t)value : lince_empty; }
};

#if __cplusplus >= 201703L
struct to_variant_value {
    template <class T> long operator()(const T &value) const { return as_value(value); }
};
template <class T> struct to_value<T, VARIANT> {
    static long of(const T &value) { return visit(to_variant_value(), value); }
};

/* Anything: what a member is made of, to count the members. */
struct anything {
    template <class T> operator T() const;
};
template <class T, unsigned... I> auto can_have(indices<I...>) -> decltype(T{(void(I), anything())...}, 1);
template <class T, class I, class = void> struct has_members {
    enum { value = 0 };
};
template <class T, unsigned... I>
struct has_members<T, indices<I...>, typename ignore<decltype(T{(void(I), anything())...})>::type> {
    enum { value = 1 };
};
enum { MEMBERS = 8 };
template <class T, unsigned n = MEMBERS> struct member_count {
    enum {
        value = has_members<T, typename indices_up_to<n>::type>::value ? int(n) : int(member_count<T, n - 1>::value)
    };
};
template <class T> struct member_count<T, 0> {
    enum { value = 0 };
};

/* A pointer in a struct may lead anywhere, back to the struct perhaps. */
template <class T> void add_member(value_list &l, const T &member) {
    static_assert(int(kind_of<T>::value) != int(POINTER) || same<T, void *>::value,
                  "lince: a struct with pointers: declare `long lince_as_value(const T &)` beside the type");
    l.add(as_value(member));
}
template <class T> struct to_value<T, STRUCT> {
    static long of(const T &value) {
        constexpr int count = member_count<T>::value;
        static_assert(count <= 7, "lince: a struct of more than 7 members: declare `long lince_as_value(const T &)`");
        value_list l;
        [[maybe_unused]] auto add = [&](const auto &...members) { (add_member(l, members), ...); };
        if constexpr (count == 1) {
            const auto &[a] = value;
            add(a);
        } else if constexpr (count == 2) {
            const auto &[a, b] = value;
            add(a, b);
        } else if constexpr (count == 3) {
            const auto &[a, b, c] = value;
            add(a, b, c);
        } else if constexpr (count == 4) {
            const auto &[a, b, c, d] = value;
            add(a, b, c, d);
        } else if constexpr (count == 5) {
            const auto &[a, b, c, d, e] = value;
            add(a, b, c, d, e);
        } else if constexpr (count == 6) {
            const auto &[a, b, c, d, e, f] = value;
            add(a, b, c, d, e, f);
        } else if constexpr (count == 7) {
            const auto &[a, b, c, d, e, f, g] = value;
            add(a, b, c, d, e, f, g);
        }
        return count ? l.value() : lince_symbol_named("{}");
    }
};
#endif

} // namespace lince_cxx

template <class... T> long lince_list_value(const T &...items) {
    const long all[] = {lince_cxx::as_value(items)..., 0};
    return lince_list_value_of(int(sizeof...(T)), all);
}

namespace lince_cxx {

/* ---- arguments ---- */

/* Of the number n, the n-th value of the type; of a value of a history, as a model is given it, that value. */
template <class T> struct kind_of_argument {
    enum {
        value = has_argument_overload<T>::value             ? int(OVERLOADED)
                : int(kind_of<T>::value) == int(OVERLOADED) ? int(UNKNOWN)
                                                            : int(kind_of<T>::value)
    };
};
template <class T, int kind = kind_of_argument<T>::value> struct from_value {
    static_assert(is_made_of_number<T>::value,
                  "lince: an argument of this type cannot be made: declare `T lince_from_value(long, lince_type<T>)` "
                  "beside the type, see <lince/test_values.h>");
    static T of(long value) { return T(value); }
};

/* The part of a list that a member is made of; all of a number. */
inline long part_of(long value, int index) {
    bool is_list = lince_value_length(value) >= 0 && !lince_value_text(value);
    return is_list ? lince_value_item(value, index) : value;
}

template <class T> struct from_value<T, OVERLOADED> {
    static T of(long value) { return lince_from_value(value, lince_type<T>()); }
};
template <class T> struct from_value<T, NUMBER> {
    static T of(long value) { return (T)value; }
};
template <> struct from_value<bool, NUMBER> {
    static bool of(long value) { return value && value != lince_false; }
};
template <class T> struct from_value<T, FLOAT> {
    static T of(long value) { return (T)lince_value_number(value); }
};
template <class T> struct from_value<T, TEXT> {
    static T of(long value) { return const_cast<T>(lince_text_argument(value)); }
};
template <class T> struct from_value<T, STRING> {
    static T of(long value) {
        value = lince_value_as_string(value);
        return T((decltype(make<const T &>().data()))lince_value_text(value), (size_t)lince_value_length(value));
    }
};
template <class T> struct from_value<T, OPTIONAL> {
    static T of(long value) {
        typedef typename plain<decltype(*make<T &>())>::type inside;
        return value == lince_empty ? T() : T(from_value<inside>::of(value));
    }
};
template <class T> struct from_value<T, PAIR> {
    static T of(long value) {
        return T(from_value<typename plain<decltype(make<T &>().first)>::type>::of(part_of(value, 0)),
                 from_value<typename plain<decltype(make<T &>().second)>::type>::of(part_of(value, 1)));
    }
};
template <template <class...> class X, class... T> struct from_value<X<T...>, TUPLE> {
    template <unsigned... I> static X<T...> spread(long value, indices<I...>) {
        return X<T...>(from_value<typename plain<T>::type>::of(part_of(value, int(I)))...);
    }
    static X<T...> of(long value) { return spread(value, typename indices_up_to<sizeof...(T)>::type()); }
};
template <template <class...> class X, class First, class... T> struct from_value<X<First, T...>, VARIANT> {
    static X<First, T...> of(long value) { return X<First, T...>(from_value<First>::of(value)); }
};
template <class T, bool grows = has_insert<T>::value> struct fill {
    static void with(T &range, long value) {
        int i = 0;
        for (auto &item : range) item = from_value<typename plain<decltype(item)>::type>::of(part_of(value, i++));
    }
};
template <class T> struct fill<T, true> {
    static void with(T &range, long value) {
        bool is_list = lince_value_length(value) >= 0 && !lince_value_text(value);
        for (int i = 0, count = is_list ? lince_value_length(value) : 1; i < count; i++)
            range.insert(range.end(), from_value<typename T::value_type>::of(part_of(value, i)));
    }
};
template <class T> struct from_value<T, RANGE> {
    static T of(long value) {
        T range = T();
        fill<T>::with(range, value);
        return range;
    }
};
/* An object that belongs to the operation: to free it, or not, is its business. */
template <class T> T *new_object(long value) {
    if (value == lince_empty) return nullptr;
    T *object = new T(from_value<T>::of(value));
    lince_is_argument(object);
    return object;
}
template <class T> struct from_value<T, SMART_POINTER> {
    static T of(long value) { return T(new_object<typename plain<typename T::element_type>::type>(value)); }
};
template <class T> struct from_value<T *, POINTER> {
    static T *of(long value) { return new_object<typename plain<T>::type>(value); }
};
template <> struct from_value<void *, POINTER> {
    static void *of(long value) { return value == lince_empty ? nullptr : (void *)value; }
};
template <class T> struct from_value<T, STRUCT> {
    struct member_source {
        long value;
        template <class M> operator M() const { return from_value<M>::of(value); }
    };
    template <unsigned... I> static T spread(long value, indices<I...>) {
        return T{member_source{part_of(value, int(I))}...};
    }
#if __cplusplus >= 201703L
    static T of(long value) { return spread(value, typename indices_up_to<member_count<T>::value>::type()); }
#else
    static T of(long value) { return T(value); }
#endif
};

/* An argument as a history shows it, without making the object that a pointer leads to. */
template <class T, int kind = kind_of<T>::value> struct argument_value {
    static long of(long value) { return as_value(from_value<T>::of(value)); }
};
template <class T> struct argument_value<T, NUMBER> {
    static long of(long value) { return value; }
};
template <class T> struct argument_value<T, TEXT> {
    static long of(long value) { return lince_value_as_string(value); }
};
template <class T> struct argument_value<T *, POINTER> {
    static long of(long value) {
        return value == lince_empty ? value : argument_value<typename plain<T>::type>::of(value);
    }
};
template <> struct argument_value<void *, POINTER> {
    static long of(long value) { return value; }
};
template <class T> struct argument_value<T, SMART_POINTER> {
    static long of(long value) {
        return value == lince_empty ? value : argument_value<typename plain<typename T::element_type>::type>::of(value);
    }
};

} // namespace lince_cxx

#endif

#endif
