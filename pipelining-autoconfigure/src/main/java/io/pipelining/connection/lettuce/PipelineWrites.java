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

import java.util.List;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.ReadOnlyCommands.ReadOnlyPredicate;
import io.lettuce.core.protocol.RedisCommand;

import io.pipelining.connection.RecordedCall;

/**
 * Whether a pipeline has written: from then on it reads where it writes, so that it sees
 * its own writes. Confined to the collecting thread.
 */
final class PipelineWrites {

	private boolean begun;

	/**
	 * Take note of calls.
	 * @param calls the calls
	 * @param options those of the connection, which say what is a read
	 * @return whether one of them, or of those before, may write
	 */
	boolean areBegunBy(List<? extends RecordedCall> calls, ClientOptions options) {
		ReadOnlyPredicate readOnly = options.getReadOnlyCommands();
		for (RecordedCall call : calls) {
			if (this.begun) {
				return true;
			}
			for (RedisCommand<?, ?, ?> command : ((LettuceRecordedCall) call).commands()) {
				this.begun |= !readOnly.isReadOnly(command);
			}
		}
		return this.begun;
	}

	boolean areBegun() {
		return this.begun;
	}

	void begin() {
		this.begun = true;
	}

}
