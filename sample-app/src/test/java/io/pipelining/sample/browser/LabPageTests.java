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

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.pipelining.sample.lab.LabClient;

import static io.pipelining.sample.lab.LabClient.at;
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
		assertThat(browser.text("#race-verdict")).contains("faster", "200 calls", "1 round trip instead of 200");
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
		browser.click("#race [type=submit]");
		browser.awaitIdle("race");
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

	private static boolean inked(String canvas) {
		return (Boolean) browser.script("""
				const canvas = document.querySelector(arguments[0]);
				const pixels = canvas.getContext('2d').getImageData(0, 30, canvas.width, 40).data;
				return new Set(new Uint32Array(pixels.buffer)).size > 3;
				""", canvas);
	}

}
