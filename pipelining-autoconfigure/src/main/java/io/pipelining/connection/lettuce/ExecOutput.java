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

package io.pipelining.connection.lettuce;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

/**
 * The reply to EXEC, which hands each element to the output of its command, as if it had
 * come alone.
 */
final class ExecOutput extends CommandOutput<byte[], byte[], Boolean> {

	private final List<CommandOutput<?, ?, ?>> outputs;

	private final @Nullable Throwable[] failures;

	private boolean begun;

	private int next;

	/**
	 * Create an output.
	 * @param outputs those of the commands, in order
	 */
	ExecOutput(List<CommandOutput<?, ?, ?>> outputs) {
		super(ByteArrayCodec.INSTANCE, Boolean.TRUE);
		this.outputs = outputs;
		this.failures = new Throwable[outputs.size()];
	}

	/**
	 * Return whether each command has its reply.
	 */
	boolean isComplete() {
		return this.next == this.outputs.size();
	}

	/**
	 * Return why an output could not take its reply, {@code null} if it could.
	 */
	@Nullable Throwable failure(int index) {
		return this.failures[index];
	}

	private void handOn(Consumer<CommandOutput<?, ?, ?>> part) {
		if (!this.begun || this.next >= this.outputs.size()) {
			return;
		}
		try {
			part.accept(this.outputs.get(this.next));
		}
		catch (RuntimeException ex) {
			if (this.failures[this.next] == null) {
				this.failures[this.next] = ex;
			}
		}
	}

	@Override
	public void multiArray(int count) {
		if (this.begun) {
			handOn((output) -> output.multiArray(count));
		}
		this.begun = true;
	}

	@Override
	public void multiMap(int count) {
		handOn((output) -> output.multiMap(count));
	}

	@Override
	public void multiSet(int count) {
		handOn((output) -> output.multiSet(count));
	}

	@Override
	public void multiPush(int count) {
		handOn((output) -> output.multiPush(count));
	}

	@Override
	public void set(@Nullable ByteBuffer bytes) {
		handOn((output) -> output.set(bytes));
	}

	@Override
	public void setSingle(@Nullable ByteBuffer bytes) {
		handOn((output) -> output.setSingle(bytes));
	}

	@Override
	public void setBigNumber(@Nullable ByteBuffer bytes) {
		handOn((output) -> output.setBigNumber(bytes));
	}

	@Override
	public void set(long integer) {
		handOn((output) -> output.set(integer));
	}

	@Override
	public void set(double number) {
		handOn((output) -> output.set(number));
	}

	@Override
	public void set(boolean value) {
		handOn((output) -> output.set(value));
	}

	@Override
	public void setError(ByteBuffer error) {
		if (this.begun) {
			handOn((output) -> output.setError(error));
		}
		else {
			super.setError(error);
		}
	}

	@Override
	public void complete(int depth) {
		if (depth > 0) {
			handOn((output) -> output.complete(depth - 1));
		}
		if (depth == 1) {
			this.next++;
		}
	}

}
