"""What is drawn, to the pixel: the strip above a time line, room for names and marks, what moves and what stays."""

import sections
from looking import middle, pixel, timeline


def column(b, x):
    """The colours of the strip at a place in the window, from top to bottom."""
    return b.run("""(() => {
        const canvas = document.querySelector("canvas.overview"), box = canvas.getBoundingClientRect();
        const one = document.createElement("canvas"), at = (%f - box.left) * canvas.width / box.width;
        one.height = canvas.height;
        one.getContext("2d").drawImage(canvas, at, 0, 1, canvas.height, 0, 0, 1, canvas.height);
        const {data} = one.getContext("2d").getImageData(0, 0, 1, canvas.height);
        return Array.from({length: canvas.height}, (_, y) => [...data.slice(4 * y, 4 * y + 4)]);
    })()""" % x)


def in_strip(b, op):
    """Where an operation begins there."""
    view = timeline(b)
    left = b.run("document.querySelector('canvas.timeline').getBoundingClientRect().left")
    world = (b.run("lince.view().at(%d).x0" % op) - left - view["gutter"]) / view["scale"] + view["x"]
    return left + view["gutter"] + world / view["total"] * (view["width"] - view["gutter"] - 8)


def bluish(colours):
    return sum(alpha > 200 and blue > red + 30 for red, _, blue, alpha in colours)


def the_strip(reader, tap):
    b = reader.open("strip", [sections.strip()])
    b.key("0")
    few, many, later = (bluish(column(b, in_strip(b, op) + 1)) for op in (30, 76, 120))
    tap.ok(0 < later < many and later <= few + 8 < many, "the strip shows how much goes on when", (few, many, later))
    tap.ok(few < later, "and that somebody stays", (few, later))
    red, green, blue, _ = column(b, in_strip(b, 78) + 1)[3]
    tap.ok(red > 150 and green < 90, "and where the conflict is", (red, green, blue))
    b.key("/")
    b.type("enq(30)")
    b.key("Enter")
    b.run("document.querySelector('canvas.timeline').focus()")
    b.key("0")
    red, green, blue, _ = column(b, in_strip(b, 30))[3]
    tap.ok(red > 150 and 90 < green < 190 and blue < 90, "and what was found", (red, green, blue))
    b.key("/")
    b.key("Escape")
    b.key("c")
    first, inside, last = (column(b, in_strip(b, op))[24] for op in (30, 74, 140))
    tap.ok(first != inside and last == first or abs(first[0] - last[0]) < 12 < abs(first[0] - inside[0]),
           "what is not visible is pale on both sides", (first, inside, last))
    b.key("-")
    b.click(*middle(b, 77))
    b.run("document.querySelector('canvas.timeline').focus()")
    still = timeline(b)
    b.key("ArrowRight")
    now = timeline(b)
    tap.same((now["selected"], now["x"], now["scale"]), (78, still["x"], still["scale"]), "to the next operation nothing moves if it is visible")
    box = b.run("(({left, top, width}) => [left, top, width])(document.querySelector('canvas.overview').getBoundingClientRect())")
    b.click(box[0] + box[2] - 12, box[1] + 10)
    last = timeline(b)
    b.drag(box[0] + 1000, box[1] + 100, box[0] + 100, box[1] + 100)
    tap.same((timeline(b)["x"], last["x"] > last["total"] * 0.8), (last["x"], True), "behind the end there is nothing to go to")
    reader.content("the strip")


def room(reader, tap):
    b = reader.open("room", [sections.wrong_queue(), sections.crowd(), sections.right_queue()])
    ops = [b.run("lince.view().at(%d)" % op) for op in range(8)]
    scale = timeline(b)["scale"]
    labels = ["enq(1)", "deq() → 1", "enq(2)", "enq(3)", "enq(4)", "deq() → 3", "deq() → 2", "deq() → 4"]
    narrow = [label for op, label in zip(ops, labels) if (op["x1"] - op["x0"]) / scale < 7.2 * (len(label) + 2)]
    tap.same(narrow, [], "bars have room for their names")
    b.key("x")
    tap.same(timeline(b)["ticks"], ["5", "6", "9", "12"], "of what is left, calls and returns keep their numbers")
    b.key("x")
    b.key("j")
    b.key("0")
    marks = [b.run("lince.view().at(%d).mark" % op) for op in (11, *range(11))]
    apart = [(y - x) / timeline(b)["scale"] for x, y in zip(marks, marks[1:])]
    tap.ok(min(apart) > 15, "marks between two events have room beside each other", apart)
    b.key("j")
    b.key("t")
    bar = b.run("lince.view().at(7)")
    tap.ok(bar["x1"] - bar["x0"] > 40, "what never returns has room at the end, also by time", bar)
    reader.content("room")


