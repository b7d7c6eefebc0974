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

package io.pipelining.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * Sends signals to processes by a shell that is there already, since a new process takes
 * longer than a batch.
 */
public final class Signals implements AutoCloseable {

	private final Process shell;

	private final Writer commands;

	private final BufferedReader answers;

	public Signals() {
		try {
			this.shell = new ProcessBuilder("sh").start();
			this.commands = this.shell.outputWriter();
			this.answers = this.shell.inputReader();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Send a signal and wait until it is sent.
	 * @param name such as STOP or CONT
	 */
	public void send(String name, ProcessHandle process) {
		try {
			this.commands.write("kill -" + name + " " + process.pid() + " && echo\n");
			this.commands.flush();
			if (this.answers.readLine() == null) {
				throw new IllegalStateException("Cannot send SIG" + name);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.shell.destroy();
	}

}
