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
package io.pipelining.sample.browser;

import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.lettuce.core.resource.EpollProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.pipelining.sample.lab.LabClient;

import static io.pipelining.sample.lab.LabClient.at;
import static io.pipelining.sample.lab.LabClient.decimal;
import static io.pipelining.sample.lab.LabClient.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page, used as people use it.
 */
@BrowserTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class LabPageTests {

	private static Browser browser;

	private LabClient lab;

	@BeforeAll
	static void openBrowser(@Value("${local.server.port}") int port) {
		browser = Browser.open(port);
	}

	@AfterAll
	static void closeBrowser() {
		browser.close();
	}

	@BeforeEach
	void load(@Value("${local.server.port}") int port) {
		this.lab = new LabClient(port);
		browser.load(false, 1200);
	}

	@AfterEach
	void nothingWentWrong() {
		browser.assertQuiet();
	}

	@Test
	void raceShowsWhatTheRelaySaw() {
		browser.set("#race [name=calls]", "200");
		browser.set("#race [name=operation]", "mixed");
		browser.click("#race [type=submit]");
		browser.awaitIdle("race");
		Map<String, Object> status = latestRun();
		assertThat(status).containsEntry("state", "completed");
		assertThat(number(status, "request", "calls")).isEqualTo(200);
		for (String lane : List.of("plain", "pipelined")) {
			Object result = at(status, "result", lane);
			assertThat(raceNumber("roundTrips", lane)).isEqualTo(String.valueOf(number(result, "roundTrips")));
			assertThat(raceNumber("commands", lane)).isEqualTo(String.valueOf(number(result, "wire", "commands")));
			assertThat(raceNumber("packets", lane)).isEqualTo(String.valueOf(number(result, "packets")));
			assertThat(raceNumber("milliseconds", lane)).isEqualTo(browser.text("#" + lane + "-time"));
			assertThat(browser.find("#" + lane + "-progress").getDomProperty("value")).isEqualTo("1");
			assertThat(inked("#" + lane + "-line")).as("something is drawn in the lane " + lane).isTrue();
		}
		assertThat(raceNumber("roundTrips", "plain")).isEqualTo("200");
		assertThat(raceNumber("roundTrips", "pipelined")).isEqualTo("1");
		assertThat(browser.text("#race-verdict")).contains("200 calls took", "1 round trip instead of 200.");
	}

	@Test
	void raceIsRunAndStoppedByKeyboard() {
		browser.press(Keys.TAB);
		assertThat(browser.script("return document.activeElement.textContent")).isEqualTo("Skip to the experiments");
		browser.tabTo("#race [name=calls]");
		browser.press(Keys.chord(Keys.CONTROL, "a"), "10000");
		browser.tabTo("#race [name=roundTrip]");
		browser.press(Keys.END);
		assertThat(browser.text("#race-round-trip")).isEqualTo("20 ms");
		browser.tabTo("#race [type=submit]");
		browser.press(Keys.ENTER);
		browser.await((driver) -> browser.text("#race-verdict").startsWith("The plain lane"));
		browser.tabTo("#race .stop");
		browser.press(Keys.ENTER);
		browser.awaitIdle("race");
		assertThat(browser.text("#race-verdict")).startsWith("Stopped. The plain lane had made ");
		assertThat(latestRun()).containsEntry("state", "stopped");
		assertThat(browser.script("return document.activeElement.type")).isEqualTo("submit");
		browser.tabTo("#race-scale [value=whole]");
		browser.press(Keys.ARROW_RIGHT);
		assertThat(browser.find("#race-scale [value=first]").isSelected()).isTrue();
	}

	@Test
	void everySectionIsRunToItsEndByKeyboardAndCanThenBeReadByEveryone() {
		for (String section : List.of("values", "sweep", "classics")) {
			browser.tabTo("#" + section + " [type=submit]");
			browser.press(Keys.ENTER);
			browser.awaitIdle(section);
			assertThat(latestRun()).as(section).containsEntry("state", "completed");
		}
		assertThat(browser.text("#sweep-verdict")).startsWith("The knee is at ");
		int available = EpollProvider.isAvailable() ? 24 : 18;
		assertThat(browser.text("#classics-verdict")).startsWith("Ran " + available + " of 24.");
		assertThat(browser.findAll("#classics-numbers .found")).hasSize(24)
			.noneSatisfy((ratio) -> assertThat(ratio.getText()).isEqualTo("–"))
			.filteredOn((ratio) -> ratio.getText().endsWith("×"))
			.hasSize(available);
		// Those that need a Unix socket
		assertThat(browser.findAll("#classics-numbers .plain"))
			.filteredOn((time) -> time.getText().equals("not on this platform"))
			.hasSize(24 - available);
		assertThat(browser.violations()).isEmpty();
	}

	@Test
	void valuesShowWhatEachWayReturned() {
		browser.set("#values [name=name]", "Grace Hopper");
		browser.click("#values [type=submit]");
		browser.awaitIdle("values");
		Map<String, String> sources = this.lab.list("/lab/values")
			.stream()
			.collect(Collectors.toMap((variant) -> (String) at(variant, "id"),
					(variant) -> (String) at(variant, "source")));
		List<?> results = (List<?>) latestRun().get("result");
		assertThat(results).hasSize(4).allSatisfy((result) -> {
			String card = "#variant-" + at(result, "id") + " ";
			assertThat(browser.find(card + "code").getDomProperty("textContent"))
				.isEqualTo(sources.get(at(result, "id")));
			assertThat(browser.text(card + ".returned")).isEqualTo(at(result, "returned"));
			assertThat(browser.text(card + ".trips")).isEqualTo(at(result, "roundTrips").toString());
			assertThat(browser.find(card.trim()).getDomAttribute("class"))
				.isEqualTo("variant " + (Boolean.TRUE.equals(at(result, "right")) ? "right" : "wrong"));
		});
		assertThat(browser.text("#variant-auto .returned")).isEqualTo("Welcome back, Grace Hopper (visit 42)");
		assertThat(browser.text("#variant-raw .returned")).isEqualTo("Welcome back, null (visit null)");
		assertThat(browser.find("#values-status").getDomProperty("textContent")).contains("RAW: Welcome back, null",
				"wrong, 1 round trips", "right, 2 round trips");
	}

	@Test
	void sweepMarksTheKnee() {
		browser.click("#sweep [type=submit]");
		browser.awaitIdle("sweep");
		Map<String, Object> status = latestRun();
		assertThat(status).containsEntry("state", "completed");
		List<?> points = (List<?>) at(status, "result", "points");
		NumberFormat numbers = NumberFormat.getIntegerInstance(Locale.ENGLISH);
		assertThat(browser.findAll("#sweep-numbers tbody th")).extracting((cell) -> cell.getText().replace(" knee", ""))
			.isEqualTo(points.stream().map((point) -> numbers.format(number(point, "batchSize"))).toList());
		assertThat(browser.findAll("#sweep-numbers tbody td:nth-child(3)"))
			.extracting((cell) -> cell.getText().replaceAll("[^0-9].*", ""))
			.isEqualTo(points.stream().map((point) -> leadingDigits(number(point, "outputBufferBytes"))).toList());
		String knee = numbers.format(number(status, "result", "knee"));
		assertThat(browser.text("#sweep-numbers tr.knee th")).startsWith(knee);
		assertThat(browser.text("#sweep-verdict")).startsWith("The knee is at " + knee + ": ");
		assertThat(browser.text("#sweep-yaml code"))
			.isEqualTo(at(status, "result", "configuration").toString().strip());
		browser.await((driver) -> inked("#sweep-chart"));
	}

	@Test
	void classicsShowTheRatioFoundHere() {
		browser.await((driver) -> browser.findAll("#classics-numbers tr[id]").size() == 24);
		assertThat(browser.text("#classic-ping-1000")).contains("41 ms → 3 ms hiredis", "14×");
		browser.click("#classic-threads-2-shared-loopback button");
		browser.awaitIdle("classics");
		Object result = ((List<?>) latestRun().get("result")).get(0);
		assertThat(browser.text("#classics-verdict")).startsWith("Ran 1 of 1.");
		assertThat(browser.text("#classic-threads-2-shared-loopback .found"))
			.startsWith(decimalStart(decimal(result, "ratio")));
		assertThat(browser.text("#classic-threads-4-shared-loopback .found")).isEqualTo("–");
	}

	@Test
	void metersAreThoseOfTheActuator() {
		this.lab.json("POST", "/products/warm?count=123&mode=pipelined");
		browser.script("document.querySelector('#meters').scrollIntoView({ behavior: 'instant' })");
		browser.await((driver) -> browser.find("#meters").getDomAttribute("data-refreshed") != null);
		browser.await((driver) -> tile("Calls").equals(meter("TOTAL")));
		assertThat(tile("Batches")).isEqualTo(meter("COUNT"));
		// Other tests of the same application may have let calls fail
		boolean failed = this.lab.request("GET", "/actuator/metrics/redis.pipeline.failures").statusCode() == 200;
		assertThat(tile("Failed")).isEqualTo(failed ? meter("redis.pipeline.failures", "COUNT") : "0");
		assertThat(browser.texts("#meters-sizes tbody th")).contains("1", "3 to 5", "101 to 200");
		assertThat(browser.texts("#meters-sizes tbody td").stream().mapToInt(LabPageTests::integer).sum())
			.isEqualTo(Integer.parseInt(meter("COUNT").replace(",", "")));
		assertThat(browser.texts("#meters-triggers tbody td").stream().mapToInt(LabPageTests::integer).sum())
			.isEqualTo(Integer.parseInt(meter("COUNT").replace(",", "")));
		browser.await((driver) -> inked("#meters-chart"));
		List<?> pipelines = (List<?>) this.lab.json("GET", "/actuator/pipelines").get("pipelines");
		assertThat(browser.texts("#meters-pipelines tbody th")).contains("product-catalog-warm-pipelined")
			.isSubsetOf(pipelines.stream().map((pipeline) -> at(pipeline, "name").toString()).toList());
		List<String> hints = pipelines.stream().flatMap((pipeline) -> {
			String name = at(pipeline, "name").toString();
			return ((List<?>) at(pipeline, "hints")).stream().map((hint) -> name + ": " + hint);
		}).toList();
		assertThat(browser.texts("#meters-hints li")).isEqualTo(hints.isEmpty() ? List.of("None so far.") : hints);
	}

	@Test
	void linksLeadSomewhere() {
		assertThat(browser.findAll("a[href]")).hasSizeGreaterThan(9).allSatisfy((link) -> {
			String target = link.getDomAttribute("href");
			if (target.startsWith("#")) {
				assertThat(browser.findAll(target)).hasSize(1);
			}
			else if (link.isDisplayed()) {
				assertThat(this.lab.request("GET", target).statusCode()).as(target).isEqualTo(200);
			}
		});
	}

	@Test
	void badInputIsSaid() {
		browser.script("document.querySelector('#race form').noValidate = true");
		browser.set("#race [name=calls]", "0");
		browser.click("#race [type=submit]");
		browser.await((driver) -> browser.find("#race .problem").isDisplayed());
		assertThat(browser.text("#race .problem")).contains("'calls' must be greater than or equal to 1");
		browser.awaitIdle("race");
		// the console tells of a refused request, as it must
		browser.forgetComplaints("400");
	}

	@ParameterizedTest
	@CsvSource({ "false, 1200", "false, 360", "true, 1200", "true, 360" })
	void everyoneCanUseIt(boolean dark, int width) {
		browser.load(dark, width);
		browser.set("#race [name=calls]", "50");
		for (String section : List.of("race", "values")) {
			browser.click("#" + section + " [type=submit]");
			browser.awaitIdle(section);
		}
		assertThat(browser.violations()).isEmpty();
		assertThat(browser.scrollsSideways()).isFalse();
		browser.picture((dark ? "dark-" : "light-") + width);
	}

	private Map<String, Object> latestRun() {
		Object id = browser.script("return performance.getEntriesByType('resource')"
				+ ".map((entry) => entry.name).filter((name) => name.endsWith('/events')).pop().split('/').at(-2)");
		return this.lab.json("GET", "/lab/runs/" + id);
	}

	private static String raceNumber(String row, String lane) {
		int column = lane.equals("plain") ? 2 : 3;
		return browser.text("#race-numbers [data-row=" + row + "] td:nth-child(" + column + ")");
	}

	private static String tile(String name) {
		return browser.texts("#meter-tiles div")
			.stream()
			.filter((tile) -> tile.startsWith(name + "\n"))
			.map((tile) -> tile.substring(name.length() + 1))
			.findFirst()
			.orElse("");
	}

	private String meter(String statistic) {
		return meter("redis.pipeline.batch.size", statistic);
	}

	private String meter(String name, String statistic) {
		List<?> measurements = (List<?>) this.lab.json("GET", "/actuator/metrics/" + name).get("measurements");
		double value = measurements.stream()
			.filter((measurement) -> statistic.equals(at(measurement, "statistic")))
			.mapToDouble((measurement) -> decimal(measurement, "value"))
			.sum();
		return NumberFormat.getIntegerInstance(Locale.ENGLISH).format(value);
	}

	private static int integer(String cell) {
		return Integer.parseInt(cell.replace(",", ""));
	}

	/** The page writes it with two or three digits. */
	private static String decimalStart(double ratio) {
		return String.valueOf(ratio).substring(0, 1);
	}

	private static String leadingDigits(long bytes) {
		String digits = (bytes < 10_000) ? NumberFormat.getIntegerInstance(Locale.ENGLISH).format(bytes)
				: String.valueOf(bytes / ((bytes < 1_000_000) ? 1000 : 1_000_000));
		return digits.replaceAll("[^0-9].*", "");
	}

	/** Of a copy: the browser complains where a canvas is read again and again. */
	private static boolean inked(String canvas) {
		return (Boolean) browser.script(
				"""
						const canvas = document.querySelector(arguments[0]);
						const copy = new OffscreenCanvas(Math.max(canvas.width, 1), 40).getContext('2d', { willReadFrequently: true });
						copy.drawImage(canvas, 0, -30);
						const pixels = copy.getImageData(0, 0, copy.canvas.width, 40).data;
						return new Set(new Uint32Array(pixels.buffer)).size > 3;
						""",
				canvas);
	}

}
