/* Jepsen's logs. */
#include "formats_support.h"

#define LOG LINCE_FORMAT_JEPSEN_LOG

int main(void) {
    expect_reads(LOG,
                 "INFO  jepsen.util - 0\t:invoke\t:read\tnil\nINFO  jepsen.util - 1\t:invoke\t:cas\t[1 2]\n"
                 "INFO  jepsen.util - 0\t:ok\t:read\t3\nINFO  jepsen.util - 1\t:fail\t:cas\t[1 2]\n"
                 "INFO  jepsen.util - 1\t:invoke\t:write\t4\nINFO  jepsen.util - 1\t:info\t:write\t:timed-out\n"
                 "INFO  jepsen.util - 1\t:invoke\t:read\tnil\n",
                 "0 read(nil); 1 cas([1, 2]); 0 -> 3; 1 fail; 1 write(4); 1 crash; 1 read(nil)", "operations");
    expect_reads(LOG,
                 "WARN  jepsen.core - hello :ok\n\nINFO  jepsen.util - :nemesis\t:info\t:start\tnil\n\xff\x01 garbage\n"
                 "INFO [2020-01-01 00:00:00,000] jepsen worker 4 - jepsen.util 4\t:invoke\t:write\t5\t\"why\"\r\n"
                 "INFO  jepsen.core - :type :ok\n{:process 1, :type :invoke, :f :x}\n4 :ok :write 5\n",
                 "4 write(5); 4 -> 5", "other lines are skipped, and so is the nemesis");
    expect_reads(LOG, "INFO  jepsen.util - 0\t:invoke\t:read\n", "0 read()", "no value");
    expect_reads(LOG,
                 "1\t:invoke\t:w\t1\n1\t:info\t:w\tindeterminate: [ {\n2\t:invoke\t:w\t1\n2\t:fail\t:w\t\"unfinished\n",
                 "1 w(1); 1 crash; 2 w(1); 2 fail", "what follows :info and :fail may be anything");
    expect_reads(LOG, "", "", "an empty file is an empty history");

    lince_history *h = read_one(LOG, "INFO  jepsen.util - 0\t:invoke\t:cas\t[1 2]\n");
    expect(h && h->jepsen && h->failed_cas_ran && !h->json, "a failed cas ran");
    lince_history_free(h);

    reading.independent = true;
    expect_reads(LOG, "1\t:invoke\t:w\t[5 1]\n1\t:ok\t:w\t[5 1]\n", "1 5.w(1); 1 -> 1", "independent keys");
    reading.independent = false;

    expect_bad(LOG, "no\nlog\n", 2, "no operation in this log", "no operation at all");
    expect_bad(LOG, "x\nINFO  jepsen.util - 0\t:ok\t:read\tnil\n", 2, "no open operation", "a completion alone");
    expect_bad(LOG, "0\t:invoke\t:read\tnil\n0\t:invoke\t:read\tnil\n", 2, "line 1", "a second invocation");
    expect_bad(LOG, "0\t:invoke\t:write\t1.5\n", 1, "64 bits", "a real number");
    expect_bad(LOG, "\n0\t:invoke\t:write\t[1 2\n", 2, "within the `[`", "a value that does not end");
    expect_bad(LOG, "0\t:invoke\t:write\t)\n", 1, "expected a value", "a bracket that closes nothing");
    expect_bad(LOG, "0\t:invoke\t:write\t\"\xff\"\n", 1, "UTF-8", "invalid UTF-8");
    expect_bad(LOG, "0\t:invoke\t:\xff\t1\n", 1, "UTF-8", "invalid UTF-8 in the operation");
    expect_bad(LOG, "0\t:invoke\t:a\tnil\n0\t:ok\t:b\tnil\n", 2, "invoked `a`", "a completion of something else");
    return tap_end();
}
