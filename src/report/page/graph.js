/* The execution graph of the steps, drawn when it is opened: a column a thread, time downwards, with an edge from each
 * write to the reads of it and to the next write of the same location. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const [COLUMN, ROW, BOX, EDGE, TOP] = [280, 46, 232, 26, 30]; /* pixels */
    const MOST = 300; /* steps */
    const LABEL = 30; /* characters */
    const kinds = [
        ["rf", "reads from"],
        ["sw", "reads from, and synchronizes: happens-before goes on there"],
        ["mo", "modification order"],
        ["rb", "does not see this newer write"],
    ];

    const svg = (name, attributes, ...children) => {
        const made = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        made.append(...children);
        return made;
    };

    /* Accesses, fences, and what creates and ends threads: the steps that have a place in the graph. */
    const outside = new Set(["call", "return", "failure", "blocked", "exit", "malloc", "note", "sleep"]);
    const isEvent = (step) => !outside.has(step.kind);
    const labelOf = (step) => lince.shorten(lince.clean(step.text).split(";")[0], LABEL);

    const missedBy = (steps, read) =>
        steps.findIndex((step) => step.step === read.newest_step && step.address === read.address);

    function edgesOf(steps) {
        const edges = [];
        steps.forEach((step, i) => {
            if (typeof step.reads === "number" && steps[step.reads].thread !== step.thread)
                edges.push([step.synchronizes ? "sw" : "rf", step.reads, i]);
            if (typeof step.next === "number") edges.push(["mo", i, step.next]);
            const missed = step.newest_step && typeof step.next !== "number" ? missedBy(steps, step) : -1;
            if (missed >= 0) edges.push(["rb", i, missed]);
        });
        return edges;
    }

    /* Between columns a curve from side to side; within one, a bow beside it. */
    function path(from, to, kind) {
        if (from.x === to.x) {
            const x = from.x + BOX / 2;
            const bow = x + Math.min(14 + Math.abs(to.y - from.y) / 12, (COLUMN - BOX) / 2);
            return `M${x},${from.y}C${bow},${from.y} ${bow},${to.y} ${x + 3},${to.y}`;
        }
        const side = from.x < to.x ? 1 : -1;
        const lift = kind === "mo" ? 7 : -5; /* reads-from and modification order side by side */
        const [x, y] = [from.x + (side * BOX) / 2, from.y + lift];
        const [u, v] = [to.x - side * (BOX / 2 + 3), to.y + lift];
        return `M${x},${y}C${x + side * 18},${y} ${u - side * 18},${v} ${u},${v}`;
    }

    let drawn = 0; /* a page may have several */

    function draw(steps, threads, nameOf, edges, stepper) {
        const number = ++drawn;
        const shown = steps.map((step, i) => i).filter((i) => isEvent(steps[i]));
        const places = new Map(
            shown.map((i, row) => [
                i,
                { x: threads.indexOf(steps[i].thread) * COLUMN + COLUMN / 2, y: TOP + row * ROW + EDGE },
            ]),
        );
        const [width, height] = [threads.length * COLUMN, TOP + shown.length * ROW + EDGE];
        const picture = svg("svg", {
            width,
            height,
            viewBox: `0 0 ${width} ${height}`,
            role: "img",
            "aria-label": "execution graph of " + shown.length + " steps",
        });
        const marks = svg("defs", {});
        for (const [kind] of kinds)
            marks.append(
                svg(
                    "marker",
                    { id: `end-${kind}-${number}`, class: kind, viewBox: "0 0 6 6", refX: 5, refY: 3, orient: "auto-start-reverse" },
                    svg("path", { d: "M0,0L6,3L0,6z" }),
                ),
            );
        picture.append(marks);
        threads.forEach((thread, k) => {
            const mine = shown.filter((i) => steps[i].thread === thread).map((i) => places.get(i));
            const x = k * COLUMN + COLUMN / 2;
            picture.append(svg("text", { class: "thread", x, y: 16 }, nameOf(thread)));
            if (mine.length)
                picture.append(svg("line", { class: "po", x1: x, x2: x, y1: mine[0].y, y2: mine.at(-1).y }));
        });
        for (const i of shown) {
            const at = places.get(i);
            const box = svg(
                "g",
                { class: "event" + (steps[i].newer && !steps[i].next ? " old" : "") + (steps[i].racing ? " racing" : "") },
                svg("title", {}, lince.clean(steps[i].text)),
                svg("rect", { x: at.x - BOX / 2, y: at.y - EDGE / 2, width: BOX, height: EDGE, rx: 5 }),
                svg("text", { x: at.x, y: at.y + 4 }, i + 1 + " " + labelOf(steps[i])),
            );
            box.addEventListener("click", () => stepper.go(i));
            picture.append(box);
        }
        for (const [kind, from, to] of edges) {
            if (!places.has(from) || !places.has(to)) continue;
            picture.append(
                svg(
                    "path",
                    { class: "edge " + kind, d: path(places.get(from), places.get(to), kind), "marker-end": `url(#end-${kind}-${number})` },
                    svg("title", {}, kinds.find(([one]) => one === kind)[1]),
                ),
            );
        }
        return picture;
    }

    lince.Graph = function (steps, threads, nameOf, stepper) {
        const edges = edgesOf(steps);
        if (!edges.some(([kind]) => kind !== "mo") || steps.length > MOST) return null;
        const room = element("div.scroll", { tabindex: "0", role: "region", "aria-label": "execution graph" });
        const legend = element(
            "p.legend.soft",
            null,
            ...kinds.map(([kind, meaning]) => element("span." + kind, null, kind, " ", meaning)),
            element("span.po", null, "po: downwards"),
        );
        const panel = element("details.graph", null, element("summary", null, "Execution graph"), legend, room);
        panel.addEventListener("toggle", () => {
            if (panel.open && !room.firstChild) room.append(draw(steps, threads, nameOf, edges, stepper));
        });
        return panel;
    };
})(window.lince);
