// Draws what crosses the wire: application above, Redis below, time to the right

import { milliseconds } from './format.js';

const TOP = 18;
const BOTTOM = 26;
const LEFT = 4;
const RIGHT = 10;

export class Timeline {

	constructor(canvas, colour) {
		this.canvas = canvas;
		this.colour = colour;
		this.clear();
		new ResizeObserver(() => this.draw()).observe(canvas);
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
	}

	clear() {
		this.packets = [];
		this.delay = 0;
		this.end = 0;
		this.span = 1;
	}

	/** Packets are [microseconds, 0 for commands or 1 for replies, messages, bytes]. */
	add(packets) {
		this.packets.push(...packets);
	}

	draw() {
		const { canvas } = this;
		const width = canvas.clientWidth;
		const height = canvas.clientHeight;
		if (!width) {
			return;
		}
		const density = window.devicePixelRatio || 1;
		canvas.width = Math.round(width * density);
		canvas.height = Math.round(height * density);
		const context = canvas.getContext('2d');
		context.scale(density, density);
		const style = getComputedStyle(canvas);
		const colours = {
			lane: style.getPropertyValue(this.colour),
			muted: style.getPropertyValue('--muted'),
			rule: style.getPropertyValue('--field'),
			line: style.color,
		};
		// Custom properties keep light-dark() as it stands; a colour of the element is resolved
		for (const name of Object.keys(colours)) {
			colours[name] = resolve(canvas, colours[name]);
		}
		const rails = { above: TOP, below: height - BOTTOM };
		const x = (micros) => LEFT + (micros / this.span) * (width - LEFT - RIGHT);

		this.drawTicks(context, width, rails, x, colours);
		context.save();
		context.beginPath();
		context.rect(0, 0, width - RIGHT + 2, height);
		context.clip();
		this.drawPackets(context, rails, x, colours);
		context.restore();
		this.drawRails(context, width, rails, colours);
		this.drawEnd(context, width, rails, x, colours);
	}

	drawRails(context, width, { above, below }, colours) {
		context.strokeStyle = colours.rule;
		context.lineWidth = 1.5;
		for (const y of [above, below]) {
			context.beginPath();
			context.moveTo(LEFT, y);
			context.lineTo(width - RIGHT, y);
			context.stroke();
		}
		context.fillStyle = colours.muted;
		context.font = '11px system-ui, "Liberation Sans", sans-serif';
		context.textAlign = 'left';
		context.fillText('application', LEFT, above - 6);
		context.fillText('Redis', LEFT, below + 13);
	}

	drawTicks(context, width, { above, below }, x, colours) {
		const step = niceStep(this.span / Math.max(2, Math.floor(width / 130)));
		context.font = '11px system-ui, "Liberation Sans", sans-serif';
		context.textAlign = 'center';
		for (let micros = step; micros <= this.span; micros += step) {
			context.globalAlpha = .25;
			context.fillStyle = colours.rule;
			context.fillRect(x(micros), above, 1, below - above);
			context.globalAlpha = 1;
			context.fillStyle = colours.muted;
			const label = milliseconds(micros / 1000);
			const half = context.measureText(label).width / 2;
			context.fillText(label, Math.min(x(micros), width - half), below + 13);
		}
	}

	drawPackets(context, { above, below }, x, colours) {
		const half = this.delay / 2;
		const shown = this.packets.filter(([micros]) => micros - half <= this.span);
		const pixels = x(this.span) - x(0);
		context.globalAlpha = Math.min(.95, Math.max(.12, (1.1 * pixels) / Math.max(1, shown.length)));
		context.strokeStyle = colours.lane;
		context.lineWidth = shown.length * 3 > pixels ? 1 : 1.8;
		for (const reply of [0, 1]) {
			context.setLineDash(reply && shown.length * 6 < pixels ? [3, 2.5] : []);
			context.beginPath();
			for (const [micros, direction] of shown) {
				if (direction === reply) {
					context.moveTo(x(reply ? micros - half : micros), reply ? below : above);
					context.lineTo(x(reply ? micros : micros + half), reply ? above : below);
				}
			}
			context.stroke();
		}
		context.setLineDash([]);
		context.globalAlpha = 1;
	}

	drawEnd(context, width, { above, below }, x, colours) {
		if (!this.end || this.end > this.span) {
			return;
		}
		context.fillStyle = colours.lane;
		context.fillRect(x(this.end), above - 6, 2, below - above + 12);
		const label = milliseconds(this.end / 1000);
		context.font = '600 12px system-ui, "Liberation Sans", sans-serif';
		// Beside the mark where there is room, where nothing is drawn any more
		if (x(this.end) + context.measureText(label).width + 16 < width - RIGHT) {
			context.textAlign = 'left';
			context.fillText(label, x(this.end) + 9, (above + below) / 2 + 4);
		}
	}

}

function resolve(element, colour) {
	const before = element.style.color;
	element.style.color = colour;
	const resolved = getComputedStyle(element).color;
	element.style.color = before;
	return resolved;
}

export function niceStep(least) {
	const power = 10 ** Math.floor(Math.log10(least));
	return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * .999);
}
