// contrast.mjs — the contrast of letters against what is behind them, as the Web Content Accessibility Guidelines reckon it.

export const LEAST_CONTRAST = 4.5; // of letters of any size

/** [how many texts were looked at, those of less contrast than the least]. Runs in the page. */
export function faintTexts(least) {
    const luminance = (colour) => {
        const [r, g, b] = colour.map((each) => (each <= 10.31475 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const colour = (text) => {
        const [r, g, b, alpha = 1] = text.match(/[\d.]+/g).map(Number);
        return { colour: [r, g, b], alpha };
    };
    const over = (above, opacity, below) => {
        const { colour: values, alpha } = colour(above);
        return values.map((each, i) => alpha * opacity * each + (1 - alpha * opacity) * below[i]);
    };
    const behind = (element) =>
        element ? over(getComputedStyle(element).backgroundColor, 1, behind(element.parentElement)) : [255, 255, 255];
    const opacity = (element) => (element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
        faint = [];
    let count = 0;
    while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim(),
            element = walker.currentNode.parentElement;
        if (!text || !element.checkVisibility() || element.matches('script, noscript')) continue;
        const { color, fill } = getComputedStyle(element),
            knob = element.matches('.letter') ? element.parentElement.querySelector('.knob') : null;
        // The letters of pictures have an edge in the colour of the paper, but those of dots are on these.
        const below = behind(element.closest('svg')?.parentElement ?? element),
            ground = knob ? over(getComputedStyle(knob).fill, 1, below) : below;
        const ink = over(element.closest('svg') ? fill : color, opacity(element), ground);
        const [lighter, darker] = [luminance(ink), luminance(ground)].sort((a, b) => b - a),
            ratio = (lighter + 0.05) / (darker + 0.05);
        count++;
        if (ratio < least) faint.push(`${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
    }
    return [count, faint];
}