def edges(reader, tap):
    b = reader.open("edges", [sections.wrong_queue()])
    for width in (1000, 1001, 1003):
        b.size(width, 600, 1.5)
        edge = b.run("""(() => {
            const canvas = document.querySelector("canvas.timeline"), one = document.createElement("canvas").getContext("2d");
            one.drawImage(canvas, canvas.width - 1, canvas.height - 1, 1, 1, 0, 0, 1, 1);
            return [...one.getImageData(0, 0, 1, 1).data];
        })()""")
        tap.same(edge, [255] * 4, "drawn to the edge of %d times one and a half pixels" % width)
    b.size(1280, 900)
    reader.content("edges")


def hints(reader, tap):
    b = reader.open("hints", [sections.channel(), sections.wrong_queue()])
    box = b.run("(({left, top}) => [left, top])(document.querySelector('canvas.timeline').getBoundingClientRect())")

    def told(x, y):
        b.hover(x, y)
        return b.run("document.querySelector('canvas.timeline').title")

    at = b.run("lince.view().at(5)")
    tap.same(told(at["x1"] + 10, box[1] + 12), "what happened in the first 11 events can be explained, with the next one it cannot",
             "where it fails says so")
    tap.same(told(timeline(b)["flags"][0] + 4, box[1] + 30), "now T3 overtakes", "flags say what they stand for")
    tap.ok(told(box[0] + 20, at["y"]).startswith("T2\n"), "names say what a click does")
    tap.same(told(*middle(b, 5)), "", "operations have their own box")
    b.key("k")
    first, second = (b.run("lince.view().at(%d)" % op) for op in (1, 2))
    tap.same(told(first["mark"], (first["y"] + second["y"]) / 2 + 8).split("\n"), ["these took effect together:", "B c.receive() → 2", "C c.send(2)"],
             "lines say whom they join")
    reader.content("hints")


def tall(reader, tap):
    b = reader.open("tall", [sections.crowd()])
    box = b.run("(({left, top, bottom}) => [left, top, bottom])(document.querySelector('canvas.timeline').getBoundingClientRect())")

    def seen(op):
        y = middle(b, op)[1]
        return box[1] + timeline(b)["top"] < y < box[2]

    tap.ok(timeline(b)["rows"] == 60 and seen(57) and seen(58) and not seen(0), "it begins with the rows that conflict")
    red, green, _ = pixel(b, b.run("lince.view().at(58).x0") + 4, middle(b, 58)[1])
    tap.ok(red > green + 20, "which are drawn there", (red, green))
    before = timeline(b)["y"]
    b.wheel(box[0] + 20, box[1] + 200, -400)
    tap.ok(timeline(b)["y"] < before - 300, "the wheel over names goes through the rows", (before, timeline(b)["y"]))
    b.key("/")
    b.type("T60")
    b.key("Enter")
    tap.ok(seen(59), "what is found below comes into sight", timeline(b)["y"])
    b.run("document.querySelector('canvas.timeline').focus()")
    b.hover(*middle(b, 50))
    hovered = timeline(b)["hovered"], b.run("document.querySelector('.tip').hidden")
    b.key("-")
    tap.same((hovered, timeline(b)["hovered"], b.run("document.querySelector('.tip').hidden")), ((50, False), -1, True),
             "what is told of an operation goes away when it moves")
    b.run("document.querySelector('canvas.timeline').focus()")
    b.key("0")
    b.key("Escape")
    b.key("ArrowDown")
    b.key("ArrowDown")
    first = timeline(b)
    b.key("ArrowDown")
    tap.same((timeline(b)["x"], timeline(b)["y"], timeline(b)["scale"]), (first["x"], first["y"], first["scale"]),
             "for what can be seen nothing moves")
    b.run("document.querySelector('[type=search]').value = ''")
    b.drag(box[0] + 600, box[1] + 200, box[0] + 100, box[1] - 150)
    b.drag(box[0] + 600, box[1] + 200, box[0] + 100, box[1] + 200)
    view = timeline(b)
    tap.ok(view["x"] <= view["total"] and view["x"] >= -13 / view["scale"] and view["y"] <= 60 * view["rowHeight"], "it does not get lost", view)
    b.key("0")
    wheel = """(down => { const event = new WheelEvent("wheel", {deltaY: down, clientX: %f, clientY: %f, cancelable: true});
        document.querySelector("canvas.timeline").dispatchEvent(event); return event.defaultPrevented; })(%d)"""
    tap.same([b.run(wheel % (box[0] + 500, box[1] + 100, down)) for down in (100, -100)], [False, True],
             "the wheel is the page's where there is nothing to zoom")
    reader.content("tall")


