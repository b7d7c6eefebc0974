import { showRanges } from './dom.js';
import { experiment } from './experiment.js';
import { bytes, count, microseconds, milliseconds, ratio } from './format.js';
import { Timeline, niceStep } from './timeline.js';

const LANES = ['plain', 'pipelined'];

/** Lanes are short at first; the time line grows in steps, so that it does not slide all the time. */
const SHORTEST = 20_000;

export function race(section) {
	const find = (id) => section.querySelector(`#${id}`);
	const verdict = find('race-verdict');
	const lines = Object.fromEntries(LANES.map((lane) => [lane, new Timeline(find(`${lane}-line`), `--${lane}`)]));
	let roundTrip = 1;
	let calls = 1000;
	let running = false;
	let elapsed = {};

	showRanges(section);
	find('race-scale').addEventListener('change', draw);
	draw();

	experiment(section, {
		path: '/lab/races',
		begin,
		handlers: { lane, wire, 'lane-ended': laneEnded },
		end,
	});

	function begin(params) {
		roundTrip = Number(params.roundTrip);
		calls = Number(params.calls);
		running = true;
		elapsed = {};
		for (const name of LANES) {
			lines[name].clear();
			lines[name].delay = roundTrip * 1000;
			find(`${name}-progress`).value = 0;
			find(`${name}-time`).textContent = '–';
			for (const row of section.querySelectorAll('[data-row]')) {
				cell(row.dataset.row, name).textContent = '–';
			}
		}
		verdict.textContent = 'Getting ready …';
		draw();
	}

	function lane(name) {
		verdict.textContent = name === 'plain' ? 'The plain lane runs …' : 'The pipelined lane runs …';
	}

	function wire(frame) {
		lines[frame.lane].add(frame.packets);
		elapsed[frame.lane] = frame.micros;
		find(`${frame.lane}-progress`).value = frame.done;
		find(`${frame.lane}-time`).textContent = milliseconds(frame.micros / 1000);
		showWire(frame.lane, frame.wire);
		draw();
	}

	function laneEnded(result) {
		const name = result.lane;
		elapsed[name] = result.milliseconds * 1000;
		lines[name].end = elapsed[name];
		find(`${name}-time`).textContent = milliseconds(result.milliseconds);
		cell('milliseconds', name).textContent = milliseconds(result.milliseconds);
		cell('perCall', name).textContent = microseconds((result.milliseconds * 1000) / Math.max(1, result.calls));
		cell('roundTrips', name).textContent = count(result.roundTrips);
		showWire(name, result.wire);
	}

	function showWire(name, counters) {
		cell('commands', name).textContent = count(counters.commands);
		cell('packets', name).textContent = count(counters.requestPackets + counters.replyPackets);
		cell('bytes', name).textContent = bytes(counters.requestBytes + counters.replyBytes);
	}

	function end(status, how) {
		running = false;
		draw();
		if (!status) {
			verdict.textContent = '';
			return;
		}
		const { plain, pipelined, timesFaster } = status.result ?? {};
		if (timesFaster) {
			const strong = document.createElement('strong');
			strong.textContent = timesFaster >= 1.05 ? `${ratio(timesFaster)} faster` : 'No gain';
			verdict.replaceChildren(strong, `: ${count(calls)} ${calls === 1 ? 'call' : 'calls'} took `
				+ `${milliseconds(pipelined.milliseconds)} instead of ${milliseconds(plain.milliseconds)}, `
				+ `${trips(pipelined.roundTrips)} instead of ${count(plain.roundTrips)}.`);
		}
		else {
			verdict.textContent = plain ? `${how} The plain lane had made ${count(plain.calls)} of ${count(calls)} calls.` : how;
		}
	}

	function trips(number) {
		return `${count(number)} round ${number === 1 ? 'trip' : 'trips'}`;
	}

	function draw() {
		const longest = Math.max(SHORTEST / 20, ...Object.values(elapsed));
		const whole = running ? niceStep(Math.max(SHORTEST, longest)) : longest * 1.02;
		const first = Math.max(12 * roundTrip, 2) * 1000;
		const scale = section.querySelector('[name=scale]:checked').value;
		for (const line of Object.values(lines)) {
			line.span = scale === 'first' ? first : whole;
			line.draw();
		}
	}

	function cell(row, name) {
		return section.querySelector(`[data-row=${row}] td:nth-child(${LANES.indexOf(name) + 2})`);
	}
}
