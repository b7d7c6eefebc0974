// Chart.js, from the application itself, in the colours of the page

import '/webjars/chart.js/dist/chart.umd.min.js';

const { Chart } = globalThis;

/**
 * Makes a chart whose configuration is built anew whenever the colours change.
 * @param {HTMLCanvasElement} canvas where it is drawn
 * @param {function} configure makes the configuration from the colours
 * @returns an object with a function to show it again
 */
export function chart(canvas, configure) {
	let shown = null;
	const show = () => {
		shown?.destroy();
		shown = new Chart(canvas, configure(colours(canvas)));
	};
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
	Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
	Chart.defaults.animation = false;
	Chart.defaults.maintainAspectRatio = false;
	show();
	return { show };
}

function colours(canvas) {
	const probe = document.createElement('span');
	canvas.parentElement.append(probe);
	const found = {};
	for (const name of ['ink', 'muted', 'rule', 'plain', 'pipelined', 'surface']) {
		probe.style.color = `var(--${name})`;
		found[name] = getComputedStyle(probe).color;
	}
	probe.remove();
	return found;
}

export function axis(colours, title, more = {}) {
	return {
		title: { display: true, text: title, color: colours.muted },
		ticks: { color: colours.muted, ...more.ticks },
		grid: { color: colours.rule, ...more.grid },
		border: { color: colours.rule },
		...Object.fromEntries(Object.entries(more).filter(([key]) => key !== 'ticks' && key !== 'grid')),
	};
}
