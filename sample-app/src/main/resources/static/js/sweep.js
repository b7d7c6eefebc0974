import { axis, chart } from './charts.js';
import { row, showRanges } from './dom.js';
import { experiment } from './experiment.js';
import { bytes, count, microseconds } from './format.js';

const SIZES = 13;

export function sweep(section) {
	const body = section.querySelector('#sweep-numbers tbody');
	const verdict = section.querySelector('#sweep-verdict');
	const yaml = section.querySelector('#sweep-yaml');
	let points = [];
	let knee = null;
	showRanges(section);
	const drawing = chart(section.querySelector('#sweep-chart'), (colours) => configuration(colours, points, knee));

	experiment(section, {
		path: '/lab/sweeps',
		begin() {
			points = [];
			knee = null;
			body.replaceChildren();
			yaml.hidden = true;
			verdict.textContent = 'Getting ready …';
			drawing.show();
		},
		handlers: {
			point(point) {
				points.push(point);
				body.append(row(count(point.batchSize), microseconds(point.microsPerCall), bytes(point.outputBufferBytes),
					bytes(point.memoryBytes)));
				verdict.textContent = `${points.length} of ${SIZES} batch sizes measured …`;
				drawing.show();
			},
		},
		end(status, how) {
			knee = status?.result?.knee ?? null;
			if (knee) {
				const at = points.findIndex((point) => point.batchSize === knee);
				body.rows[at].classList.add('knee');
				const strong = document.createElement('strong');
				strong.textContent = `The knee is at ${count(knee)}`;
				verdict.replaceChildren(strong, `: ${microseconds(points[at].microsPerCall)} per call instead of `
					+ `${microseconds(points[0].microsPerCall)} with batches of one.`);
				yaml.querySelector('code').textContent = status.result.configuration;
				yaml.hidden = false;
			}
			else {
				verdict.textContent = how;
			}
			drawing.show();
		},
	});
}

function configuration(colours, points, knee) {
	const line = (label, color, data, more) => ({
		label, data, borderColor: color, backgroundColor: color, borderWidth: 2, pointRadius: 3, ...more,
	});
	const of = (value) => points.map((point) => ({ x: point.batchSize, y: value(point) }));
	return {
		type: 'line',
		data: {
			datasets: [
				line('Time per call', colours.pipelined, of((point) => point.microsPerCall), {
					pointRadius: points.map((point) => (point.batchSize === knee ? 8 : 3)),
					pointStyle: points.map((point) => (point.batchSize === knee ? 'rectRot' : 'circle')),
				}),
				line('Output buffer', colours.plain, of((point) => point.outputBufferBytes / 1024),
					{ yAxisID: 'buffer', borderDash: [6, 4] }),
			],
		},
		options: {
			interaction: { mode: 'index', intersect: false },
			scales: {
				x: axis(colours, 'Calls in a batch', {
					type: 'logarithmic', min: 1, max: 10_000,
					ticks: { maxRotation: 0, callback: (value) => (Number.isInteger(Math.log10(value)) ? count(value) : '') },
					grid: { display: false },
				}),
				y: axis(colours, 'Time per call, µs', {
					type: 'logarithmic',
					ticks: { callback: (value) => (/^[125]/.test(String(value)) ? count(value) : '') },
				}),
				buffer: axis(colours, 'Output buffer, KiB', { position: 'right', beginAtZero: true, suggestedMax: 100, grid: { display: false } }),
			},
			plugins: { legend: { labels: { color: colours.ink, boxWidth: 22, boxHeight: 2 } } },
		},
	};
}