def asking(reader, tap):
    b = reader.open("values", [sections.values(), sections.wrong_queue()])
    b.key("k")  # the violation comes first

    def ask(text):
        b.key("Escape")
        b.run("document.querySelector('input[type=search]').value = ''")
        b.key("/")
        b.type(text)
        b.key("Enter")
        return timeline(b)["matches"]

    tap.same([ask("value:7"), ask("value:8"), ask('value:"a, b"'), ask('value:"[1, 2]"'), ask("value:9"), ask("value:1"), ask("value:2")],
             [1, 1, 1, 1, 1, 0, 0], "values are those between commas, and not what is inside of them")
    tap.same([ask("value:seven"), ask("value:KEY"), ask("SEVEN"), ask("put 7"), ask("put seven"), ask("thread:T1 put")], [2, 1, 2, 1, 0, 1],
             "however they are written; all words must be there")
    tap.same(timeline(b)["hide"], False, "letters that are typed are no keys")
    b.key("Escape")
    box = b.run("(({left, top}) => [left, top])(document.querySelector('canvas.timeline').getBoundingClientRect())")
    field, view = "document.querySelector('input[type=search]').value", timeline(b)
    rows = [(box[0] + 20, box[1] + view["top"] + 10 + row * view["rowHeight"]) for row in (0, 1)]
    b.click(*rows[0])
    b.click(*rows[1])
    both = b.run(field), timeline(b)["matches"]
    b.click(*rows[0])
    tap.same((both, b.run(field), timeline(b)["matches"]), (("thread:T1 thread:T2", 3), "thread:T2", 1), "two names are two filters; one goes away alone")
    grey, blue = (pixel(b, b.run("lince.view().at(%d).x1" % op) - 6, middle(b, op)[1]) for op in (0, 1))
    tap.ok(abs(grey[0] - grey[2]) < 12 and blue[2] > blue[0] + 20, "what is filtered out is grey", (grey, blue))

    b.key("Escape")
    b.run("document.querySelector('input[type=search]').value = ''")
    b.click(*middle(b, 0))
    b.press('filter by value "a, b"')
    alone = b.run(field), timeline(b)["matches"]
    b.press("filter by value 7")
    tap.same((alone, b.run(field), timeline(b)["matches"]), (('value:"a, b"', 1), 'value:"a, b" value:7', 1), "a value of an operation can be followed")

    b.key("j")
    ask("enq")
    b.run("document.querySelector('canvas.timeline').focus()")
    order = [timeline(b)["selected"]]
    for key in ("n", "n", "n", "n", "N"):
        b.key(key)
        order.append(timeline(b)["selected"])
    tap.same(order, [0, 2, 3, 4, 0, 4], "n goes round, N back")
    b.key("Escape")
    b.click(*middle(b, 3))
    ask("enq")
    tap.same(timeline(b)["selected"], 0, "after Escape the first is found")
    b.run("document.querySelector('input[type=search]').value = ''")
    b.key("Escape")
    b.click(*middle(b, 3))
    b.key("/")
    b.type("enq")
    b.key("Enter")
    tap.same(timeline(b)["selected"], 4, "else the one behind what is selected")
    b.key("Escape")

    b.click(*middle(b, 2))
    tap.ok("now T3 overtakes" in b.text(".details"), "a remark is told with the operation it falls into", b.text(".details"))
    b.click(*middle(b, 5))
    tap.ok("slow" not in b.text(".details") and "overtakes" not in b.text(".details"), "and with no other", b.text(".details"))
    b.click(*middle(b, 0))
    tap.ok("overtakes" not in b.text(".details"), "nor with one that was over", b.text(".details"))
    reader.content("asking")


