// Numbers as people read them

const plain = new Intl.NumberFormat('en');
const digits = (significant) => new Intl.NumberFormat('en', { maximumSignificantDigits: significant });

export function count(value) {
	return plain.format(value);
}

export function milliseconds(value) {
	if (value >= 10_000) {
		return `${digits(4).format(value / 1000)} s`;
	}
	return value >= 1 ? `${digits(value >= 1000 ? 4 : 3).format(value)} ms` : microseconds(value * 1000);
}

export function microseconds(value) {
	return value >= 1000 ? milliseconds(value / 1000) : `${digits(3).format(value)} µs`;
}

export function bytes(value) {
	if (value < 10_000) {
		return `${plain.format(value)} B`;
	}
	return value < 1_000_000 ? `${digits(4).format(value / 1000)} kB` : `${digits(3).format(value / 1_000_000)} MB`;
}

export function ratio(value) {
	return `${digits(value >= 100 ? 3 : 2).format(value)}×`;
}
