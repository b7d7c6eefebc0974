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

package io.pipelining.core;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineCallback;
import io.pipelining.PipelineOptions;
import io.pipelining.connection.ConnectionBinding;

/**
 * One pipeline that waits for a commit. Its code runs as that of any other; later, for
 * the time of the send, it is once more what the thread has open.
 */
final class CommitRun {

	private static final Log logger = LogFactory.getLog(CommitRun.class);

	private final PipelineOptions options;

	private final CommitQueue queue;

	private final PipelineStack stack = PipelineStack.obtain();

	private final OpenPipeline pipeline;

	private boolean returned;

	CommitRun(PipelineEngine engine, PipelineOptions options, CommitQueue queue) {
		this.options = options;
		this.queue = queue;
		this.pipeline = new OpenPipeline(engine, options, this.stack, queue);
	}

	<T> @Nullable T run(PipelineCallback<T> action) {
		this.queue.opened(this);
		PipelineScope scope = this.pipeline.enter(this.options);
		this.stack.push(scope);
		try {
			this.pipeline.bind();
			T result = call(action, scope);
			this.pipeline.completeLater();
			return result;
		}
		finally {
			leave(this.stack, scope);
			this.returned = true;
			this.queue.returned(this);
		}
	}

	private <T> @Nullable T call(PipelineCallback<T> action, PipelineScope scope) {
		try {
			return action.doInPipeline(scope);
		}
		catch (Throwable ex) {
			this.pipeline.completeLaterWith(ex, scope);
			throw ex;
		}
	}

	private void leave(PipelineStack left, PipelineScope scope) {
		this.pipeline.pause();
		this.pipeline.leave(scope);
		left.pop();
	}

	int collected() {
		return this.pipeline.collected();
	}

	int size() {
		return this.pipeline.size();
	}

	/**
	 * Forget the calls that wait, from one on.
	 */
	void discardFrom(int firstCall) {
		if (this.returned) {
			onceMore(() -> this.pipeline.discardFrom(firstCall));
		}
		else {
			this.pipeline.discardFrom(firstCall);
		}
	}

	/**
	 * Send after the commit. The caller has committed, and nothing that fails now can
	 * change that, so it is not to see an exception.
	 */
	void send() {
		onceMore(() -> {
			RuntimeException failure = this.pipeline.completeAfterCommit();
			if (failure != null) {
				logger.error("The transaction has committed, but calls of " + this + " failed after it", failure);
			}
		});
		close();
	}

	/**
	 * Forget everything: there was no commit.
	 */
	void drop() {
		onceMore(() -> this.pipeline.discardFrom(0));
		close();
	}

	void close() {
		this.pipeline.close();
	}

	/**
	 * Make the pipeline what the thread has open, in the place of all that is open on it.
	 * The thread may be another one, where a transaction is completed by its manager.
	 */
	private void onceMore(Runnable action) {
		PipelineStack suspended = PipelineStack.suspend();
		Object bound = ConnectionBinding.unbind(this.pipeline.connectionFactory());
		PipelineStack current = PipelineStack.obtain();
		this.pipeline.resume(current);
		PipelineScope scope = this.pipeline.enter(this.options);
		current.push(scope);
		try {
			this.pipeline.bind();
			action.run();
		}
		catch (RuntimeException | Error ex) {
			logger.error("The transaction is over, and then something went wrong with " + this, ex);
		}
		finally {
			leave(current, scope);
			ConnectionBinding.restore(this.pipeline.connectionFactory(), bound, () -> true);
			PipelineStack.restore(suspended);
		}
	}

	@Override
	public String toString() {
		return this.pipeline.toString();
	}

}
