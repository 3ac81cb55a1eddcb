"""How long a browser takes to draw the page of a long history."""

import os
import sys

from costs import Table, commands, count, heading, size

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "page"))

import browser  # noqa: E402

# As many frames as this, each a bit further along: what drawing them took, and how long they were apart.
MOVE = """new Promise(done => {
    const canvas = document.querySelector("canvas.timeline"), box = canvas.getBoundingClientRect();
    const at = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, cancelable: true};
    const drawing = [], frames = [];
    let last = 0;
    const go = now => {
        if (last) frames.push(now - last);
        last = now;
        drawing.push(lince.view().timeline.drawn.milliseconds);
        canvas.dispatchEvent(new WheelEvent("wheel", {...at, deltaX: 40}));
        if (frames.length < 60) requestAnimationFrame(go);
        else done([drawing, frames].map(list => list.sort((a, b) => a - b)));
    };
    requestAnimationFrame(go);
})"""


def row(table, b, what):
    drawing, frames = b.run(MOVE)
    drawn = b.view()["timeline"]["drawn"]
    table.row(what, count(drawn["bars"] + drawn["blocks"]), count(drawn["labels"]), "%.1f ms" % drawing[len(drawing) // 2],
              "%.1f ms" % drawing[len(drawing) * 9 // 10], "%.1f ms" % frames[len(frames) // 2])


def pages(tools, _):
    n = 5_000 if tools.quick else 100_000
    heading("Pages", "The page of a history of %s operations by 64 threads, in a window of 1,280 by 900 pixels that moves "
            "along: what is drawn in a frame, how long the program takes for it (half of the frames, nine of ten), and "
            "how far frames are apart; 16.7 ms are 60 a second." % count(n))
    program = browser.find()
    if not program:
        print("SKIP pages: there is no chromium\n")
        return
    commands("generate queue %d 64 >h.hist" % n, "lince check --witness --html h.html h.hist")
    page = tools.path("h.html")
    c = tools.cost("lince", "check", "--witness", "--html", page, tools.generate("queue", n, 64))
    b = browser.Browser(program)
    try:
        b.size(1280, 900)
        b.media()
        b.open(page)
        opened = b.run("performance.now()")
        print("The page has %s and was written in %.2f s, check included; it opens in %.1f s.\n" %
              (size(os.path.getsize(page)), c.cpu, opened / 1000))
        table = Table("%-22s" % "what is visible", "bars", "names", "half", "nine of ten", "apart")
        row(table, b, "names")
        b.key("0")
        row(table, b, "everything")
        for part in (8, 64, 512):
            for _ in range(5):
                b.key("+")  # half as much again
            row(table, b, "about 1/%d of it" % part)
        b.key("0")
        b.key("/")
        b.type("deq")
        b.key("Enter")
        b.run("document.querySelector('canvas.timeline').focus()")
        b.key("0")
        row(table, b, "everything, `deq` found")
    finally:
        b.close()
        os.remove(page)
