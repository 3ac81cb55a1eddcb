/* Steps one by one: the current step, the buttons, and the contents of memory there.  The meaning of steps is
 * the source's. */
(function (lince) {
    "use strict";

    const WINDOW = 1500; /* rows that are in the page at once */
    const [SHEET_LEAST, ASIDE, COLUMN] = [420, 378, 7.8]; /* pixels */
    const NUMBER = 9; /* columns before and behind a step */
    const BREAKABLE = 0.75;
    const { element } = lince;

    /* The changes of each cell, by name in the order of their first appearance.  A cell that is the same before and
     * after was only looked at; if it is another one than it was, it was written in no step. */
    function chronicle(source) {
        const cells = new Map();
        const cell = (name, first) => {
            if (!cells.has(name)) cells.set(name, { name, first, steps: [], values: [], writers: [] });
            return cells.get(name);
        };
        for (const [name, value] of source.start || []) cell(name, value);
        for (let i = 0; i < source.count; i++)
            for (const [name, before, after] of source.changes(i)) {
                const one = cell(name, before);
                const known = one.values.length ? one.values.at(-1) : one.first;
                const last = known === before || known === null ? (one.writers.at(-1) ?? -1) : -1;
                one.steps.push(i);
                one.values.push(after);
                one.writers.push(before === after ? last : i);
            }
        return [...cells.values()];
    }

    function Memory(source, title) {
        const cells = chronicle(source);
        if (!cells.length) return { element: null, go() {} };
        const rows = cells.map((cell) => {
            const value = element("td.value");
            const who = element("td.soft");
            return {
                cell,
                value,
                who,
                row: element("tr", null, element("th", { scope: "row" }, lince.name(cell.name)), value, who),
            };
        });
        const table = element(
            "table.memory",
            null,
            lince.tableHead(title, "now", "last written by"),
            element("tbody", null, ...rows.map(({ row }) => row)),
        );
        return {
            element: element("div.scroll", { tabindex: "0", role: "region", "aria-label": "memory" }, table),
            go(at) {
                for (const { cell, value, who, row } of rows) {
                    const k = lince.firstNotBelow(cell.steps, at + 1) - 1;
                    const now = k < 0 ? cell.first : cell.values[k];
                    value.replaceChildren(lince.name(now === undefined || now === null ? "–" : now));
                    value.title = now === null ? "not known: it was written as a part of something else" : "";
                    const writer = k < 0 ? -1 : cell.writers[k];
                    who.textContent = writer < 0 ? "" : source.who(writer) + ", step " + (writer + 1);
                    row.classList.toggle("changed", writer === at);
                    row.classList.toggle("read", k >= 0 && cell.steps[k] === at && writer !== at);
                }
                const changed = rows.find(({ row }) => row.matches(".changed, .read"));
                const box = table.parentElement;
                if (changed && box.scrollHeight > box.clientHeight)
                    box.scrollTop = changed.row.offsetTop - box.clientHeight / 2;
            },
        };
    }

    /* The head of the columns of steps, which stays in place. */
    lince.stepHead = (...columns) =>
        element("div.step.head", { "aria-hidden": "true" }, element("span.number"), ...columns);

    function controls(stepper, source, where) {
        return element(
            "div.controls",
            { role: "group", "aria-label": "stepping" },
            lince.button("⇤", "first step", () => stepper.go(0)),
            lince.button("←", "previous step ([)", () => stepper.step(-1)),
            lince.button("→", "next step (] or space)", () => stepper.step(1)),
            lince.button("⇥", "last step", () => stepper.go(source.count - 1)),
            source.failing !== null &&
                lince.button("to the " + source.failure, "to the " + source.failure + " (f)", stepper.toFailure),
            where,
            source.again &&
                lince.copyButton(
                    () => source.again(stepper.at),
                    "replay to here",
                    "copy the command that replays it up to here",
                ),
        );
    }

    /* Several steps are copied as lines. */
    function copyLines(event, rows, source) {
        const copied = rows.filter((row) => window.getSelection().containsNode(row, true));
        if (copied.length < 2) return;
        event.clipboardData.setData("text/plain", copied.map((row) => source.line(+row.dataset.step) + "\n").join(""));
        event.preventDefault();
    }

    /* source: count, head, row(i), between(i) (the text above row i, or null), changes(i), who(i), where(i), say(i),
     * line(i), memory (the title of its table), start ([[name, value]...] before the first step), failing (the step at
     * which it goes wrong, or null), failure (its name), again(i) (a command that leads to it; or null). */
    lince.Stepper = function (source) {
        const list = element("div.steps", { role: "listbox", tabindex: "0", "aria-label": "steps" });
        const where = element("output.where", { "aria-live": "off" }); /* the step itself is announced already */
        const memory = Memory(source, source.memory);
        const made = { at: -1, listeners: [], memory: memory.element, list };
        let [from, rows] = [0, []];

        function fill(at) {
            from = Math.max(0, Math.min(at - WINDOW / 2, source.count - WINDOW));
            const to = Math.min(source.count, from + WINDOW);
            rows = [];
            const children = [source.head];
            const elsewhere = (text, step) =>
                children.push(
                    element(
                        "p.elsewhere",
                        null,
                        lince.button(text, text, () => made.go(step)),
                    ),
                );
            if (from > 0) elsewhere("… " + lince.count(from, "earlier step"), from - 1);
            for (let i = from; i < to; i++) {
                const above = source.between(i);
                if (above) children.push(above);
                const row = source.row(i);
                row.setAttribute("role", "option");
                row.id = "step-" + (i + 1);
                row.setAttribute("aria-label", source.say(i));
                if (i === source.failing) row.classList.add("alarming");
                row.dataset.step = i;
                rows.push(row);
                children.push(row);
            }
            if (to < source.count) elsewhere("… " + lince.count(source.count - to, "later step"), to);
            else if (source.end) children.push(source.end());
            list.replaceChildren(...children);
        }

        function reveal() {
            const row = rows[made.at - from];
            const top = row ? row.offsetTop : 0;
            if (row && (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 60))
                list.scrollTop = top - list.clientHeight / 2;
            const text = row && row.querySelector(".text");
            const [left, right] = text ? [text.offsetLeft, text.offsetLeft + text.offsetWidth] : [0, 0];
            if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth;
            if (left < list.scrollLeft) list.scrollLeft = left < list.clientWidth / 2 ? 0 : left;
        }
        new ResizeObserver(reveal).observe(list);

        made.go = function (wanted, quietly) {
            const at = Math.max(0, Math.min(source.count - 1, wanted));
            if (at === made.at || !source.count) return;
            const old = rows[made.at - from];
            if (old) old.removeAttribute("aria-selected");
            made.at = at;
            if (at < from || at >= from + rows.length) fill(at);
            const row = rows[at - from];
            row.setAttribute("aria-selected", "true");
            list.setAttribute("aria-activedescendant", row.id);
            reveal();
            where.textContent = source.where(at);
            memory.go(at);
            if (!quietly) lince.say(source.say(at));
            for (const action of made.listeners) action(at);
        };
        made.step = (by) => made.go(made.at + by);
        /* The failure is of most interest: from there the reader goes back. */
        made.begin = () => made.go(source.failing ?? 0, true);
        made.toFailure = () => (source.failing === null ? false : made.go(source.failing));
        made.show = () =>
            list
                .closest(".stepping")
                .scrollIntoView({ block: "nearest", behavior: lince.stands() ? "auto" : "smooth" });
        list.addEventListener("click", (event) => {
            const row = event.target.closest("[data-step]");
            if (row) made.go(Number(row.dataset.step));
        });
        list.addEventListener("keydown", (event) => {
            const by = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity, PageDown: 15, PageUp: -15 }[
                event.key
            ];
            if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
            made.step(by);
            event.preventDefault();
            event.stopPropagation();
        });
        list.addEventListener("copy", (event) => copyLines(event, rows, source));
        made.controls = controls(made, source, where);
        return made;
    };

    /* Steps and the tables beside them, or below where the window is too narrow: of lines of so many columns some can
     * be broken, but not all. */
    lince.beside = function (sheet, others, columns) {
        const shown = others.filter((other) => other && !other.hidden);
        if (!shown.length) return sheet;
        const room = (columns + NUMBER) * COLUMN;
        const made = element(
            "div.beside",
            { style: "--wanted:" + room + "px" },
            sheet,
            element("div.aside", null, ...shown),
        );
        const wanted = Math.max(SHEET_LEAST, room * BREAKABLE) + ASIDE;
        new ResizeObserver(() => made.classList.toggle("stacked", made.clientWidth < wanted)).observe(made);
        return made;
    };

    /* Where steps stand in the history: calls and returns are its events, and the steps between are spread there. */
    lince.stepPositions = function (h, count, eventOf) {
        const known = Array.from({ length: count }, (_, i) => eventOf(i));
        const positions = new Float64Array(count);
        let last = -0.5;
        for (let i = 0, next = 0; i < count; i++) {
            if (known[i] !== null) {
                positions[i] = last = known[i];
                continue;
            }
            for (next = Math.max(next, i); next < count && known[next] === null;) next++;
            const goal = next < count ? known[next] : h.events;
            positions[i] = last = last + (goal - last) / (next - i + 1);
        }
        return positions;
    };

    /* Steps and time line follow each other. */
    lince.follow = function (stepper, t, positions, opOf, count) {
        stepper.listeners.push((at) => t.setCursor(positions[at]));
        t.on("select", () => {
            if (t.selected < 0) return;
            for (let i = 0; i < count; i++)
                if (opOf(i) === t.selected) {
                    stepper.go(i, true);
                    return;
                }
        });
    };
})(window.lince);
