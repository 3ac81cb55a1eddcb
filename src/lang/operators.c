#include "lang/operators.h"

#include <stddef.h>

const lcm_operator_row lcm_operator_rows[] = {
    {"||", LCM_O_OR, 1},
    {"&&", LCM_O_AND, 2},
    {"|", LCM_O_BIT_OR, 3},
    {"xor", LCM_O_XOR, 4},
    {"&", LCM_O_BIT_AND, 5},
    {"==", LCM_O_EQUAL, 6},
    {"!=", LCM_O_DIFFERS, 6},
    {"<", LCM_O_LESS, 7},
    {"<=", LCM_O_AT_MOST, 7},
    {">", LCM_O_GREATER, 7},
    {">=", LCM_O_AT_LEAST, 7},
    {"<<", LCM_O_SHIFT_LEFT, 8},
    {">>", LCM_O_SHIFT_RIGHT, 8},
    {"+", LCM_O_ADD, 9},
    {"-", LCM_O_SUBTRACT, 9},
    {"*", LCM_O_MULTIPLY, 10},
    {"/", LCM_O_DIVIDE, 10},
    {"%", LCM_O_REMAINDER, 10},
    {NULL, 0, 0},
};

const lcm_function_row lcm_function_rows[] = {
    {"length", LCM_O_LENGTH, 1},
    {"first", LCM_O_FIRST, 1},
    {"last", LCM_O_LAST, 1},
    {"butfirst", LCM_O_BUT_FIRST, 1},
    {"butlast", LCM_O_BUT_LAST, 1},
    {"append", LCM_O_APPEND, 2},
    {"prepend", LCM_O_PREPEND, 2},
    {"contains", LCM_O_CONTAINS, 2},
    {"remove", LCM_O_REMOVE, 2},
    {"insert", LCM_O_INSERT, 2},
    {NULL, 0, 0},
};

const lcm_question_row lcm_question_rows[] = {
    {"cfull", LCM_O_FULL},     {"cempty", LCM_O_EMPTY}, {"ccount", LCM_O_COUNT},
    {"csize", LCM_O_CAPACITY}, {"cpeek", LCM_O_PEEK},   {NULL, 0},
};
