// Small helpers to build elements

export function element(name, attributes = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		made.setAttribute(key, value);
	}
	made.append(...children);
	return made;
}

/** A row of a table, with its first cell as header. */
export function row(header, ...cells) {
	return element('tr', {}, element('th', { scope: 'row' }, header), ...cells.map((cell) => element('td', {}, cell)));
}

/** Shows the value of each range beside its label. */
export function showRanges(section) {
	for (const range of section.querySelectorAll('[type=range]')) {
		const show = () => {
			range.closest('label').querySelector('output').textContent = `${range.value} ms`;
		};
		range.addEventListener('input', show);
		show();
	}
}