def keys(reader, tap):
    b = reader.open("keys", [dict(sections.interleaving(), title="a/b/one.c: iqueue"), dict(sections.long_steps(300), title="a/c/two.c: long")])
    tap.same(b.run("[...document.querySelectorAll('nav .item bdi')].map(e => e.innerText)"), ["b/one.c: iqueue", "c/two.c: long"],
             "what all titles begin with is left out")
    b.run("document.querySelector('canvas.timeline').focus()")
    b.key("Tab")
    b.key("Tab")
    b.key("Tab", shift=True)
    tap.same(timeline(b)["selected"], 1, "Tab with shift goes back in the conflict")
    press = """(init => { const event = new KeyboardEvent("keydown", {key: "x", bubbles: true, cancelable: true, ...init});
        document.body.dispatchEvent(event); return event.defaultPrevented; })(%s)"""
    tap.same([b.run(press % init) for init in ("{ctrlKey: true}", "{altKey: true}", "{metaKey: true}", "{}")], [False, False, False, True],
             "keys with Ctrl, Alt or Meta are the browser's")
    b.key("x")
    b.run("document.querySelector('.controls button').focus()")
    at = b.view()["step"]
    b.key(" ")
    tap.ok(b.view()["step"] == 0 != at, "space on a button presses it", (at, b.view()["step"]))

    b.run("document.querySelector('nav .item[tabindex=\"0\"]').focus()")
    b.key("ArrowDown")
    tap.same((b.view()["section"], b.run("document.activeElement.title"), b.run("document.querySelectorAll('nav [tabindex=\"0\"]').length")),
             (1, "a/c/two.c: long", 1), "arrows go through the list, Tab only comes to one of it")
    tap.same(b.view()["step"], 299, "what fails without saying where fails at its last step")
    visible = """(() => { const list = document.querySelector(".steps").getBoundingClientRect();
        const row = document.querySelector("[aria-selected]").getBoundingClientRect();
        return row.top > list.top + 20 && row.bottom <= list.bottom; })()"""
    tap.ok(b.run(visible), "and is visible")
    b.run("document.querySelector('.steps').focus()")
    b.key("PageUp")
    tap.same((b.view()["step"], b.run(visible)), (284, True), "PageUp goes fifteen steps")
    b.key("Home")
    tap.same((b.view()["step"], b.run(visible)), (0, True), "Home to the first, which is visible as well")
    b.key("PageDown")
    tap.same(b.view()["step"], 15, "PageDown as many forward")
    for width, stacked in ((1280, False), (700, True)):
        b.size(width, 700)
        tap.same((b.run("document.querySelector('.beside').matches('.stacked')"), b.run(visible)), (stacked, True),
                 "memory is %s the steps in a window of %d pixels" % ("below" if stacked else "beside", width))
    b.size(1280, 900)
    name = "concurrent_queue::tryDequeue(object.slots[12].next)"
    b = reader.open("names", [dict(sections.long_steps(3), title=name)])
    tap.same((b.text("h1"), b.run("document.querySelector('h1 bdi').innerHTML").replace("&gt;", ">")),
             (name, "concurrent_<wbr>queue<wbr>::try<wbr>Dequeue<wbr>(object<wbr>.slots<wbr>[12]<wbr>.next)"),
             "a long name can be broken where its parts meet")
    reader.content("keys")


