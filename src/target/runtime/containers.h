/* Functions of libstdc++ that containers leave to its library: linking nodes of lists and trees, and hashing bytes.
 *
 * The library is not instrumented, so its reads and writes would not be seen.  Calls in objects of the code under test
 * are given other names before linking, like those of target/runtime/bulk.h.  (Strings are made visible by
 * include/lince/std; the rest of libstdc++'s containers stands in headers.)
 */
#ifndef LC_TARGET_RUNTIME_CONTAINERS_H
#define LC_TARGET_RUNTIME_CONTAINERS_H

/* X(name in the program, name here) */
#define LCT_CONTAINERS(X)                                                                                              \
    X(_ZNSt8__detail15_List_node_base7_M_hookEPS0_, lct_list_hook)                                                     \
    X(_ZNSt8__detail15_List_node_base9_M_unhookEv, lct_list_unhook)                                                    \
    X(_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_, lct_list_transfer)                                         \
    X(_ZNSt8__detail15_List_node_base10_M_reverseEv, lct_list_reverse)                                                 \
    X(_ZNSt8__detail15_List_node_base4swapERS0_S1_, lct_list_swap)                                                     \
    X(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, lct_tree_increment)                                             \
    X(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, lct_tree_increment)                                            \
    X(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, lct_tree_decrement)                                             \
    X(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, lct_tree_decrement)                                            \
    X(_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_, lct_tree_insert)                              \
    X(_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_, lct_tree_erase)                                    \
    X(_ZSt11_Hash_bytesPKvmm, lct_hash_of_bytes)

#endif
