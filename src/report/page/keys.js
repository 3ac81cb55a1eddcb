/* The keyboard: one table of keys, which also is the help. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const PAN = 120;
    const STOPS = 20; /* of Tab in a time line, at most */

    /* [keys, description, action(page, event)]; an action that returns false leaves the key to the browser. */
    const onTimeline = (action) => (page, event) => (page.timeline ? action(page.timeline, event) : false);
    const stepping = (action) => (page) => {
        if (!page.stepper) return false;
        const done = action(page.stepper);
        page.stepper.show(); /* the pressed button must not move away */
        return done;
    };
    /* In the time line arrows go from operation to operation; outside, those to the sides move it. */
    const arrows = (x, y) =>
        onTimeline((t, event) => {
            const inside = event.target === t.canvas;
            if (inside && !event.shiftKey) return t.step(x, y);
            return inside || (x && event.target === document.body) ? t.pan(x * PAN, y * t.rowHeight) : false;
        });
    const table = [
        [["j"], "next section", (page) => page.next(1)],
        [["k"], "previous section", (page) => page.next(-1)],
        [["/"], "search; Enter goes to the next match", onTimeline((t) => t.focusSearch())],
        [["n"], "next match", onTimeline((t) => t.nextMatch(1))],
        [["N"], "previous match", onTimeline((t) => t.nextMatch(-1))],
        [["+", "="], "zoom in; so does the wheel", onTimeline((t) => t.zoom(1.5))],
        [["-"], "zoom out", onTimeline((t) => t.zoom(1 / 1.5))],
        [["0"], "show everything", onTimeline((t) => t.fit())],
        [["c"], "to the conflict", onTimeline((t) => t.toConflict())],
        [["x"], "the conflict alone, and back", onTimeline((t) => (t.onlyConflict ? t.onlyConflict() : false))],
        [["t"], "by recorded time, or by order", onTimeline((t) => t.setMode(t.mode === "time" ? "order" : "time"))],
        [["ArrowLeft"], "previous operation of the thread", arrows(-1, 0)],
        [["ArrowRight"], "next operation of the thread; with shift: pan", arrows(1, 0)],
        [["ArrowUp"], "the thread above", arrows(0, -1)],
        [["ArrowDown"], "the thread below", arrows(0, 1)],
        [["Tab"], "in the time line: the next operation in conflict", onTimeline((t, event) => nextCulprit(t, event))],
        [
            ["Enter"],
            "bring the selected operation into sight",
            onTimeline((t, event) => {
                if (event.target !== t.canvas || t.selected < 0) return false;
                return t.show([t.selected]);
            }),
        ],
        [["]", " "], "next step", stepping((s) => s.step(1))],
        [["["], "previous step", stepping((s) => s.step(-1))],
        [["f"], "to the step that fails", stepping((s) => s.toFailure())],
        [["d"], "dark or light", () => lince.toggleTheme()],
        [["?"], "these keys", (page) => page.help()],
        [["Escape"], "nothing selected", onTimeline((t) => t.select(-1))],
    ];

    /* Tab leaves the time line after the last of them, and at once where the last one is out of reach. */
    function nextCulprit(t, event) {
        const { culprits } = t.h;
        if (event.target !== t.canvas || culprits.length > STOPS) return false;
        const next = culprits.indexOf(t.selected) + (event.shiftKey ? -1 : 1);
        if (t.selected < 0 && event.shiftKey) return false;
        if (next < 0 || next >= culprits.length) return false;
        return t.select(culprits[next]);
    }

    const names = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "space", Escape: "Esc" };

    lince.Help = function () {
        const rows = table.map(([keys, what]) =>
            element(
                "div",
                null,
                element(
                    "dt",
                    null,
                    ...keys.flatMap((key, k) => [k ? " " : "", element("kbd", null, names[key] || key)]),
                ),
                element("dd", null, what),
            ),
        );
        const dialog = element(
            "dialog",
            { "aria-label": "keys" },
            element("h2", null, "Keys"),
            element("dl.keys", null, ...rows),
            element("form", { method: "dialog" }, element("button", { type: "submit" }, "close")),
        );
        dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
        return dialog;
    };

    lince.listenToKeys = function (page) {
        document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
            const { target } = event;
            if (target.closest("input:not([type=checkbox]), dialog")) return;
            if ((event.key === " " || event.key === "Enter") && target.closest("button, summary, input")) return;
            const found = table.find(([keys]) => keys.includes(event.key));
            if (found && found[2](page, event) !== false) event.preventDefault();
        });
    };
})(window.lince);
