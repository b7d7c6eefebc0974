import { get } from './api.js';
import { element } from './dom.js';
import { experiment } from './experiment.js';
import { count, milliseconds, ratio } from './format.js';

export async function classics(section) {
	const table = section.querySelector('#classics-numbers');
	const verdict = section.querySelector('#classics-verdict');
	const rows = new Map();
	let asked = [];
	let done = 0;

	experiment(section, {
		path: '/lab/classics',
		begin(params) {
			asked = params.row ? [params.row] : [...rows.keys()];
			done = 0;
			asked.forEach((id) => show(rows.get(id), null));
			verdict.textContent = 'Getting ready …';
		},
		handlers: {
			begins({ id }) {
				rows.forEach((row, other) => row.classList.toggle('running', other === id));
				verdict.textContent = asked.length > 1 ? `${done + 1} of ${asked.length} …` : 'Running …';
			},
			row(result) {
				done++;
				show(rows.get(result.id), result);
			},
		},
		end(status, how) {
			rows.forEach((row) => row.classList.remove('running'));
			const ratios = (status?.result ?? []).filter((result) => result.available).map((result) => result.ratio);
			verdict.textContent = status?.state === 'completed'
				? `Ran ${count(ratios.length)} of ${count(asked.length)}. The best gain is ${ratio(Math.max(...ratios))}.`
				: how;
		},
	});

	let group = null;
	for (const classic of await get('/lab/classics')) {
		if (group?.dataset.group !== classic.group) {
			group = element('tbody', { 'data-group': classic.group },
				element('tr', {}, element('th', { scope: 'rowgroup', colspan: 7 }, classic.group)));
			table.append(group);
		}
		const row = build(classic);
		rows.set(classic.id, row);
		group.append(row);
	}
}

function build({ id, title, published }) {
	return element('tr', { id: `classic-${id}` },
		element('th', { scope: 'row' }, title),
		...['plain', 'pipelined', 'found'].map((name) => element('td', { 'class': name }, '–')),
		element('td', { 'class': 'published' }, published ? ratio(published.ratio) : '–'),
		element('td', { 'class': 'published' }, ...(published
			? [`${milliseconds(published.plainMilliseconds)} → ${milliseconds(published.pipelinedMilliseconds)} `, element('small', {}, published.client)]
			: [])),
		element('td', {}, element('button', { 'class': 'small', name: 'row', value: id, type: 'submit', form: 'classics-form', 'aria-label': `Run ${title}` }, 'Run')));
}

function show(row, result) {
	const cells = ['plain', 'pipelined', 'found'].map((name) => row.querySelector(`.${name}`));
	const texts = !result ? ['–', '–', '–']
		: !result.available ? ['not on this platform', '', '']
			: [milliseconds(result.plainMilliseconds), milliseconds(result.pipelinedMilliseconds), ratio(result.ratio)];
	cells.forEach((cell, index) => {
		cell.textContent = texts[index];
	});
}
