/* The steps of a model: processes, events and changes, with the values of all variables beside them. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const CHANGES = 24; /* columns of characters for the changes of a step */

    /* Arrays that change by element are shown by element, and so are arrays in them. */
    function byElement(key, value, changed) {
        const whole = /^\[(.*)\]$/.exec(lince.text(value));
        if (!whole || changed.has(key) || ![...changed].some((other) => other.startsWith(key + "[")))
            return [[key, value]];
        return lince.values(whole[1]).flatMap((one, k) => byElement(key + "[" + k + "]", one, changed));
    }

    const start = (section, changed) =>
        lince
            .list(section.model_start)
            .filter(Array.isArray)
            .flatMap(([name, value]) => byElement(lince.text(name), value, changed));

    lince.ModelSteps = function (section, t) {
        const steps = lince.list(section.model_steps).filter((step) => step && typeof step === "object");
        if (!steps.length) return null;
        const loop = typeof section.loop === "number" && section.loop < steps.length ? section.loop : steps.length;
        const changesOf = (i) => lince.list(steps[i].changes).filter(Array.isArray);
        const loops = loop < steps.length;
        const changed = new Set(steps.flatMap((_, i) => changesOf(i).map(([name]) => lince.text(name))));
        const where = (i) => "step " + (i + 1) + " of " + steps.length;
        const source = {
            count: steps.length,
            memory: "variable",
            failing: lince.verdict(section) === "violation" ? (loops ? loop : steps.length - 1) : null,
            failure: loops ? "loop" : "failure",
            start: start(section, changed),
            changes: (i) => changesOf(i).map(([name, value]) => [lince.text(name), null, value ?? ""]),
            who: (i) => lince.clean(steps[i].process),
            where,
            line: (i) =>
                [
                    i + 1,
                    steps[i].process,
                    steps[i].event,
                    changesOf(i)
                        .map(([name, value]) => name + (value === null ? "" : " = " + value))
                        .join(", "),
                ]
                    .map(lince.clean)
                    .join("\t")
                    .trimEnd(),
            again: null,
            say: (i) => where(i) + ", " + lince.clean(steps[i].process) + ": " + lince.clean(steps[i].event),
            row: (i) =>
                element(
                    "div.step" + (steps[i].hidden ? ".hidden" : "") + (i >= loop ? ".loop" : ""),
                    null,
                    element("span.number", null, String(i + 1)),
                    element("span.process", null, lince.name(steps[i].process)),
                    element(
                        "span.text",
                        null,
                        lince.name(steps[i].hidden ? "(" + lince.text(steps[i].event) + ")" : steps[i].event),
                    ),
                    element(
                        "span.changes",
                        null,
                        ...changesOf(i).flatMap(([name, value], k) => [
                            k ? ", " : "",
                            lince.name(name),
                            ...(value === null ? [] : [" =\u00a0", lince.name(value)]),
                        ]),
                    ),
                ),
            head: lince.stepHead(...["process", "event", "changes"].map((name) => element("span", null, name))),
            between: (i) => (i === loop ? element("p.elsewhere", null, "from here on it loops forever") : null),
        };
        if (loops)
            source.end = () =>
                element(
                    "p.elsewhere",
                    null,
                    "and again: ",
                    lince.button("back to step " + (loop + 1), "back to step " + (loop + 1), () => stepper.go(loop)),
                );
        const stepper = lince.Stepper(source);
        if (t) {
            const opOf = (i) => (typeof steps[i].op === "number" && steps[i].op < t.h.count ? steps[i].op : null);
            /* The first step of an operation is its call, the last one its return. */
            const [first, final] = [new Map(), new Map()];
            steps.forEach((step, i) => {
                if (opOf(i) === null) return;
                if (!first.has(step.op)) first.set(step.op, i);
                final.set(step.op, i);
            });
            const eventOf = (i) => {
                const op = opOf(i);
                if (op === null) return null;
                if (first.get(op) === i) return t.h.call[op];
                return final.get(op) === i && t.h.end[op] >= 0 ? t.h.end[op] : null;
            };
            lince.follow(stepper, t, lince.stepPositions(t.h, steps.length, eventOf), opOf, steps.length);
        }
        const widest = (text) =>
            Math.min(
                28,
                steps.reduce((most, step) => Math.max(most, lince.columns(lince.clean(text(step)))), 7),
            );
        const [process, event] = [widest((s) => s.process) + 2, widest((s) => s.event) + 4];
        const columns = "--columns:" + process + "ch minmax(8em," + event + "ch)";
        const panel = element(
            "section.stepping.model",
            null,
            element("div.title", null, element("h2", null, "The steps"), stepper.controls),
            lince.beside(
                element("div.sheet", { style: columns }, stepper.list),
                [stepper.memory],
                process + event + CHANGES,
            ),
        );
        return { element: panel, stepper };
    };
})(window.lince);