def long_values(reader, tap):
    b = reader.open("lengthy", [sections.long_values()])
    apart = """(() => { const boxes = [...document.querySelectorAll("ol.order .jump")].map(e => e.getBoundingClientRect());
        return boxes.every((one, i) => boxes.every((other, k) => k <= i || one.right <= other.left || one.bottom <= other.top)); })()"""
    lines = "new Set([...document.querySelector(%r).getClientRects()].map(box => Math.round(box.top / 20))).size"
    tap.same((b.run(lines % ".headline"), b.run(lines % ".verdict > *:last-child"), b.run("document.querySelector('.verdict').clientHeight > 40")),
             (1, 1, True), "what has no room beside the headline takes none of its words along")
    for width in (1280, 400):
        b.size(width, 900)
        tap.ok(b.run(apart), "long values do not cover each other in a window of %d pixels" % width)
        wide = b.run("[document.documentElement.scrollWidth, innerWidth]")
        tap.ok(wide[0] <= wide[1], "nor do they stick out of it", wide)
    b.size(1280, 900)
    tap.ok(b.run("document.querySelector('.state').clientHeight") < 250, "a long state does not fill the page")
    tap.same(b.run(lines % ".conflict tr:last-child th bdi"), 1, "nor is a name broken")
    reader.content("long values")


def failing_together(reader, tap):
    b = reader.open("race", [sections.race()])
    tap.same(b.run("[...document.querySelectorAll('.step.alarming .text')].map(e => e.innerText)")[:2], ["load B.next = A", "free(B)"],
             "what races is red")
    tap.same((b.text(".conflict h2"), [t.split("\t")[0] for t in b.text(".conflict tbody").split("\n")]),
             ("It fails in these operations", ["T1", "T2"]), "and so are the operations")
    tap.same(b.run("document.querySelectorAll('.tools button').length"), 5, "which can be gone to")
    b.size(400, 800)
    seen = """(() => { const list = document.querySelector(".steps").getBoundingClientRect();
        const text = document.querySelector("[aria-selected] .text").getBoundingClientRect();
        return text.left >= list.left && text.right <= list.right + 1; })()"""
    tap.ok(b.run(seen), "what a step says is visible in a narrow window")
    tap.ok(b.run("document.querySelector('[aria-selected]').clientWidth >= document.querySelector('.steps').scrollWidth - 1"),
           "on a row that is as wide as its columns")
    b.press("first step")
    tap.ok(b.run(seen), "also further left")
    b.press("last step")
    tap.ok(b.run(seen), "and back")
    b.size(1280, 900)
    reader.content("failing together")
    points = sections.model()
    points["history"].update(culprits=[], fails_at=None)
    points["result"]["violation"] = {"kind": "points"}
    b = reader.open("points", [points])
    tap.same((b.text(".conflict h2"), b.text(".conflict tbody").split("\t")[1].strip()), ("It fails in this operation", "pop() → 2"),
             "who has another point than was said is to blame")


def contrast(reader, tap):
    """What stands beside the step that is chosen can be read on its colour, in both themes."""
    b = reader.open("contrast", [sections.race(), sections.model(loop=3)])
    script = """((words, pseudo) => { const numbers = text => text.match(/[0-9.]+/g).slice(0, 3).map(Number);
        const bright = text => numbers(text).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
        return words.map(one => { const e = document.querySelector(one); let on = e;
            while (getComputedStyle(on).backgroundColor === "rgba(0, 0, 0, 0)") on = on.parentElement;
            const both = [bright(getComputedStyle(e).color), bright(getComputedStyle(on).backgroundColor)].sort((x, y) => y - x);
            return (both[0] + 0.05) / (both[1] + 0.05); }); })(%s)"""
    for scheme in ("light", "dark"):
        b.media(scheme)
        for section, words in ((0, ['[aria-selected] .number', '[aria-selected] .place', '.step .number', '.step .place']),
                               (1, ['[aria-selected] .number', '.step.loop .number', '.step.loop .changes', '.step .process'])):
            got = b.run(script % words)
            tap.ok(min(got) >= 4.5, "steps can be read when it is %s" % scheme, dict(zip(words, got)))
            b.key("j" if not section else "k")
    b.media()


PARTS = [the_strip, room, edges, hints, tall, asking, keys, long_values, failing_together, contrast]
