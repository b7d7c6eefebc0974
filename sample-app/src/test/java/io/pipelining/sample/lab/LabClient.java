/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.pipelining.sample.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.stream.Collectors;

import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A client of the sample, for tests.
 */
public final class LabClient {

	private final HttpClient http = HttpClient.newHttpClient();

	private final String base;

	public LabClient(int port) {
		this.base = "http://127.0.0.1:" + port;
	}

	public HttpResponse<String> request(String method, String path, String... headers) {
		try {
			return this.http.send(build(method, path, headers), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public List<Object> list(String path) {
		return JsonParserFactory.getJsonParser().parseList(request("GET", path).body());
	}

	public Map<String, Object> json(String method, String path) {
		HttpResponse<String> response = request(method, path);
		assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
		return JsonParserFactory.getJsonParser().parseMap(response.body());
	}

	/**
	 * Begin a run, and return its number.
	 */
	public String begin(String path) {
		HttpResponse<String> response = request("POST", path);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
		String id = (String) JsonParserFactory.getJsonParser().parseMap(response.body()).get("id");
		assertThat(response.headers().firstValue("location")).contains("/lab/runs/" + id);
		return id;
	}

	/**
	 * Begin a run, and follow it to its end.
	 */
	public List<Event> run(String path) {
		return events(begin(path), "-1");
	}

	public List<Event> events(String id, String after) {
		HttpResponse<String> response = request("GET", "/lab/runs/" + id + "/events", "Last-Event-ID", after);
		assertThat(response.statusCode()).isEqualTo(200);
		List<Event> events = new ArrayList<>();
		for (String block : response.body().split("\n\n")) {
			if (!block.startsWith(":")) {
				Map<String, String> fields = block.lines()
					.collect(Collectors.toMap((line) -> line.substring(0, line.indexOf(':')),
							(line) -> line.substring(line.indexOf(':') + 1)));
				events.add(new Event(Integer.parseInt(fields.get("id")), fields.get("event"), fields.get("data")));
			}
		}
		return events;
	}

	/**
	 * Open the stream of a run.
	 */
	public HttpResponse<InputStream> open(String id) {
		try {
			return this.http.send(build("GET", "/lab/runs/" + id + "/events"), BodyHandlers.ofInputStream());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Read a stream up to an event.
	 */
	public static void readUntil(HttpResponse<InputStream> stream, String event) {
		Scanner lines = new Scanner(stream.body());
		while (!lines.nextLine().equals("event:" + event)) {
			// not yet
		}
	}

	/**
	 * Wait until a run has ended, and return what there is to say about it.
	 */
	public Map<String, Object> ended(String id) {
		return await().atMost(Duration.ofSeconds(60))
			.until(() -> json("GET", "/lab/runs/" + id), (status) -> !"running".equals(status.get("state")));
	}

	private HttpRequest build(String method, String path, String... headers) {
		HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(this.base + path))
			.method(method, BodyPublishers.noBody())
			.timeout(Duration.ofSeconds(120));
		return ((headers.length > 0) ? builder.headers(headers) : builder).build();
	}

	/**
	 * Return part of a JSON object.
	 */
	public static Object at(Object json, String... path) {
		Object part = json;
		for (String name : path) {
			part = ((Map<?, ?>) part).get(name);
		}
		return part;
	}

	public static long number(Object json, String... path) {
		return ((Number) at(json, path)).longValue();
	}

	public static double decimal(Object json, String... path) {
		return ((Number) at(json, path)).doubleValue();
	}

	/**
	 * An event of a stream.
	 */
	public record Event(int id, String name, String data) {

		public Map<String, Object> json() {
			return JsonParserFactory.getJsonParser().parseMap(this.data);
		}

	}

}
