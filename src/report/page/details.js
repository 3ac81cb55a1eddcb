/* All data of one operation: in a small box beside the pointer, and in full below the time line. */
(function (lince) {
    "use strict";

    const NOTES = 5;
    const VALUES = 4;
    const { element } = lince;

    function moment(h, position, lines, times, i) {
        const words = ["event " + (position + 1).toLocaleString("en")];
        const line = lince.list(h.data[lines])[i];
        const time = lince.list(h.data[times])[i];
        if (line) words.push("line " + line);
        if (typeof time === "number") words.push("at " + time.toLocaleString("en", { maximumFractionDigits: 9 }));
        return words.join(", ");
    }

    function remarks(h, i) {
        const until = h.end[i] < 0 ? h.events : h.end[i];
        return h.annotations
            .filter((n) => n.at >= h.call[i] && n.at <= until && (n.thread === null || n.thread === h.thread[i]))
            .map((n) => n.text);
    }

    /* [[label, text]...] */
    lince.facts = function (h, i) {
        const facts = [["thread", lince.thread(h, i)]];
        const add = (what, text) => {
            if (text !== null && text !== "") facts.push([what, text]);
        };
        add("object", h.objects[h.object[i]] || null);
        add("key", lince.key(h, i) === null ? null : lince.clean(lince.key(h, i)));
        add("called", moment(h, h.call[i], "call_line", "call_time", i));
        const ended = h.end[i] < 0 ? null : moment(h, h.end[i], "end_line", "end_time", i);
        if (h.outcome[i] === "r") add("returned", ended);
        else add("outcome", lince.outcome(h, i) + (ended ? " (" + ended + ")" : ""));
        add("result", h.result(i));
        add(lince.couldHave(h), lince.instead(h, i) === null ? null : lince.clean(lince.instead(h, i)));
        if (h.place[i] >= 0) {
            const places = [h.place[i], ...h.again.filter(({ op }) => op === i).map(({ place }) => place)];
            const group = [...new Set(places.flatMap((place) => h.groups[place].ops))].filter((op) => op !== i);
            const numbers = places.map((place) => (place + 1).toLocaleString("en")).join(" and ");
            add("in the order", numbers + " of " + h.groups.length.toLocaleString("en"));
            const others = group.slice(0, NOTES).map((op) => lince.thread(h, op) + " " + h.barLabel(op));
            add("together with", others.join("; ") + (group.length > NOTES ? "; …" : ""));
        }
        if (lince.moved(h, i)) add("moved", lince.movedBy(h, i));
        for (const text of remarks(h, i).slice(0, NOTES)) add("remark", text);
        return facts;
    };

    /* To follow a value from operation to operation. */
    const valuesOf = (h, i) =>
        [...new Set([...lince.values(h.args(i)), ...lince.values(h.result(i) ?? "")])]
            .filter((value) => value && !/\\"/.test(value))
            .slice(0, VALUES);

    const list = (facts) =>
        element(
            "dl",
            null,
            ...facts.flatMap(([what, text]) => [element("dt", null, what), element("dd", null, lince.name(text))]),
        );

    lince.Details = function (t) {
        const { h } = t;
        const tip = element("div.tip", { role: "tooltip", hidden: true });
        const panel = element("section.details", { "aria-label": "the selected operation", hidden: true });
        t.frame.append(tip);

        t.on("hover", () => {
            tip.hidden = t.hovered < 0;
            if (tip.hidden) return;
            tip.replaceChildren(
                element("p.label", null, lince.name(lince.fullLabel(h, t.hovered), "ltr")),
                list(lince.facts(h, t.hovered)),
            );
            const x = Math.max(t.gutter, t.toScreen(t.layout.x[h.call[t.hovered]]));
            const below = t.rowTop(t.layout.rowOf[t.hovered]) + t.barHeight + 10;
            tip.style.left = Math.max(4, Math.min(x, t.width - tip.offsetWidth - 8)) + "px";
            tip.style.top = below + "px";
        });

        t.on("select", () => {
            panel.hidden = t.selected < 0;
            if (panel.hidden) return;
            const kinds = [
                ["thread", lince.thread(h, t.selected)],
                ["method", h.method(t.selected)],
            ];
            if (h.objects[h.object[t.selected]]) kinds.push(["object", h.objects[h.object[t.selected]]]);
            if (lince.key(h, t.selected) !== null) kinds.push(["key", lince.clean(lince.key(h, t.selected))]);
            for (const value of valuesOf(h, t.selected)) kinds.push(["value", value]);
            panel.replaceChildren(
                element(
                    "p.label" + (h.culprit[t.selected] ? ".culprit" : ""),
                    null,
                    lince.name(lince.fullLabel(h, t.selected), "ltr"),
                ),
                list(lince.facts(h, t.selected)),
                element(
                    "p.only",
                    null,
                    "only ",
                    ...kinds.map(([kind, value]) =>
                        lince.button(
                            kind + " " + lince.isolate(lince.shorten(value, 24)),
                            "filter by " + kind + " " + value,
                            () => t.toggleFilter(kind, value),
                        ),
                    ),
                ),
                lince.button("×", "close", () => t.select(-1)),
            );
        });
        return panel;
    };
})(window.lince);
