# The built-in specifications, one line each.
$ lince specs | grep -E '^(queue|semaphore)'
queue                                enq(v), deq() → v or EMPTY, peek() → v or EMPTY
queue:capacity=N                     enq(v) → true or false, deq() → v or EMPTY, peek() → v or EMPTY
semaphore:n=N                        wait(), trywait() → true or false, post()
? 0

# One of them alone, in all its forms.
$ lince specs stack snzi; lince specs sta:
stack                                push(v), pop() → v or EMPTY, peek() → v or EMPTY
stack:capacity=N                     push(v) → true or false, pop() → v or EMPTY, peek() → v or EMPTY
snzi                                 arrive(), depart(), query() → true or false
lince: specs: there is no specification called 'sta:'; did you mean 'stack'?
? 2

# In ASCII where the locale has nothing else.
$ LC_ALL=C lince specs | grep '^queue '
queue                                enq(v), deq() -> v or EMPTY, peek() -> v or EMPTY
? 0

$ lince specs | awk 'NF < 2'
? 0

# Every name it lists can be used.
= empty.hist
# Nothing happened.
$ for name in $(lince specs | sed 's/ .*//; s/=N/=2/g; s/=VALUE/=2/; s/=\([a-z]*\)|.*/=\1/'); do lince check --quiet --allow-empty --spec $name empty.hist || echo "$name: $?"; done
? 0

$ lince specs | wc -l | awk '{ print ($1 >= 16) ? "16 or more" : $1 }'
16 or more
? 0

$ lince check --spec nonsense empty.hist
{any}nonsense{any}
? 2
