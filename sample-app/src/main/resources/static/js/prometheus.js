// Reads the text format of Prometheus, as far as it is used here

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)/;

const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function parse(text) {
	return text.split('\n').map((line) => SAMPLE.exec(line)).filter(Boolean).map(([, name, labels, value]) => ({
		name,
		labels: Object.fromEntries([...(labels ?? '').matchAll(LABEL)].map(([, label, content]) => [label, content])),
		value: Number(value),
	}));
}
