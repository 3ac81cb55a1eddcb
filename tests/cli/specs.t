# The built-in specifications, one line each.
$ lince specs | grep -E '^(queue|semaphore|map) ' | cut -c -60
{any}
? 0

$ lince specs > list; test $(wc -l < list) -ge 15 && awk 'NF < 2 || length > 120' list
? 0

# Every name it lists can be used.
$ lince specs | sed 's/ .*//; s/=N/=2/g' | sort -u > names; wc -l < names
{number}
? 0
