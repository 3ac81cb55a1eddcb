"""Where the object lives, and when it is made.

A shape is text with these marks: T the type of the object, N a prefix for names, INIT(p) the initialization (in C++ the
constructor), MAKE where the object is made on the heap. `make` goes into the setup or into the body of LINCE_TEST, as
the program has it (`when`), or into a constructor of the program, or nowhere. `wrong` shapes make the object twice if two
threads come at once.
"""

from dataclasses import dataclass


@dataclass
class Shape:
    name: str
    pointer: str
    top: str = ""
    make: str = ""
    when: str = "body setup constructor"
    inner: str = ""  # declared inside the body, before everything else
    template: bool = False  # the body is a template of the type
    capture: str = ""  # the operations are lambdas that capture this
    static: bool = False  # the object is zero at first, and need not be initialized if that will do
    wrong: str = ""  # how threads that make it at the same time fail


HEAP = "INIT(N_it = (T *)malloc(sizeof *N_it));"
LAZY = "static T *N_new(void) { T *it = (T *)malloc(sizeof *it); T_init(it); return it; }\n"
MMAP = "mmap(NULL, sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)"

C_SHAPES = [
    Shape("global", "&N_it", "static T N_it;", "INIT(&N_it);", static=True),
    Shape("static local", "N_the()", "static T *N_the(void) { static T it; return &it; }", "INIT(N_the());", static=True),
    Shape("in a struct", "&N_all.at[1]", "static struct { long before; T at[3]; char after; } N_all;", "INIT(&N_all.at[1]);",
          static=True),
    Shape("heap", "N_it", "static T *N_it;", HEAP),
    Shape("calloc", "N_it", "static T *N_it;", "N_it = (T *)calloc(3, sizeof *N_it);\nINIT(N_it);"),
    Shape("large block", "N_it", "static T *N_it;", "N_it = (T *)malloc(sizeof *N_it + 200000);\nINIT(N_it);"),
    Shape("aligned", "N_it", "static T *N_it;", "void *at = NULL;\nif (posix_memalign(&at, 64, sizeof(T))) abort();\n"
          "N_it = (T *)at;\nINIT(N_it);"),
    Shape("grown", "N_it", "static T *N_it;",
          "N_it = (T *)malloc(1);\nN_it = (T *)realloc(N_it, sizeof *N_it);\nINIT(N_it);"),
    Shape("pimpl", "N_handle.impl", "static struct { int tag; T *impl; } N_handle;",
          "N_handle.impl = (T *)malloc(sizeof(T));\nN_handle.tag = 1;\nINIT(N_handle.impl);"),
    Shape("pimpl on the heap", "N_handle->impl", "struct N_handle { int tag; T *impl; };\nstatic struct N_handle *N_handle;",
          "N_handle = (struct N_handle *)malloc(sizeof *N_handle);\nN_handle->tag = 1;\n"
          "N_handle->impl = (T *)malloc(sizeof(T));\nINIT(N_handle->impl);"),
    Shape("table", "N_table[1]", "static T **N_table;",
          "N_table = (T **)calloc(3, sizeof *N_table);\nN_table[1] = (T *)malloc(sizeof(T));\nINIT(N_table[1]);"),
    Shape("mmap", "N_it", "static T *N_it;", "N_it = (T *)%s;\nINIT(N_it);" % MMAP),
    Shape("sbrk", "N_it", "static T *N_it;",
          "N_it = (T *)(((uintptr_t)sbrk((intptr_t)sizeof(T) + 64) + 63) / 64 * 64);\nINIT(N_it);", "body constructor"),
    Shape("thread-local pointer", "N_the()",
          "static T N_it;\nstatic _Thread_local T *N_mine;\n"
          "static T *N_the(void) { if (!N_mine) N_mine = &N_it; return N_mine; }", "INIT(&N_it);", static=True),
    Shape("singleton", "N_instance()", "static T *N_instance(void) { static T *it; if (!it) INIT(it = (T *)malloc(sizeof *it)); "
          "return it; }", "(void)N_instance();"),
    Shape("pthread_once", "N_the()", "static T *N_it;\nstatic pthread_once_t N_once = PTHREAD_ONCE_INIT;\n"
          "static void N_begin(void) { INIT(N_it = (T *)malloc(sizeof *N_it)); }\n"
          "static T *N_the(void) { pthread_once(&N_once, N_begin); return N_it; }"),
    Shape("lazy, locked", "N_the()", LAZY + "static T *N_it;\nstatic pthread_mutex_t N_making = PTHREAD_MUTEX_INITIALIZER;\n"
          "static T *N_the(void) {\n    pthread_mutex_lock(&N_making);\n    if (!N_it) N_it = N_new();\n    T *it = N_it;\n"
          "    pthread_mutex_unlock(&N_making);\n    return it;\n}"),
    Shape("lazy, by CAS", "N_the()", LAZY + "static _Atomic(T *) N_it;\nstatic T *N_the(void) {\n    T *it = LOAD(N_it);\n"
          "    if (it) return it;\n    T *mine = N_new();\n    if (CAS(N_it, it, mine)) return mine;\n    free(mine);\n"
          "    return it;\n}"),
    Shape("lazy, checked twice", "N_the()", LAZY + "static _Atomic(T *) N_it;\n"
          "static pthread_mutex_t N_making = PTHREAD_MUTEX_INITIALIZER;\nstatic T *N_the(void) {\n    T *it = LOAD(N_it);\n"
          "    if (it) return it;\n    pthread_mutex_lock(&N_making);\n    if (!LOAD(N_it)) STORE(N_it, N_new());\n"
          "    it = LOAD(N_it);\n    pthread_mutex_unlock(&N_making);\n    return it;\n}"),
    Shape("lazy, plain", "N_the()", LAZY + "static T *N_it;\n"
          "static T *N_the(void) { if (!N_it) N_it = N_new(); return N_it; }", wrong="data-race"),
    Shape("lazy, not checked again", "N_the()", LAZY + "static _Atomic(T *) N_it;\n"
          "static T *N_the(void) { if (!LOAD(N_it)) STORE(N_it, N_new()); return LOAD(N_it); }", wrong="violation"),
]

