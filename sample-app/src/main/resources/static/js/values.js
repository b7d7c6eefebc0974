import { get } from './api.js';
import { element, showRanges } from './dom.js';
import { experiment } from './experiment.js';
import { count, milliseconds } from './format.js';
import { highlight } from './highlight.js';

const WAYS = {
	plain: ['Plain', 'each call goes at once'],
	raw: ['RAW', 'every call waits'],
	auto: ['AUTO, the default', 'used values are real'],
	defer: ['defer', 'reads wait as well'],
};

export async function values(section) {
	const status = section.querySelector('#values-status');
	const cards = new Map();
	showRanges(section);

	experiment(section, {
		path: '/lab/values',
		begin() {
			status.textContent = 'Running';
			cards.forEach((card) => show(card, null));
		},
		handlers: {
			variant: (result) => show(cards.get(result.id), result),
		},
		end(ended, how) {
			status.textContent = ended?.state === 'completed'
				? ended.result.map(({ id, returned, right, roundTrips }) => `${WAYS[id][0]}: ${returned}, `
					+ `${right ? 'right' : 'wrong'}, ${roundTrips} round trips.`).join(' ')
				: how;
		},
	});

	for (const { id, source } of await get('/lab/values')) {
		const card = build(id, source);
		cards.set(id, card);
		section.querySelector('#variants').append(card);
	}
}

function build(id, source) {
	const [title, words] = WAYS[id];
	const code = element('code');
	highlight(code, source);
	const card = element('article', { 'class': 'variant', id: `variant-${id}` },
		element('div', { 'class': 'variant-head' }, element('h3', {}, title), element('p', {}, words)),
		element('pre', { tabindex: 0, 'aria-label': `Source of ${title}` }, code),
		element('dl', {},
			fact('Returned', 'returned'), fact('Round trips', 'trips'), fact('Time', 'time')));
	show(card, null);
	return card;
}

function fact(name, className) {
	return element('div', {}, element('dt', {}, name), element('dd', { 'class': className }));
}

function show(card, result) {
	const part = (name) => card.querySelector(`.${name}`);
	card.classList.toggle('right', Boolean(result?.right));
	card.classList.toggle('wrong', result?.right === false);
	part('returned').textContent = result?.returned ?? '–';
	part('returned').dataset.verdict = result ? (result.right ? '✓ right' : '✗ wrong') : '\u00a0';
	part('trips').textContent = result ? count(result.roundTrips) : '–';
	part('time').textContent = result ? milliseconds(result.milliseconds) : '–';
}
