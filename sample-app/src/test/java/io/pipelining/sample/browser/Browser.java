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

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A headless Chromium that notes what goes wrong in the page, and whom it asks for what.
 */
final class Browser implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(150);

	private static final String AXE = axe();

	private final Path profile;

	private final ChromeDriver driver;

	private final String origin;

	private final List<String> complaints = new ArrayList<>();

	private final List<String> requested = new ArrayList<>();

	private Browser(String origin) {
		this.origin = origin;
		try {
			this.profile = Files.createTempDirectory("browser");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Logger.getLogger("org.openqa.selenium").setLevel(Level.SEVERE);
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		logs.enable(LogType.PERFORMANCE, Level.ALL);
		ChromeOptions options = new ChromeOptions();
		options.setBinary(chromium().orElseThrow());
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync",
				"--disable-dev-shm-usage", "--no-proxy-server", "--user-data-dir=" + this.profile);
		options.setCapability("goog:loggingPrefs", logs);
		this.driver = new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(chromedriver().orElseThrow()).build(), options);
	}

	static boolean isThere() {
		return chromium().isPresent() && chromedriver().isPresent();
	}

	static Browser open(int port) {
		return new Browser("http://localhost:" + port);
	}

	private static Optional<File> chromium() {
		return onPath("chromium", "chromium-browser", "google-chrome");
	}

	private static Optional<File> chromedriver() {
		return onPath("chromedriver");
	}

	private static Optional<File> onPath(String... names) {
		String path = System.getenv().getOrDefault("PATH", "");
		return Stream.of(names)
			.flatMap((name) -> Stream.of(path.split(File.pathSeparator)).map((folder) -> new File(folder, name)))
			.filter(File::canExecute)
			.findFirst();
	}

	/**
	 * Load the page.
	 * @param dark whether the user likes it dark
	 * @param width the width of the window
	 */
	void load(boolean dark, int width) {
		this.driver.manage().window().setSize(new Dimension(width, 900));
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
		this.driver.get(this.origin + "/");
	}

	WebElement find(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	List<WebElement> findAll(String selector) {
		return this.driver.findElements(By.cssSelector(selector));
	}

	/**
	 * Return the texts of all elements of one moment: the page may replace them at any
	 * other.
	 */
	@SuppressWarnings("unchecked")
	List<String> texts(String selector) {
		return (List<String>) script(
				"return Array.from(document.querySelectorAll(arguments[0]), (element) => element.innerText.trim())",
				selector);
	}

	String text(String selector) {
		return find(selector).getText();
	}

	/**
	 * Set the value of a field as a script does, for fields that are tedious to type in.
	 */
	void set(String selector, String value) {
		script("const field = document.querySelector(arguments[0]); field.value = arguments[1];"
				+ "field.dispatchEvent(new Event('input', { bubbles: true }));"
				+ "field.dispatchEvent(new Event('change', { bubbles: true }));", selector, value);
	}

	void click(String selector) {
		script("document.querySelector(arguments[0]).scrollIntoView({ block: 'center', behavior: 'instant' })",
				selector);
		find(selector).click();
	}

	void press(CharSequence... keys) {
		new Actions(this.driver).sendKeys(keys).perform();
	}

	/**
	 * Press the tabulator until an element has the focus.
	 */
	void tabTo(String selector) {
		for (int i = 0; i < 100; i++) {
			if (this.driver.switchTo().activeElement().equals(find(selector))) {
				return;
			}
			press(Keys.TAB);
		}
		throw new AssertionError("The keyboard does not reach " + selector);
	}

	Object script(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	<T> T await(Function<? super WebDriver, T> condition) {
		return new WebDriverWait(this.driver, PATIENCE).until(condition);
	}

	/**
	 * Wait until a section has begun and ended what it does.
	 */
	void awaitIdle(String section) {
		await((driver) -> "false".equals(find("#" + section).getDomAttribute("aria-busy")));
	}

	/**
	 * Return what axe-core does not like.
	 */
	List<String> violations() {
		this.driver.executeScript(AXE);
		Object violations = this.driver.executeAsyncScript("""
				const done = arguments[arguments.length - 1];
				axe.run().then((result) => done(result.violations.map((violation) =>
					violation.id + ': ' + violation.nodes.map((node) => node.target.join(' ')).join(', '))));
				""");
		return ((List<?>) violations).stream().map(Object::toString).toList();
	}

	/**
	 * Return whether the page is wider than the window.
	 */
	boolean scrollsSideways() {
		return (Boolean) script("return document.documentElement.scrollWidth > innerWidth");
	}

	/**
	 * The page has told of no error, and asked nobody but the application.
	 */
	void assertQuiet() {
		readLogs();
		List<String> complaints = List.copyOf(this.complaints);
		// Not those of the next test as well
		this.complaints.clear();
		assertThat(complaints).as("console").isEmpty();
		assertThat(this.requested).as("requests").isNotEmpty().allMatch((url) -> url.startsWith(this.origin + "/"));
	}

	/**
	 * Take the complaints about an answer that the test meant to provoke.
	 */
	void forgetComplaints(String status) {
		readLogs();
		assertThat(this.complaints).isNotEmpty().allMatch((complaint) -> complaint.contains("status of " + status));
		this.complaints.clear();
	}

	private static String axe() {
		try {
			return new ClassPathResource("axe.min.js").getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void readLogs() {
		for (LogEntry entry : this.driver.manage().logs().get(LogType.BROWSER)) {
			this.complaints.add(entry.getLevel() + " " + entry.getMessage());
		}
		for (LogEntry entry : this.driver.manage().logs().get(LogType.PERFORMANCE)) {
			Map<?, ?> message = (Map<?, ?>) JsonParserFactory.getJsonParser()
				.parseMap(entry.getMessage())
				.get("message");
			if ("Network.requestWillBeSent".equals(message.get("method"))) {
				note((Map<?, ?>) message.get("params"));
			}
		}
	}

	private void note(Map<?, ?> parameters) {
		// What it loads for its own first page is its own affair
		boolean ours = parameters.get("documentURL").toString().startsWith(this.origin + "/");
		String url = ((Map<?, ?>) parameters.get("request")).get("url").toString();
		if (ours && !"data".equals(URI.create(url).getScheme())) {
			this.requested.add(url);
		}
	}

	/**
	 * Keep a picture of the whole page, to be looked at.
	 */
	void picture(String name) {
		long height = ((Number) script("return document.documentElement.scrollHeight")).longValue();
		Dimension size = this.driver.manage().window().getSize();
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", size.getWidth(), "height", height, "deviceScaleFactor", 1, "mobile", false));
		try {
			Path folder = Files.createDirectories(Path.of("target", "pictures"));
			Files.write(folder.resolve(name + ".png"), this.driver.getScreenshotAs(OutputType.BYTES));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.driver.quit();
		try {
			FileSystemUtils.deleteRecursively(this.profile);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
