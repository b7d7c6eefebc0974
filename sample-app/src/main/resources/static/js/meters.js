import { get } from './api.js';
import { axis, chart } from './charts.js';
import { element, row } from './dom.js';
import { count } from './format.js';
import { parse } from './prometheus.js';

const EVERY_MILLIS = 2000;

const SIZE = 'redis_pipeline_batch_size_calls';

export function meters(section) {
	const find = (id) => section.querySelector(`#${id}`);
	let sizes = [];
	let endpoints = null;
	const drawing = chart(find('meters-chart'), (colours) => configuration(colours, sizes));

	// Asked only while someone can see it
	let visible = false;
	new IntersectionObserver(([entry]) => {
		visible = entry.isIntersecting;
		if (visible) {
			refresh();
		}
	}).observe(section);
	setInterval(() => visible && !document.hidden && refresh(), EVERY_MILLIS);

	async function refresh() {
		const problem = section.querySelector('.problem');
		try {
			const response = await fetch('/actuator/prometheus');
			showMeters(parse(await response.text()));
			await showPipelines();
			problem.hidden = true;
			section.dataset.refreshed = Date.now();
		}
		catch (error) {
			problem.textContent = `The application does not answer: ${error.message}`;
			problem.hidden = false;
		}
	}

	function showMeters(samples) {
		const sum = (name, label) => {
			const sums = new Map();
			for (const { labels, value } of samples.filter((sample) => sample.name === name)) {
				const key = label ? labels[label] : '';
				sums.set(key, (sums.get(key) ?? 0) + value);
			}
			return sums;
		};
		const batches = sum(`${SIZE}_count`).get('') ?? 0;
		const calls = sum(`${SIZE}_sum`).get('') ?? 0;
		const failures = sum('redis_pipeline_failures_calls_total', 'db_response_status_code');
		const discarded = sum('redis_pipeline_discarded_calls_total').get('') ?? 0;
		showTiles({
			Batches: count(batches),
			Calls: count(calls),
			'Calls per batch': batches ? count(Math.round((10 * calls) / batches) / 10) : '–',
			Failed: count([...failures.values()].reduce((all, some) => all + some, 0)),
			Discarded: count(discarded),
		});
		sizes = histogram(sum(`${SIZE}_bucket`, 'le'));
		fill(find('meters-sizes'), sizes.map(({ label, batches: number }) => row(label, count(number))));
		fill(find('meters-triggers'), [...sum(`${SIZE}_count`, 'trigger')].map(([trigger, number]) => row(trigger, count(number))));
		fill(find('meters-failures'), [...failures].map(([code, number]) => row(code, count(number))));
		drawing.show();
	}

	function showTiles(tiles) {
		find('meter-tiles').replaceChildren(...Object.entries(tiles)
			.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
	}

	async function showPipelines() {
		endpoints ??= (await get('/actuator'))._links;
		const there = Boolean(endpoints.pipelines);
		find('meters-pipelines').hidden = !there;
		find('meters-endpoint').hidden = !there;
		if (!there) {
			return;
		}
		const { pipelines } = await get('/actuator/pipelines');
		const used = pipelines.filter((pipeline) => pipeline.batches > 0);
		fill(section.querySelector('#meters-pipelines table'), used.map((pipeline) => row(pipeline.name, count(pipeline.batches),
			count(pipeline.calls), count(Math.round(10 * pipeline.calls / pipeline.batches) / 10), count(pipeline.largestBatch))));
		const hints = pipelines.flatMap((pipeline) => (pipeline.hints ?? []).map((hint) => `${pipeline.name}: ${hint}`));
		find('meters-hints').replaceChildren(...(hints.length ? hints : ['None so far.']).map((hint) => element('li', {}, hint)));
	}
}

function fill(table, rows) {
	table.tBodies[0].replaceChildren(...(rows.length ? rows : [row('none so far', '')]));
}

/** Buckets count all that are smaller; bars count those between. */
function histogram(cumulative) {
	const bounds = [...cumulative].map(([bound, number]) => [bound === '+Inf' ? Infinity : Number(bound), number])
		.sort(([one], [other]) => one - other);
	let below = 0;
	let least = 1;
	return bounds.map(([bound, number]) => {
		const label = bound === Infinity ? `over ${count(least - 1)}` : bound === least ? count(bound) : `${count(least)} to ${count(bound)}`;
		const batches = number - below;
		below = number;
		least = bound + 1;
		return { label, batches };
	}).filter(({ label, batches }) => batches > 0 || !label.startsWith('over'));
}

function configuration(colours, sizes) {
	return {
		type: 'bar',
		data: {
			labels: sizes.map(({ label }) => label),
			datasets: [{ label: 'Batches', data: sizes.map(({ batches }) => batches), backgroundColor: colours.pipelined, borderRadius: 4 }],
		},
		options: {
			scales: {
				x: axis(colours, 'Calls in the batch', { grid: { display: false } }),
				y: axis(colours, 'Batches', { beginAtZero: true, ticks: { precision: 0 } }),
			},
			plugins: { legend: { display: false } },
		},
	};
}
