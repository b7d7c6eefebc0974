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

import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ReflectionUtils;

import io.pipelining.PipelinePropagation;
import io.pipelining.PipelineUsageException;
import io.pipelining.SendPhase;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Pipelines beside Spring's transactions of Redis, which a template with
 * {@code enableTransactionSupport} begins with its first call in a transaction.
 */
class RedisTransactionsTests {

	private static JdbcTransactionManager manager;

	private static Observer observer;

	private Redis redis;

	/** Takes part in transactions. */
	private StringRedisTemplate transactional;

	@BeforeAll
	static void createDatabase() {
		manager = new JdbcTransactionManager(
				new DriverManagerDataSource("jdbc:h2:mem:redis-transactions;DB_CLOSE_DELAY=-1"));
		observer = new Observer(RedisServers.standalone());
	}

	@BeforeEach
	void connect() {
		connect(Client.LETTUCE);
	}

	private void connect(Client client) {
		if (this.redis != null) {
			this.redis.close();
		}
		observer.flush();
		this.redis = new Redis(client.connect(RedisServers.standalone()));
		this.transactional = new StringRedisTemplate(this.redis.factory());
		this.transactional.setEnableTransactionSupport(true);
	}

	@AfterEach
	void close() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		this.redis.close();
	}

	private PipelineTemplate pipelines(RedisOperations<?, ?>... templates) {
		return this.redis.builder().templates(() -> List.of(templates)).build();
	}

	private static void inTransaction(Consumer<TransactionStatus> action) {
		new TransactionTemplate(manager).executeWithoutResult(action);
	}

	private void set(RedisTemplate<String, String> template, String key) {
		template.opsForValue().set(key, "1");
	}

	@Test
	void theFlagIsWhereItIsLookedFor() {
		assertThat(ReflectionUtils.findField(RedisTemplate.class, "enableTransactionSupport", boolean.class))
			.isNotNull();
		RedisTransactions flagged = new RedisTransactions(() -> List.of(this.redis.strings(), this.transactional));
		RedisTransactions plain = new RedisTransactions(() -> List.of(this.redis.strings(), this.redis.bytes()));
		RedisTransactions proxied = new RedisTransactions(() -> List.of(proxy(this.transactional)));
		assertThat(flagged.mayBegin()).isFalse();
		inTransaction((status) -> {
			assertThat(flagged.mayBegin()).isTrue();
			assertThat(flagged.mustBegin()).isFalse();
			assertThat(plain.mayBegin()).isFalse();
			assertThat(proxied.mustBegin()).isTrue();
			assertThat(new RedisTransactions(List::of).mustBegin()).isFalse();
		});
		TransactionTemplate readOnly = new TransactionTemplate(manager);
		readOnly.setReadOnly(true);
		readOnly.executeWithoutResult((status) -> assertThat(flagged.mayBegin()).isFalse());
	}

	@SuppressWarnings("unchecked")
	private static RedisOperations<String, String> proxy(RedisTemplate<String, String> template) {
		ProxyFactory factory = new ProxyFactory(new ProxyFactory(template).getProxy());
		return (RedisOperations<String, String>) factory.getProxy();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void standsAsideForATransactionThatHasBegun(Client client) {
		connect(client);
		PipelineTemplate pipelines = pipelines();
		inTransaction((status) -> {
			set(this.transactional, "a");
			pipelines.executeWithoutResult((pipeline) -> {
				set(this.transactional, "b");
				set(this.redis.strings(), "c");
			});
			assertThat(observer.keyCount()).isZero();
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "b", "c");
		assertThat(this.redis.listener().batches()).isEmpty();
		inTransaction((status) -> {
			set(this.transactional, "d");
			pipelines.executeWithoutResult((pipeline) -> set(this.transactional, "e"));
			status.setRollbackOnly();
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "b", "c");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void standsAsideForATransactionThatWouldBegin(Client client) {
		connect(client);
		PipelineTemplate pipelines = pipelines(this.redis.strings(), this.transactional);
		inTransaction((status) -> {
			pipelines.executeWithoutResult((pipeline) -> {
				set(this.transactional, "a");
				set(this.transactional, "b");
			});
			assertThat(observer.keyCount()).isZero();
			status.setRollbackOnly();
		});
		assertThat(observer.keyCount()).isZero();
		inTransaction((status) -> {
			pipelines.executeWithoutResult((pipeline) -> set(this.transactional, "a"));
			assertThat(observer.keyCount()).isZero();
		});
		assertThat(observer.contents()).containsOnlyKeys("a");
		assertThat(this.redis.listener().batches()).isEmpty();
		pipelines.executeWithoutResult((pipeline) -> {
			set(this.transactional, "b");
			set(this.redis.strings(), "c");
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void collectsInATransactionThatNoTemplateTakesPartIn() {
		PipelineTemplate pipelines = pipelines(this.redis.strings(), this.redis.bytes());
		inTransaction((status) -> {
			pipelines.executeWithoutResult((pipeline) -> {
				set(this.redis.strings(), "a");
				set(this.redis.strings(), "b");
			});
			assertThat(observer.keyCount()).isEqualTo(2);
			status.setRollbackOnly();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void collectsInAReadOnlyTransaction() {
		PipelineTemplate pipelines = pipelines(this.transactional);
		TransactionTemplate readOnly = new TransactionTemplate(manager);
		readOnly.setReadOnly(true);
		readOnly.executeWithoutResult((status) -> pipelines.executeWithoutResult((pipeline) -> {
			set(this.transactional, "a");
			set(this.transactional, "b");
		}));
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void refusesATransactionThatBeginsInsideOfIt() {
		PipelineTemplate pipelines = pipelines(this.redis.strings(), this.transactional);
		pipelines.executeWithoutResult((pipeline) -> {
			set(this.redis.strings(), "a");
			inTransaction((status) -> assertThatExceptionOfType(PipelineUsageException.class)
				.isThrownBy(() -> set(this.transactional, "b"))
				.withMessageContaining("enableTransactionSupport")
				.withMessageContaining("NOT_SUPPORTED"));
			set(this.redis.strings(), "c");
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "c");
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void aSuspendedPipelineGoesOnAfterTheTransaction() {
		PipelineTemplate pipelines = pipelines(this.redis.strings(), this.transactional);
		PipelineTemplate none = pipelines.with((options) -> options.withPropagation(PipelinePropagation.NOT_SUPPORTED));
		pipelines.executeWithoutResult((pipeline) -> {
			set(this.redis.strings(), "a");
			none.executeWithoutResult((suspended) -> inTransaction((status) -> set(this.transactional, "b")));
			assertThat(observer.contents()).containsOnlyKeys("b");
			inTransaction((status) -> {
				none.executeWithoutResult((suspended) -> set(this.transactional, "c"));
				// The transaction of Redis has the thread up to its end
				set(this.redis.strings(), "d");
				assertThat(observer.contents()).containsOnlyKeys("b");
			});
			assertThat(observer.contents()).containsOnlyKeys("b", "c", "d");
			set(this.redis.strings(), "e");
			assertThat(pipeline.size()).isEqualTo(2);
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "b", "c", "d", "e");
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void aPipelineThatEndsInsideOfTheTransactionLeavesItItsConnection() {
		PipelineTemplate pipelines = pipelines(this.redis.strings(), this.transactional);
		PipelineTemplate none = pipelines.with((options) -> options.withPropagation(PipelinePropagation.NOT_SUPPORTED));
		TransactionStatus[] status = new TransactionStatus[1];
		pipelines.executeWithoutResult((pipeline) -> {
			set(this.redis.strings(), "a");
			status[0] = manager.getTransaction(null);
			none.executeWithoutResult((suspended) -> set(this.transactional, "b"));
		});
		assertThat(observer.contents()).containsOnlyKeys("a");
		set(this.transactional, "c");
		manager.commit(status[0]);
		assertThat(observer.contents()).containsOnlyKeys("a", "b", "c");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void whatWaitsForTheCommitGoesIntoATransactionThatHasBegun(Client client) {
		connect(client);
		PipelineTemplate held = pipelines().with((options) -> options.withPhase(SendPhase.AFTER_COMMIT));
		inTransaction((status) -> {
			set(this.transactional, "a");
			held.executeWithoutResult((pipeline) -> set(this.redis.strings(), "b"));
			assertThat(observer.keyCount()).isZero();
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "b");
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	@Test
	void whatWaitsForTheCommitIsHeldWhereOnlySomeTemplatesTakePart() {
		PipelineTemplate held = pipelines(this.redis.strings(), this.transactional)
			.with((options) -> options.withPhase(SendPhase.AFTER_COMMIT));
		inTransaction((status) -> {
			held.executeWithoutResult((pipeline) -> {
				set(this.redis.strings(), "a");
				set(this.transactional, "b");
			});
			set(this.transactional, "c");
			assertThat(observer.keyCount()).isZero();
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "b", "c");
		assertThat(this.redis.listener().sizes()).containsExactly(2);
		inTransaction((status) -> {
			held.executeWithoutResult((pipeline) -> set(this.redis.strings(), "d"));
			status.setRollbackOnly();
		});
		assertThat(observer.contents()).containsOnlyKeys("a", "b", "c");
	}

	@Test
	void whatWaitsForTheCommitIsLeftToATransactionOfAllTemplates() {
		PipelineTemplate held = pipelines(this.transactional)
			.with((options) -> options.withPhase(SendPhase.AFTER_COMMIT));
		inTransaction((status) -> {
			held.executeWithoutResult((pipeline) -> set(this.transactional, "a"));
			assertThat(observer.keyCount()).isZero();
		});
		assertThat(observer.contents()).containsOnlyKeys("a");
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	@Test
	void atomicOnesAreRefusedWhereTheyCouldNotBeAtomic() {
		PipelineTemplate atomic = pipelines(this.redis.strings(), this.transactional)
			.with((options) -> options.withAtomic(true));
		inTransaction((status) -> assertThatExceptionOfType(PipelineUsageException.class)
			.isThrownBy(() -> atomic.executeWithoutResult((pipeline) -> set(this.redis.strings(), "a")))
			.withMessageContaining("enableTransactionSupport"));
		assertThat(observer.keyCount()).isZero();
	}

}