CXX_SHAPES = [
    Shape("global", "&N_it", "static T N_it;"),
    Shape("static local", "N_the()", "static T *N_the() { static T it; return &it; }"),
    Shape("static in the body", "&it", inner="static T it;"),
    Shape("static in a template", "&it", inner="static S it;", template=True),
    Shape("unique_ptr in a template", "it", inner="static auto it = std::make_unique<S>();", template=True),
    Shape("Meyers singleton", "&N_single::instance()", "struct N_single { static T &instance() { static T it; return it; } };"),
    Shape("singleton, made early", "&N_single::instance()", "struct N_single { static T &instance() { static T it; return it; } };",
          "N_single::instance();"),
    Shape("singleton on the heap", "N_single::instance()",
          "struct N_single { static T *instance() { static T *it = new T; return it; } };", "N_single::instance();"),
    Shape("inline member", "&N_of<T>::it", "template <class S> struct N_of { static inline S it; };"),
    Shape("new", "N_it", "static T *N_it;", "N_it = new T;"),
    Shape("new for a reference", "&N_it", "static T &N_it = *new T;"),
    Shape("unique_ptr", "N_it", "static std::unique_ptr<T> N_it;", "N_it = std::make_unique<T>();", "body setup"),
    Shape("unique_ptr, given", "N_it", "static std::unique_ptr<T> N_it = std::make_unique<T>();"),
    Shape("shared_ptr", "N_it", "static std::shared_ptr<T> N_it;", "N_it = std::make_shared<T>();", "body setup"),
    Shape("shared_ptr, captured", "it", inner="auto it = std::make_shared<T>();", capture="it"),
    Shape("pointer, captured", "it", inner="T *it = new T;", capture="it"),
    Shape("reference, captured", "&it", inner="static T &it = *new T;"),
    Shape("optional", "&*N_it", "static std::optional<T> N_it;", "N_it.emplace();", "body setup"),
    Shape("vector of pointers", "N_all.back().get()", "static std::vector<std::unique_ptr<T>> N_all;",
          "N_all.push_back(std::make_unique<T>());\nN_all.push_back(std::make_unique<T>());", "body setup"),
    Shape("deque", "&N_all.back()", "static std::deque<T> N_all;", "N_all.emplace_back();\nN_all.emplace_back();", "body setup"),
    Shape("list", "&N_all.front()", "static std::list<T> N_all;", "N_all.emplace_back();", "body setup"),
    Shape("map", "&N_all.at(7)", "static std::map<int, T> N_all;", "N_all[7];", "body setup"),
    Shape("map of names", "N_all.at(\"the second of them\").get()", "static std::map<std::string, std::unique_ptr<T>> N_all;",
          "N_all[\"the first of them\"] = std::make_unique<T>();\nN_all[\"the second of them\"] = std::make_unique<T>();",
          "body setup"),
    Shape("array", "&N_all[1]", "static std::array<T, 3> N_all;"),
    Shape("pimpl", "N_it.impl", "static struct N_outer { std::unique_ptr<T> impl = std::make_unique<T>(); } N_it;"),
    Shape("pimpl in the body", "it.impl", "struct N_outer { std::unique_ptr<T> impl = std::make_unique<T>(); };",
          inner="static N_outer it;"),
    Shape("placement", "std::launder(reinterpret_cast<T *>(N_room))", "alignas(T) static unsigned char N_room[sizeof(T)];",
          "new (N_room) T;", "body setup"),
    Shape("mmap", "N_it", "static T *N_it;", "N_it = new (%s) T;" % MMAP, "body setup"),
    Shape("thread_local pointer", "N_mine()", "static T N_it;\nstatic T *N_mine() { thread_local T *mine = &N_it; return mine; }"),
    Shape("call_once", "N_the()", "static std::unique_ptr<T> N_it;\nstatic std::once_flag N_once;\nstatic T *N_the() {\n"
          "    std::call_once(N_once, [] { N_it = std::make_unique<T>(); });\n    return N_it.get();\n}"),
    Shape("lazy, locked", "N_the()", "static std::unique_ptr<T> N_it;\nstatic std::mutex N_making;\nstatic T *N_the() {\n"
          "    std::lock_guard<std::mutex> guard(N_making);\n    if (!N_it) N_it.reset(new T);\n    return N_it.get();\n}"),
    Shape("lazy, plain", "N_the()", "static std::shared_ptr<T> N_it;\nstatic T *N_the() {\n"
          "    if (!N_it) N_it = std::make_shared<T>();\n    return N_it.get();\n}", wrong="data-race"),
    Shape("lazy, not checked again", "N_the()", "static std::atomic<T *> N_it;\nstatic T *N_the() {\n"
          "    if (!N_it) N_it = new T;\n    return N_it;\n}", wrong="violation"),
]

SHAPES = {"c": C_SHAPES, "c++": CXX_SHAPES}
