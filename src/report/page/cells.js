/* Contents of memory, from the steps of an execution.
 *
 * Variables may share bytes: a compare-and-swap of two words writes to each of them, and a write to one of the words
 * changes the value of both together.  A value written under another name is unknown until the variable is accessed
 * under its own. */
(function (lince) {
    "use strict";

    const SLOT = 16; /* bytes; few variables share one */
    const READ_ONLY = new Set(["read", "load", "cas-failed"]);

    const extentOf = (step) => {
        const [from, size] = [Number(step.address), Number(step.size)];
        return from > 0 && size > 0 ? { from, to: from + size } : null;
    };

    function* slots({ from, to }) {
        for (let slot = Math.floor(from / SLOT); slot * SLOT < to; slot++) yield slot;
    }

    /* Per slot, the variables in it: [{name, from, to}...]. */
    function inSlots(steps, told) {
        const all = new Map();
        steps.forEach((step, i) => {
            const extent = extentOf(step);
            if (!extent || !told[i].length) return;
            const name = told[i][0][0];
            for (const slot of slots(extent)) {
                if (!all.has(slot)) all.set(slot, []);
                const there = all.get(slot);
                if (!there.some((one) => one.name === name)) there.push({ name, ...extent });
            }
        });
        return all;
    }

    /* Per step: [[NAME, BEFORE, AFTER]...]; null: its value is unknown. */
    lince.cells = function (steps) {
        const told = steps.map((step) => {
            if (Array.isArray(step.cells)) return step.cells.filter(Array.isArray);
            return step.name && step.before !== step.after ? [[step.name, step.before, step.after]] : [];
        });
        const there = inSlots(steps, told);
        const near = (extent) =>
            (extent.to - extent.from) / SLOT > there.size
                ? [...there.values()].flat() /* a block of any size was allocated, filled or freed */
                : [...slots(extent)].flatMap((slot) => there.get(slot) || []);
        return steps.map((step, i) => {
            const extent = step.name && !READ_ONLY.has(step.kind) ? extentOf(step) : null;
            if (!extent) return told[i];
            const shared = near(extent).filter((one) => one.from < extent.to && extent.from < one.to);
            const others = new Set(shared.map((one) => one.name).filter((name) => name !== step.name));
            return [...told[i], ...[...others].map((name) => [name, undefined, null])];
        });
    };
})(window.lince);
