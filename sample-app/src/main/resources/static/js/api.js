// Talks to the application: problems as RFC 9457, runs by server-sent events

export class Problem extends Error {

	constructor(body, status) {
		super(body.detail ?? body.title ?? `The application answered ${status}`);
		this.status = status;
		this.body = body;
	}

}

async function request(method, path, params) {
	const query = params ? `?${new URLSearchParams(params)}` : '';
	const response = await fetch(path + query, { method, headers: { accept: 'application/json' } });
	const body = await response.json().catch(() => ({}));
	if (!response.ok) {
		throw new Problem(body, response.status);
	}
	return body;
}

export const get = (path, params) => request('GET', path, params);

export const post = (path, params) => request('POST', path, params);

/**
 * Begins a run and follows it to its end.
 * @param {string} path where runs are begun
 * @param {object} params what is asked for
 * @param {Object<string, function>} handlers by the name of the event
 * @returns the run: its id, a promise of its last status, and a way to stop it
 */
export async function run(path, params, handlers) {
	const { id } = await post(path, params);
	const ended = new Promise((resolve) => {
		const events = new EventSource(`/lab/runs/${id}/events`);
		for (const [name, handler] of Object.entries(handlers)) {
			events.addEventListener(name, (event) => handler(JSON.parse(event.data)));
		}
		events.addEventListener('ended', (event) => {
			events.close();
			resolve(JSON.parse(event.data));
		});
	});
	return { id, ended, stop: () => request('DELETE', `/lab/runs/${id}`) };
}
