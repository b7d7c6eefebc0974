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

package io.pipelining.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.pipelining.benchmark.Row.Kind;

/**
 * An SVG image with bars for the columns that say most. It brings its own background, so
 * that it can be read on any page, and follows the reader's choice of light or dark.
 */
final class Chart {

	private static final int WIDTH = 900;

	private static final int LEFT = 330;

	private static final int LONGEST = 420;

	private static final int BAR = 20;

	private static final int HEADING = 34;

	/** Bars that are longer than this many times ours are cut, with a mark. */
	private static final double CUT = 8;

	private static final String STYLE = """
			.page { fill: #ffffff } text { fill: #1f2328 } .small { fill: #59636e; font-size: 12px }
			.ours { fill: #0b7285 } .other { fill: #aeb6bf } .limit { fill: #e0a84c } .cut { stroke: #ffffff }
			@media (prefers-color-scheme: dark) {
			.page { fill: #0d1117 } text { fill: #e6edf3 } .small { fill: #9198a1 }
			.ours { fill: #3bc9db } .other { fill: #59636e } .limit { fill: #b98a3a } .cut { stroke: #0d1117 }
			}
			""";

	/** Those that say most, as far as they were measured. */
	private static final List<Column> HEADLINES = List.of(new Column(Line.LOOPBACK, Command.INCR, 0, 1, 1000),
			new Column(Line.ONE_MS, Command.INCR, 0, 1, 20), new Column(Line.ONE_MS, Command.INCR, 0, 64, 20),
			new Column(Line.CLUSTER, Command.INCR, 0, 1, 50), new Column(Line.CLUSTER, Command.INCR, 0, 1, 1000));

	private final Measurements all;

	private final StringBuilder svg = new StringBuilder();

	Chart(Measurements all) {
		this.all = all;
	}

	String svg() {
		List<Column> columns = columns();
		int height = 70 + columns.stream().mapToInt((column) -> HEADING + BAR * bars(column).size()).sum();
		add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\""
				+ " font-family=\"system-ui, -apple-system, 'Segoe UI', sans-serif\" font-size=\"13\">", WIDTH, height,
				WIDTH);
		add("<title>Time of a batch of Redis calls, shorter is better</title>");
		add("<style>%n%s</style>", STYLE);
		add("<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"6\"/>", WIDTH, height);
		add("<text x=\"16\" y=\"24\" class=\"small\">Time of a batch, shorter is better; a bar with a gap is longer"
				+ " than drawn. With several threads the mean, else the median.</text>");
		int top = 32;
		for (Column column : columns) {
			addColumn(column, top);
			top += HEADING + BAR * bars(column).size();
		}
		add("<text x=\"16\" y=\"%d\" class=\"small\">%s</text>", height - 14, escape(this.all.machine()));
		add("</svg>");
		return this.svg.toString();
	}

	private List<Column> columns() {
		List<Column> headlines = HEADLINES.stream().filter((column) -> !this.all.in(column).isEmpty()).toList();
		return headlines.isEmpty() ? this.all.columns().stream().limit(HEADLINES.size()).toList() : headlines;
	}

	private List<Measured> bars(Column column) {
		return Arrays.stream(Row.values()).flatMap((row) -> this.all.find(row, column).stream()).toList();
	}

	private void addColumn(Column column, int top) {
		List<Measured> bars = bars(column);
		double longest = bars.stream().mapToDouble(Measured::micros).max().orElseThrow();
		double scale = this.all.find(Row.RAW, column)
			.map((raw) -> Math.min(longest, CUT * raw.micros()))
			.orElse(longest);
		add("<text x=\"16\" y=\"%d\" font-weight=\"600\">%s</text>", top + 22,
				plain(column.title() + " of " + column.group().title()));
		int y = top + HEADING - 4;
		for (Measured bar : bars) {
			addBar(bar, y, scale);
			y += BAR;
		}
	}

	private void addBar(Measured bar, int y, double scale) {
		boolean cut = bar.micros() > scale * 1.0001;
		double width = Math.max(1, LONGEST * Math.min(1, bar.micros() / scale));
		String ratio = (bar.row() == Row.RAW) ? ""
				: this.all.find(Row.RAW, bar.column())
					.map((raw) -> " (" + Figures.times(bar.micros(), raw.micros()) + ")")
					.orElse("");
		add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 10, y + 14, plain(bar.row().title()));
		add("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>", style(bar.row().kind()),
				LEFT, y + 2, width, BAR - 5);
		if (cut) {
			add("<path class=\"cut\" stroke-width=\"4\" d=\"M%d %d l8 -19\"/>", LEFT + LONGEST - 34, y + 19);
		}
		add("<text x=\"%.1f\" y=\"%d\">%s</text>", LEFT + width + 8, y + 14,
				escape(Figures.time(bar.micros()) + ratio));
	}

	private static String style(Kind kind) {
		return switch (kind) {
			case OURS -> "ours";
			case OTHER -> "other";
			case LIMIT -> "limit";
		};
	}

	private static String plain(String markdown) {
		return escape(markdown.replace("`", "").replace("for comparison: ", ""));
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

	private void add(String format, Object... values) {
		this.svg.append(String.format(Locale.ROOT, format, values)).append('\n');
	}

}
