# For CMake's find_package(Lince): where the command is, and a function that makes a test of it.
#
#   lince_add_test(NAME name
#     SOURCES file...          what is tested and the tests, as for `lince test`
#     [OPTIONS option...]      of `lince test`
#     [FLAGS flag...]          for the compiler
#     [JUNIT file]             where to write the results as XML
#     [TIMEOUT seconds]        after which CTest gives up; better above Lince's own --timeout
#     [UNKNOWN_IS_SKIPPED])    an answer that is not known is no failure

find_program(LINCE_EXECUTABLE lince HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
mark_as_advanced(LINCE_EXECUTABLE)
if(NOT LINCE_EXECUTABLE)
  set(Lince_FOUND FALSE)
  set(Lince_NOT_FOUND_MESSAGE "there is no program lince")
endif()

function(lince_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "UNKNOWN_IS_SKIPPED" "NAME;JUNIT;TIMEOUT" "SOURCES;OPTIONS;FLAGS")
  if(NOT arg_NAME OR NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lince_add_test(NAME name SOURCES file...): both are needed; not understood: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_JUNIT)
    list(APPEND arg_OPTIONS --junit "${arg_JUNIT}")
  endif()
  add_test(NAME "${arg_NAME}"
    COMMAND "${LINCE_EXECUTABLE}" test ${arg_OPTIONS} ${arg_SOURCES} -- ${arg_FLAGS}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  # The project's compilers, and alone, because Lince uses all cores by itself.
  set(compilers "")
  if(CMAKE_C_COMPILER)
    list(APPEND compilers "CC=${CMAKE_C_COMPILER}")
  endif()
  if(CMAKE_CXX_COMPILER)
    list(APPEND compilers "CXX=${CMAKE_CXX_COMPILER}")
  endif()
  set_tests_properties("${arg_NAME}" PROPERTIES ENVIRONMENT "${compilers}" RUN_SERIAL TRUE)
  if(arg_TIMEOUT)
    set_tests_properties("${arg_NAME}" PROPERTIES TIMEOUT "${arg_TIMEOUT}")
  endif()
  if(arg_UNKNOWN_IS_SKIPPED)
    set_tests_properties("${arg_NAME}" PROPERTIES SKIP_RETURN_CODE 3)
  endif()
endfunction()
