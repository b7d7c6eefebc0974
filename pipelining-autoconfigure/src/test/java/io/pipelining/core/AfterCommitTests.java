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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.pipelining.BatchExecution;
import io.pipelining.OnException;
import io.pipelining.Pipeline;
import io.pipelining.PipelinePropagation;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.SendPhase;
import io.pipelining.SendTrigger;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener.Discard;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Pipelines that wait for the commit of a transaction, of a real database.
 */
@ExtendWith(OutputCaptureExtension.class)
class AfterCommitTests {

	private static JdbcTransactionManager manager;

	private static JdbcTemplate jdbc;

	private static Observer observer;

	private Redis redis;

	private PipelineTemplate held;

	@BeforeAll
	static void createDatabase() {
		DriverManagerDataSource database = new DriverManagerDataSource("jdbc:h2:mem:after-commit;DB_CLOSE_DELAY=-1");
		manager = new JdbcTransactionManager(database);
		jdbc = new JdbcTemplate(database);
		jdbc.execute("create table if not exists orders (id int)");
		observer = new Observer(RedisServers.standalone());
	}

	@BeforeEach
	void connect() {
		connect(Client.LETTUCE);
	}

	@AfterEach
	void close() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		this.redis.close();
	}

	private void connect(Client client) {
		if (this.redis != null) {
			this.redis.close();
		}
		observer.flush();
		jdbc.execute("truncate table orders");
		this.redis = new Redis(client.connect(RedisServers.standalone()));
		this.held = held("held");
	}

	private PipelineTemplate held(String name) {
		return this.redis.pipelines().with((options) -> options.withName(name).withPhase(SendPhase.AFTER_COMMIT));
	}

	private static void inTransaction(Consumer<TransactionStatus> action) {
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, action);
	}

	private static void inTransaction(int propagation, Consumer<TransactionStatus> action) {
		TransactionTemplate template = new TransactionTemplate(manager);
		template.setPropagationBehavior(propagation);
		template.executeWithoutResult(action);
	}

	private void set(PipelineTemplate template, String... keys) {
		template.executeWithoutResult((pipeline) -> {
			for (String key : keys) {
				this.redis.strings().opsForValue().set(key, "1");
			}
		});
	}

	private static boolean exists(String key) {
		return observer.exists(key);
	}

	private static Collection<String> keys() {
		return observer.contents().keySet();
	}

	private static void set(String key, String value) {
		observer.call("SET", key, value);
	}

	private List<SendTrigger> triggers() {
		return this.redis.listener().batches().stream().map(BatchExecution::trigger).toList();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void sendsAfterTheCommit(Client client) {
		connect(client);
		inTransaction((status) -> {
			jdbc.update("insert into orders values (1)");
			set(this.held, "a", "b", "c");
			assertThat(this.redis.listener().batches()).isEmpty();
			assertThat(exists("a")).isFalse();
			assertThat(this.held.current()).isEmpty();
			assertThat(TransactionSynchronizationManager.getResourceMap()).hasSize(1);
		});
		assertThat(exists("a") && exists("b") && exists("c")).isTrue();
		assertThat(this.redis.listener().sizes()).containsExactly(3);
		assertThat(triggers()).containsExactly(SendTrigger.COMMIT);
		assertThat(jdbc.queryForObject("select count(*) from orders", Integer.class)).isOne();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void dropsOnRollback(Client client) {
		connect(client);
		List<Reply<Long>> replies = new ArrayList<>();
		inTransaction((status) -> {
			set(this.held, "a", "b");
			this.held.executeWithoutResult(
					(pipeline) -> replies.add(pipeline.defer(() -> this.redis.strings().opsForValue().increment("c"))));
			status.setRollbackOnly();
		});
		assertThat(exists("a") || exists("c")).isFalse();
		assertThat(this.redis.listener().batches()).isEmpty();
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("held", 2, 0),
				new Discard("held", 1, 0));
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(replies.get(0)::get)
			.withMessageContaining("was discarded");
	}

	@Test
	void dropsWhereTheTransactionThrows() {
		assertThatIllegalStateException().isThrownBy(() -> inTransaction((status) -> {
			set(this.held, "a");
			throw new IllegalStateException("no order");
		})).withMessage("no order").satisfies((thrown) -> assertThat(thrown.getSuppressed()).isEmpty());
		assertThat(exists("a")).isFalse();
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("held", 1, 0));
	}

	@Test
	void holdsInAReadOnlyTransaction() {
		TransactionTemplate readOnly = new TransactionTemplate(manager);
		readOnly.setReadOnly(true);
		readOnly.executeWithoutResult((status) -> {
			set(this.held, "a");
			assertThat(exists("a")).isFalse();
		});
		assertThat(exists("a")).isTrue();
		assertThat(triggers()).containsExactly(SendTrigger.COMMIT);
	}

	@Test
	void sendsOnReturnWithoutATransaction() {
		set(this.held, "a");
		assertThat(exists("a")).isTrue();
		assertThat(triggers()).containsExactly(SendTrigger.RETURN);
		inTransaction(TransactionDefinition.PROPAGATION_SUPPORTS, (status) -> {
			set(this.held, "b");
			assertThat(exists("b")).isTrue();
		});
	}

	@Test
	void aRollbackToASavepointDropsWhatCameAfterIt() {
		inTransaction((outer) -> {
			set(this.held, "before");
			assertThatIllegalStateException()
				.isThrownBy(() -> inTransaction(TransactionDefinition.PROPAGATION_NESTED, (nested) -> {
					set(this.held, "nested");
					throw new IllegalStateException();
				}));
			set(this.held, "after");
			inTransaction(TransactionDefinition.PROPAGATION_NESTED, (nested) -> set(this.held, "kept"));
		});
		assertThat(exists("nested")).isFalse();
		assertThat(exists("before") && exists("after") && exists("kept")).isTrue();
		assertThat(this.redis.listener().sizes()).containsExactly(1, 1, 1);
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("held", 1, 0));
	}

	@Test
	void aSavepointThatIsOlderThanAllPipelinesDropsThemAll() {
		inTransaction((status) -> {
			Object savepoint = status.createSavepoint();
			set(this.held, "a");
			set(this.held, "b");
			status.rollbackToSavepoint(savepoint);
			set(this.held, "c");
		});
		assertThat(exists("a") || exists("b")).isFalse();
		assertThat(exists("c")).isTrue();
	}

	@Test
	void aRollbackToASavepointDropsHalfOfAPipelineThatIsOpen() {
		inTransaction((status) -> this.held.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("a", "1");
			Object savepoint = status.createSavepoint();
			this.redis.strings().opsForValue().set("b", "1");
			Object later = status.createSavepoint();
			this.redis.strings().opsForValue().set("c", "1");
			status.rollbackToSavepoint(later);
			this.redis.strings().opsForValue().set("d", "1");
			assertThat(pipeline.size()).isEqualTo(3);
			status.rollbackToSavepoint(savepoint);
			this.redis.strings().opsForValue().set("e", "1");
		}));
		assertThat(keys()).containsExactlyInAnyOrder("a", "e");
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void anInnerTransactionHasACommitOfItsOwn(Client client) {
		connect(client);
		inTransaction((outer) -> {
			set(this.held, "outer");
			inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, (inner) -> set(this.held, "inner"));
			assertThat(exists("inner")).isTrue();
			assertThat(exists("outer")).isFalse();
			inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, (inner) -> {
				set(this.held, "rolled-back");
				inner.setRollbackOnly();
			});
			inTransaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED, (none) -> set(this.held, "at-once"));
			assertThat(exists("at-once")).isTrue();
			assertThat(exists("outer")).isFalse();
		});
		assertThat(exists("outer")).isTrue();
		assertThat(exists("rolled-back")).isFalse();
		assertThat(triggers()).containsExactly(SendTrigger.COMMIT, SendTrigger.RETURN, SendTrigger.COMMIT);
	}

	@Test
	void doesNotJoinAPipelineOfAnotherTransaction() {
		inTransaction((outer) -> this.held.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("outer", "1");
			inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, (inner) -> {
				set(held("inner"), "inner");
				assertThat(pipeline.size()).isOne();
			});
			assertThat(exists("inner")).isTrue();
			inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, (inner) -> {
				set(held("inner"), "rolled-back");
				inner.setRollbackOnly();
			});
			outer.setRollbackOnly();
		}));
		assertThat(keys()).containsExactly("inner");
	}

	@Test
	void pipelinesGoInTheOrderInWhichTheirCodeReturned() {
		inTransaction((status) -> {
			set(held("first"), "a");
			held("third").executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().append("order", "3");
				PipelineTemplate second = held("second")
					.with((options) -> options.withPropagation(PipelinePropagation.REQUIRES_NEW));
				second.executeWithoutResult((inner) -> this.redis.strings().opsForValue().append("order", "2"));
			});
		});
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::pipeline)
			.containsExactly("first", "second", "third");
		assertThat(observer.get("order")).isEqualTo("23");
	}

	@Test
	void oneThatJoinsAnotherIsHeldWithIt() {
		inTransaction((status) -> {
			this.held.executeWithoutResult((pipeline) -> {
				set(held("inner"), "a");
				set(this.redis.pipelines(), "b");
				assertThat(pipeline.size()).isEqualTo(2);
			});
			assertThat(this.redis.listener().batches()).isEmpty();
		});
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::pipeline).containsExactly("held");
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void cannotJoinOneThatIsSentOnReturn() {
		inTransaction((status) -> this.redis.pipelines().executeWithoutResult((pipeline) -> {
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> set(this.held, "a"))
				.withMessageContaining("REQUIRES_NEW")
				.withMessageContaining("'held'");
			set(this.held.with((options) -> options.withPropagation(PipelinePropagation.REQUIRES_NEW)), "b");
			this.redis.strings().opsForValue().set("c", "1");
			assertThat(pipeline.size()).isOne();
		}));
		assertThat(keys()).containsExactlyInAnyOrder("b", "c");
		assertThat(triggers()).containsExactly(SendTrigger.RETURN, SendTrigger.COMMIT);
	}

	@Test
	void isSentBesideAPipelineThatIsOpenAtTheCommit() {
		this.redis.pipelines().executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("outer", "1");
			inTransaction((status) -> set(
					this.held.with((options) -> options.withPropagation(PipelinePropagation.REQUIRES_NEW)), "held"));
			assertThat(exists("held")).isTrue();
			assertThat(exists("outer")).isFalse();
			this.redis.strings().opsForValue().set("outer-2", "1");
			assertThat(pipeline.size()).isEqualTo(2);
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1, 2);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void refusesAValueThatIsUsed(Client client) {
		connect(client);
		inTransaction((status) -> this.held.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("a", "1");
			assertThatExceptionOfType(PipelineUsageException.class)
				.isThrownBy(() -> assertThat(this.redis.strings().opsForValue().get("a")).isNotNull())
				.withMessageContaining("GET")
				.withMessageContaining("AfterCommitTests")
				.withMessageContaining("phase = AFTER_COMMIT");
			assertThat(pipeline.size()).isOne();
		}));
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@Test
	void refusesAValueThatIsUsedWithoutATransactionToo() {
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> this.held
			.executeWithoutResult((pipeline) -> assertThat(this.redis.strings().hasKey("a")).isFalse()));
	}

	@Test
	void refusesWhatCannotWait() {
		inTransaction((status) -> this.held.executeWithoutResult((pipeline) -> {
			Reply<String> reply = pipeline.defer(() -> this.redis.strings().opsForValue().get("a"));
			assertRefused(reply::get);
			assertRefused(pipeline::send);
			assertRefused(() -> this.redis.strings().opsForList().leftPop("q", Duration.ofSeconds(1)));
			assertRefused(() -> this.redis.strings().execute(new SessionCallback<Object>() {

				@Override
				public <K, V> Object execute(RedisOperations<K, V> operations) {
					operations.multi();
					return null;
				}

			}));
			assertRefused(() -> this.redis.strings().executePipelined((RedisCallback<Object>) (connection) -> null));
			assertThat(pipeline.size()).isOne();
		}));
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	private static void assertRefused(Runnable use) {
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(use::run);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void repliesAreThereAfterTheCommit(Client client) {
		connect(client);
		set("id-of:mail", "7");
		set("name-of:7", "Ada");
		List<Reply<String>> replies = new ArrayList<>();
		inTransaction((status) -> {
			this.held.executeWithoutResult((pipeline) -> {
				replies.add(pipeline.defer(() -> {
					String id = this.redis.strings().opsForValue().get("id-of:mail");
					return this.redis.strings().opsForValue().get("name-of:" + id);
				}));
				replies.add(pipeline.defer(() -> this.redis.strings().opsForValue().get("id-of:mail")));
			});
			assertThat(replies).noneMatch(Reply::isDone);
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(replies.get(0)::get)
				.withMessageContaining("committed");
		});
		assertThat(replies).allMatch(Reply::isDone);
		assertThat(replies).extracting(Reply::get).containsExactly("Ada", "7");
		assertThat(this.redis.listener().sizes()).containsExactly(2, 1);
		assertThat(triggers()).containsOnly(SendTrigger.COMMIT);
	}

	@Test
	void nothingThatFailsAfterTheCommitReachesTheCaller(CapturedOutput output) {
		set("text", "no number");
		List<Reply<Long>> replies = new ArrayList<>();
		inTransaction((status) -> {
			this.held.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().increment("text");
				replies.add(pipeline.defer(() -> this.redis.strings().opsForValue().increment("text")));
				this.redis.strings().opsForValue().set("after", "1");
			});
			set(held("other"), "other");
		});
		assertThat(exists("after") && exists("other")).isTrue();
		BatchExecution failed = this.redis.listener().batches().get(0);
		assertThat(failed.failures()).extracting((failure) -> failure.index()).containsExactly(0, 1);
		assertThat(output).contains("ERROR")
			.contains("The transaction has committed")
			.contains("pipeline 'held'")
			.contains("INCR")
			.doesNotContain("pipeline 'other'");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(replies.get(0)::get);
	}

	@Test
	void aServerThatIsGoneAfterTheCommitDoesNotReachTheCaller(CapturedOutput output) {
		Redis nowhere = new Redis(Client.JEDIS.connect(RedisServers.freePort()));
		PipelineTemplate template = nowhere.pipelines()
			.with((options) -> options.withName("nowhere").withPhase(SendPhase.AFTER_COMMIT));
		inTransaction(
				(status) -> template.executeWithoutResult((pipeline) -> nowhere.strings().opsForValue().set("a", "1")));
		assertThat(nowhere.listener().batches()).hasSize(1);
		assertThat(nowhere.listener().batches().get(0).error()).isNotNull();
		assertThat(output).contains("pipeline 'nowhere'");
		nowhere.close();
	}

	@Test
	void isDiscardedWhereTheCodeThrowsEvenIfTheTransactionCommits() {
		inTransaction((status) -> {
			assertThatIllegalStateException().isThrownBy(() -> this.held.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().set("a", "1");
				throw new IllegalStateException();
			})).satisfies((thrown) -> assertThat(thrown.getSuppressed()).hasSize(1));
			PipelineTemplate send = this.held.with((options) -> options.withOnException(OnException.SEND));
			assertThatIllegalStateException().isThrownBy(() -> send.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().set("b", "1");
				throw new IllegalStateException();
			}));
			assertThat(exists("b")).isFalse();
		});
		assertThat(keys()).containsExactly("b");
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("held", 1, 0));
	}

	@Test
	void anInnerOneThatThrowsDiscardsItsOwnCalls() {
		inTransaction((status) -> this.held.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("a", "1");
			assertThatIllegalStateException().isThrownBy(() -> this.redis.pipelines().executeWithoutResult((inner) -> {
				this.redis.strings().opsForValue().set("b", "1");
				throw new IllegalStateException();
			}));
		}));
		assertThat(keys()).containsExactly("a");
	}

	@Test
	void whatGoesOverALimitIsHeldAllTheSameAndSplitAtTheCommit() {
		PipelineTemplate limited = this.held.with((options) -> options.withMaxBatchSize(1000));
		inTransaction((status) -> {
			limited.executeWithoutResult((pipeline) -> {
				IntStream.range(0, 2500)
					.forEach((i) -> this.redis.strings().opsForList().rightPush("list", String.valueOf(i)));
				assertThat(pipeline.size()).isEqualTo(2500);
			});
			assertThat(exists("list")).isFalse();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1000, 1000, 500);
		assertThat(this.redis.strings().opsForList().range("list", 0, -1))
			.containsExactlyElementsOf(IntStream.range(0, 2500).mapToObj(String::valueOf).toList());
		PipelineTemplate bytes = this.held.with((options) -> options.withMaxBatchBytes(10));
		this.redis.listener().clear();
		inTransaction((status) -> set(bytes, "abcde", "fghij", "klmno"));
		assertThat(this.redis.listener().sizes()).containsExactly(2, 1);
	}

	@Test
	void holdsWhereCollectingIsSwitchedOff() {
		PipelineTemplate off = this.redis.builder()
			.enabled(false)
			.options((options) -> options.withPhase(SendPhase.AFTER_COMMIT))
			.build();
		inTransaction((status) -> {
			off.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().set("a", "1");
				off.with((options) -> options.withPhase(SendPhase.RETURN))
					.executeWithoutResult((inner) -> this.redis.strings().opsForValue().set("b", "1"));
				assertThat(off.defer(() -> this.redis.strings().opsForValue().get("a")).isDone()).isFalse();
			});
			assertThat(keys()).isEmpty();
		});
		assertThat(keys()).containsExactlyInAnyOrder("a", "b");
		inTransaction((status) -> {
			set(off, "c");
			status.setRollbackOnly();
		});
		assertThat(exists("c")).isFalse();
	}

	@Test
	void rawCallsWaitWhateverTheCodeDoesWithTheirValues() {
		inTransaction((status) -> this.held.with((options) -> options.withResults(Results.RAW))
			.executeWithoutResult(
					(pipeline) -> assertThat(this.redis.strings().opsForValue().increment("a")).isNull()));
		assertThat(observer.get("a")).isEqualTo("1");
	}

	@Test
	void cannotBeDoneWithoutAPipeline() {
		PipelineTemplate none = this.held.with((options) -> options.withPropagation(PipelinePropagation.NOT_SUPPORTED));
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> set(none, "a"))
			.withMessageContaining("wait for the commit");
	}

	@Test
	void isSentThoughTheAfterCommitOfSomebodyElseThrows() {
		assertThatIllegalStateException().isThrownBy(() -> inTransaction((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					throw new IllegalStateException("somebody else");
				}

			});
			set(this.held, "a");
		})).withMessage("somebody else");
		assertThat(exists("a")).isTrue();
		assertThat(triggers()).containsExactly(SendTrigger.COMMIT);
	}

	@Test
	void isSentWhereItBeganAfterTheCommit() {
		inTransaction(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						set(AfterCommitTests.this.held, "after-commit");
					}

					@Override
					public void afterCompletion(int completed) {
						set(AfterCommitTests.this.held, "after-completion");
					}

				}));
		assertThat(keys()).containsExactlyInAnyOrder("after-commit", "after-completion");
	}

	@Test
	void followsATransactionThatEndsInsideOfIt() {
		TransactionStatus committed = manager.getTransaction(TransactionDefinition.withDefaults());
		this.held.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("committed", "1");
			manager.commit(committed);
		});
		TransactionStatus rolledBack = manager.getTransaction(TransactionDefinition.withDefaults());
		this.held.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("rolled-back", "1");
			manager.rollback(rolledBack);
		});
		assertThat(keys()).containsExactly("committed");
	}

	@Test
	void aTransactionWhoseEndNobodyKnowsDropsAndSaysSo(CapturedOutput output) {
		inTransaction((status) -> {
			set(this.held, "a");
			CommitQueue.current().afterCompletion(TransactionSynchronization.STATUS_UNKNOWN);
			assertThat(this.redis.listener().discards()).containsExactly(new Discard("held", 1, 0));
		});
		assertThat(exists("a")).isFalse();
		assertThat(output).contains("WARN").contains("Discarding 1 calls of pipeline 'held'");
	}

	@Test
	void isSentByAnotherThreadWhereThatCompletesTheTransaction() throws InterruptedException {
		List<Reply<String>> replies = new ArrayList<>();
		set("a", "7");
		inTransaction((status) -> {
			this.held.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().set("b", "1");
				replies.add(pipeline.defer(() -> this.redis.strings().opsForValue().get("a")));
			});
			CommitQueue queue = CommitQueue.current();
			Thread thread = new Thread(() -> queue.afterCompletion(TransactionSynchronization.STATUS_COMMITTED));
			thread.start();
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			assertThat(replies.get(0).get()).isEqualTo("7");
		});
		assertThat(exists("b")).isTrue();
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void nothingIsRegisteredForAnEmptyPipeline() {
		inTransaction((status) -> this.held.executeWithoutResult(Pipeline::name));
		assertThat(this.redis.listener().batches()).isEmpty();
		assertThat(this.redis.listener().discards()).isEmpty();
	}

	@Test
	void holdsInASessionCallback() {
		inTransaction((status) -> this.redis.strings().execute(new SessionCallback<Object>() {

			@Override
			public <K, V> Object execute(RedisOperations<K, V> operations) {
				set(AfterCommitTests.this.held, "a");
				assertThat(exists("a")).isFalse();
				AfterCommitTests.this.redis.strings().opsForValue().set("b", "1");
				assertThat(exists("b")).isTrue();
				return null;
			}

		}));
		assertThat(exists("a")).isTrue();
	}

	@Test
	void atomicOnesAreHeldAndAtomic() {
		PipelineTemplate atomic = this.held.with((options) -> options.withAtomic(true));
		inTransaction((status) -> {
			set(atomic, "a", "b");
			assertThat(exists("a")).isFalse();
		});
		assertThat(exists("a") && exists("b")).isTrue();
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::atomic).containsExactly(true);
		assertThat(triggers()).containsExactly(SendTrigger.COMMIT);
	}

}
