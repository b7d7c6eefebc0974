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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The pipelines that wait for the commit of one transaction. They are sent in the order
 * in which their code returned, whatever their connection factories. Registered with the
 * transaction, which suspends and ends it; nothing else is left on the thread.
 */
final class CommitQueue implements TransactionSynchronization {

	private static final Log logger = LogFactory.getLog(CommitQueue.class);

	private static final int ACTIVE = -1;

	private final List<CommitRun> opened = new ArrayList<>(1);

	private final Deque<CommitRun> returned = new ArrayDeque<>(1);

	private final Deque<Savepoint> savepoints = new ArrayDeque<>(0);

	private int status = ACTIVE;

	/**
	 * Return the queue of the transaction on this thread.
	 * @return the queue, {@code null} where there is no transaction, or none that has
	 * held a pipeline
	 */
	static @Nullable CommitQueue current() {
		if (isTransactionActive()) {
			for (TransactionSynchronization candidate : TransactionSynchronizationManager.getSynchronizations()) {
				if (candidate instanceof CommitQueue queue) {
					return queue;
				}
			}
		}
		return null;
	}

	/**
	 * Return the queue of the transaction on this thread, and make it if it must be made.
	 * @return the queue, {@code null} where there is no transaction
	 */
	static @Nullable CommitQueue obtain() {
		CommitQueue queue = current();
		if (queue == null && isTransactionActive()) {
			queue = new CommitQueue();
			TransactionSynchronizationManager.registerSynchronization(queue);
		}
		return queue;
	}

	/** Once completion has begun, nothing can be registered any more. */
	private static boolean isTransactionActive() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

	/**
	 * A pipeline begins to collect.
	 */
	void opened(CommitRun run) {
		this.opened.add(run);
	}

	/**
	 * The code of a pipeline has returned. Usually, the transaction is still to end.
	 */
	void returned(CommitRun run) {
		if (run.size() == 0) {
			this.opened.remove(run);
			run.close();
			return;
		}
		this.returned.add(run);
		if (this.status != ACTIVE) {
			complete();
		}
	}

	@Override
	public void savepoint(Object savepoint) {
		Map<CommitRun, Integer> collected = new HashMap<>();
		this.opened.forEach((run) -> collected.put(run, run.collected()));
		this.savepoints.push(new Savepoint(savepoint, collected));
	}

	/**
	 * Drop what came after a savepoint. One that is not known is older than all that is.
	 */
	@Override
	public void savepointRollback(Object savepoint) {
		while (!this.savepoints.isEmpty() && this.savepoints.peek().id() != savepoint) {
			this.savepoints.pop();
		}
		Map<CommitRun, Integer> collected = this.savepoints.isEmpty() ? Map.of() : this.savepoints.peek().collected();
		this.opened.forEach((run) -> run.discardFrom(collected.getOrDefault(run, 0)));
	}

	@Override
	public void afterCommit() {
		sendReturned();
	}

	/**
	 * Not all that is committed comes by {@link #afterCommit}: that is spared us where
	 * that of somebody else throws.
	 */
	@Override
	public void afterCompletion(int completed) {
		this.status = completed;
		complete();
	}

	private void complete() {
		if (this.status == STATUS_COMMITTED) {
			sendReturned();
		}
		else {
			dropReturned();
		}
	}

	private void sendReturned() {
		for (CommitRun run = this.returned.poll(); run != null; run = this.returned.poll()) {
			this.opened.remove(run);
			run.send();
		}
	}

	private void dropReturned() {
		for (Iterator<CommitRun> runs = this.returned.iterator(); runs.hasNext();) {
			CommitRun run = runs.next();
			runs.remove();
			this.opened.remove(run);
			if (this.status == STATUS_UNKNOWN) {
				logger.warn("Discarding " + run.size() + " calls of " + run
						+ " that waited for a commit: nobody knows whether the transaction has committed");
			}
			run.drop();
		}
	}

	/**
	 * How many calls each pipeline had collected when a savepoint was made.
	 *
	 * @param id the savepoint
	 * @param collected the number of calls of each pipeline
	 */
	private record Savepoint(Object id, Map<CommitRun, Integer> collected) {

	}

}
