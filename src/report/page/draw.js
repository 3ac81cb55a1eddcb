/* Draws a time line.  The time depends on the visible part, not on the length of the history. */
(function (lince) {
    "use strict";

    lince.draw = function (t) {
        const began = performance.now();
        const { ctx } = t;
        t.drawn = { bars: 0, blocks: 0, labels: 0, marks: 0, links: 0, flags: 0, looked: 0, milliseconds: 0 };
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.fillStyle = lince.colour("page");
        ctx.fillRect(0, 0, t.canvas.width, t.canvas.height); /* with the rest of a pixel at the edge */
        ctx.setTransform(t.density, 0, 0, t.density, 0, 0);
        const first = Math.max(0, Math.floor((t.view.y - t.rowHeight) / t.rowHeight));
        const last = Math.min(t.layout.rows.length, Math.ceil((t.view.y + t.height - t.top) / t.rowHeight) + 1);
        ctx.save();
        ctx.beginPath();
        ctx.rect(0, t.top - 6, t.width, t.height);
        ctx.clip();
        lince.drawTracks(t, first, last);
        lince.drawBars(t, first, last);
        lince.drawOrder(t, first, last);
        lince.drawRings(t);
        lince.drawNames(t, first, last);
        ctx.restore();
        lince.drawScroll(t);
        lince.drawAxis(t);
        lince.drawFlags(t);
        if (t.cursor !== null) lince.drawCursor(t);
        if (t.h.failsAt !== null) lince.drawFailure(t);
        t.drawn.milliseconds = performance.now() - began;
    };
})(window.lince);
