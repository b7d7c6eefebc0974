// A form that begins a run: Run, Stop, problems, and how it ended

import { run } from './api.js';

const ENDS = {
	'stopped': 'Stopped.',
	'timed-out': 'Ended by the time limit.',
	'failed': 'It failed',
};

/**
 * @param {HTMLElement} section holds the form and the place for problems
 * @param {object} options path, handlers by event, begin() before a run, end(status) after it
 */
export function experiment(section, { path, handlers, begin, end }) {
	const form = section.querySelector('form');
	const start = form.querySelector('[type=submit]');
	const stop = form.querySelector('.stop');
	const problem = section.querySelector('.problem');
	let current = null;

	stop.addEventListener('click', () => current?.stop().catch((error) => show(error.message)));

	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		show('');
		busy(true);
		const params = Object.fromEntries(new FormData(form, event.submitter));
		try {
			begin(params);
			current = await run(path, params, handlers);
			stop.disabled = false;
			const status = await current.ended;
			if (status.state === 'failed') {
				show(`${ENDS.failed}: ${status.error}`);
			}
			end(status, ENDS[status.state] ?? '');
		}
		catch (error) {
			show(error.message);
			end(null, '');
		}
		finally {
			current = null;
			busy(false);
		}
	});

	function busy(yes) {
		const focused = document.activeElement;
		section.setAttribute('aria-busy', yes);
		start.disabled = yes;
		stop.disabled = true;
		// Whoever uses the keyboard does not lose the place when a button goes away
		if (focused === stop && !yes) {
			start.focus();
		}
	}

	function show(message) {
		problem.textContent = message;
		problem.hidden = !message;
	}
}
