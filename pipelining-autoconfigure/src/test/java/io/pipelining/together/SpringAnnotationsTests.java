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

package io.pipelining.together;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.PipelineExecutionException;
import io.pipelining.SendPhase;
import io.pipelining.SendTrigger;
import io.pipelining.annotation.Pipelined;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;
import io.pipelining.test.BatchRecorder;
import io.pipelining.test.RecordedBatches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * {@link Pipelined @Pipelined} on methods that bear other annotations of Spring as well,
 * in one application with all that Spring Boot configures, a Redis and a database.
 */
@ExtendWith(OutputCaptureExtension.class)
@SpringBootTest(classes = SpringAnnotationsTests.Application.class,
		properties = { "catalog.prefix=product:", "catalog.copies=4", "catalog.ttl=90s" },
		webEnvironment = SpringBootTest.WebEnvironment.NONE)
class SpringAnnotationsTests {

	private static Observer observer;

	@Autowired
	private BatchRecorder batches;

	@Autowired
	private JdbcTemplate jdbc;

	@Autowired
	private MeterRegistry meters;

	@Autowired
	private ScheduledTaskHolder scheduled;

	@Autowired
	private Services services;

	@DynamicPropertySource
	static void useServer(DynamicPropertyRegistry registry) {
		registry.add("spring.data.redis.host", () -> "127.0.0.1");
		registry.add("spring.data.redis.port", RedisServers::standalone);
	}

	@BeforeAll
	static void connect() {
		observer = new Observer(RedisServers.standalone());
	}

	@AfterAll
	static void close() {
		observer.close();
	}

	@BeforeEach
	void clear() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(this.batches.recorded().of("reports-count").sizes()).isNotEmpty());
		observer.flush();
		this.jdbc.execute("delete from orders");
		this.services.begin();
	}

	private int orders() {
		return this.jdbc.queryForObject("select count(*) from orders", Integer.class);
	}

	// Spring Data Redis 4 does not wait for what it puts into the cache
	private static void awaitCached(String key) {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> observer.exists(key));
	}

	@Test
	void anAsynchronousMethodIsOneBatchOfItsOwnThread() throws Exception {
		RecordedBatches sent = this.batches
			.during(() -> assertThat(this.services.asynchronous("a").get()).startsWith("1 on ")
				.doesNotEndWith(Thread.currentThread().getName()));
		sent.of("services-asynchronous").assertBatchesOf(2, 1).assertTriggers(SendTrigger.VALUE, SendTrigger.RETURN);
		assertThat(observer.get("after")).isEqualTo("a");
	}

	@Test
	void anAsynchronousMethodDoesNotJoinThePipelineOfItsCaller() throws Exception {
		RecordedBatches sent = this.batches.during(this.services::callAsynchronous);
		sent.of("services-asynchronous").assertBatchesOf(2, 1);
		sent.of("services-call-asynchronous").assertOneBatchOf(2, "SET");
	}

	@Test
	void whatFailsInAnAsynchronousMethodIsInItsFuture() {
		observer.call("SET", "text", "no number");
		assertThat(this.services.asynchronousFailure()).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(PipelineExecutionException.class)
			.withMessageContaining("INCR");
	}

	@Test // 51
	void eachAttemptOfARetryIsAPipelineOfItsOwn() throws Exception {
		RecordedBatches sent = this.batches.during(() -> assertThat(this.services.retried("a")).isEqualTo("attempt 2"));
		sent.assertBatchesOf(2, 2).assertTriggers(SendTrigger.EXCEPTION, SendTrigger.RETURN);
		assertThat(observer.get("attempts")).isEqualTo("2");
	}

	@Test
	void aBatchWithAFailedCallIsTriedAgain() throws Exception {
		observer.call("SET", "text", "no number");
		RecordedBatches sent = this.batches.during(() -> this.services.retriedBatch());
		sent.assertBatchesOf(2, 2).assertTriggers(SendTrigger.RETURN, SendTrigger.RETURN);
		assertThat(sent.toList().get(0).failures()).hasSize(1);
		assertThat(sent.toList().get(1).failures()).isEmpty();
		assertThat(observer.get("text")).isEqualTo("1");
	}

	@Test
	void whatIsDoneAfterTheLastAttemptIsInNoPipeline() throws Exception {
		RecordedBatches sent = this.batches
			.during(() -> assertThat(this.services.neverDone()).isEqualTo("recovered 2"));
		sent.of("services-never-done").assertBatchesOf(1, 1);
		assertThat(sent.calls()).isEqualTo(2);
	}

	@Test // 51
	void aCachedValueNeedsNoBatchAndTheCacheIsNotInTheBatch() throws Exception {
		RecordedBatches first = this.batches
			.during(() -> assertThat(this.services.cached("a")).isEqualTo("value of a"));
		first.assertOneBatchOf(2, "SET", "INCR");
		awaitCached("values::a");
		this.batches.during(() -> assertThat(this.services.cached("a")).isEqualTo("value of a")).assertNoBatch();
		assertThat(observer.get("loads")).isEqualTo("1");
	}

	@Test
	void aCacheInsideOfAPipelineIsAskedAtOnce() throws Exception {
		RecordedBatches sent = this.batches.during(() -> this.services.callCached(SpringAnnotationsTests::awaitCached));
		sent.of("services-call-cached").assertOneBatchOf(4);
		assertThat(observer.get("loads")).isEqualTo("1");
		assertThat(observer.get("loaded")).isEqualTo("value of b");
	}

	@Test
	void aScheduledMethodIsOneBatchForEachRun() {
		assertThat(this.scheduled.getScheduledTasks()).hasSize(1)
			.allSatisfy((task) -> task.getTask().getRunnable().run());
		assertThat(this.batches.recorded().of("reports-count").sizes()).containsExactly(3, 3);
	}

	@Test
	void aBatchThatFailsRollsTheTransactionBack() throws Exception {
		this.batches.during(() -> this.services.order("a")).assertOneBatchOf(2);
		assertThat(orders()).isOne();
		observer.call("SET", "text", "no number");
		assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(() -> this.services.order("text"));
		assertThat(orders()).isOne();
	}

	@Test
	void whatWaitsForTheCommitFollowsTheTransaction() throws Exception {
		RecordedBatches committed = this.batches.during(() -> this.services.publish("a", false));
		committed.assertOneBatchOf(2).assertTriggers(SendTrigger.COMMIT);
		assertThat(orders()).isOne();
		RecordedBatches rolledBack = this.batches
			.during(() -> assertThatIllegalStateException().isThrownBy(() -> this.services.publish("b", true)));
		rolledBack.assertNoBatch().assertDiscarded(2);
		assertThat(orders()).isOne();
		assertThat(observer.exists("b")).isFalse();
	}

	@Test
	void severalThatWaitForOneCommitAreSentInTheirOrder() throws Exception {
		RecordedBatches sent = this.batches.during(() -> this.services.publishTwice());
		sent.assertBatchesOf(2, 2, 1);
		assertThat(sent.toList()).extracting((batch) -> batch.pipeline())
			.containsExactly("services-audit", "services-publish", "services-append");
		assertThat(orders()).isEqualTo(2);
	}

	@Test
	void aFailureAfterTheCommitIsLoggedToldAndCountedAndDoesNotReachTheCaller(CapturedOutput output) throws Exception {
		observer.call("SET", "text", "no number");
		RecordedBatches sent = this.batches.during(() -> this.services.publishFailing());
		assertThat(orders()).isOne();
		assertThat(observer.get("after")).isEqualTo("1");
		sent.assertOneBatchOf(3).assertTriggers(SendTrigger.COMMIT);
		assertThat(sent.toList().get(0).failures()).extracting((failure) -> failure.command())
			.containsExactly("INCR", "LPUSH");
		assertThat(output).contains("The transaction has committed").contains("pipeline 'services-publish-failing'");
		assertThat(this.meters.get("redis.pipeline.batch.size")
			.tags("pipeline", "services-publish-failing", "outcome", "error", "trigger", "commit")
			.summary()
			.totalAmount()).isEqualTo(3);
		assertThat(this.meters.get("redis.pipeline.failures")
			.tags("pipeline", "services-publish-failing", "db.response.status_code", "WRONGTYPE")
			.counter()
			.count()).isEqualTo(1);
		assertThat(this.meters.get("redis.pipeline.failures").tags("pipeline", "services-publish-failing").counters())
			.hasSize(2);
		assertThat(this.meters.get("redis.pipeline")
			.tags("pipeline", "services-publish-failing", "outcome", "error")
			.timer()
			.count()).isOne();
	}

	@Test
	void allTogether() throws Exception {
		RecordedBatches sent = this.batches.during(() -> assertThat(this.services.everything("a")).isEqualTo("done 2"));
		sent.assertBatchesOf(2, 2).assertTriggers(SendTrigger.EXCEPTION, SendTrigger.RETURN);
		assertThat(orders()).as("the transaction of the first attempt was rolled back").isOne();
		assertThat(observer.get("attempts")).isEqualTo("2");
		awaitCached("everything::a");
		this.batches.during(() -> assertThat(this.services.everything("a")).isEqualTo("done 2")).assertNoBatch();
		assertThat(orders()).isOne();
	}

	@Test
	void allTogetherAfterTheCommit() throws Exception {
		RecordedBatches sent = this.batches.during(() -> this.services.everythingAfterCommit("a"));
		sent.assertOneBatchOf(2).assertTriggers(SendTrigger.COMMIT).assertDiscarded(2);
		assertThat(orders()).isOne();
		assertThat(observer.get("attempts")).isEqualTo("1");
	}

	@Test
	void aRecordOfPropertiesIsBoundAndUsed() throws Exception {
		RecordedBatches sent = this.batches.during(() -> this.services.warmAsConfigured());
		sent.assertOneBatchOf(4);
		assertThat(observer.contents()).containsOnlyKeys("product:0", "product:1", "product:2", "product:3");
		assertThat((Long) observer.call("TTL", "product:3")).isBetween(1L, 90L);
	}

	@ConfigurationProperties("catalog")
	record CatalogSettings(String prefix, int copies, Duration ttl) {

	}

	static class Services {

		private final AtomicInteger attempts = new AtomicInteger();

		private final StringRedisTemplate redis;

		private final JdbcTemplate jdbc;

		private final CatalogSettings settings;

		/** The bean, whose proxy a call by {@code this} would pass by. */
		private final Services self;

		Services(StringRedisTemplate redis, JdbcTemplate jdbc, CatalogSettings settings, Services self) {
			this.redis = redis;
			this.jdbc = jdbc;
			this.settings = settings;
			this.self = self;
		}

		void begin() {
			this.attempts.set(0);
		}

		@Async
		@Pipelined
		public CompletableFuture<String> asynchronous(String value) {
			this.redis.opsForValue().set("before", value);
			Long count = this.redis.opsForValue().increment("runs");
			this.redis.opsForValue().set("after", value);
			return CompletableFuture.completedFuture(count + " on " + Thread.currentThread().getName());
		}

		@Pipelined
		public void callAsynchronous() {
			this.redis.opsForValue().set("a", "1");
			this.self.asynchronous("inner").join();
			this.redis.opsForValue().set("b", "1");
		}

		@Async
		@Pipelined
		public CompletableFuture<Void> asynchronousFailure() {
			this.redis.opsForValue().increment("text");
			return CompletableFuture.completedFuture(null);
		}

		@Retryable(retryFor = IllegalStateException.class, maxAttempts = 2, backoff = @Backoff(delay = 1))
		@Pipelined
		public String retried(String value) {
			this.redis.opsForValue().increment("attempts");
			this.redis.opsForValue().set("retried", value);
			failOnce();
			return "attempt " + this.attempts;
		}

		@Retryable(retryFor = PipelineExecutionException.class, maxAttempts = 2, backoff = @Backoff(delay = 1))
		@Pipelined
		public void retriedBatch() {
			if (this.attempts.incrementAndGet() > 1) {
				observer.call("DEL", "text");
			}
			this.redis.opsForValue().increment("text");
			this.redis.opsForValue().set("retried", "1");
		}

		@Retryable(retryFor = IllegalStateException.class, maxAttempts = 2, backoff = @Backoff(delay = 1))
		@Pipelined
		public String neverDone() {
			this.redis.opsForValue().increment("attempts");
			throw new IllegalStateException("never");
		}

		@Recover
		public String recover(IllegalStateException ex) {
			this.redis.opsForValue().set("recovered", "1");
			return "recovered " + observer.get("attempts");
		}

		@Cacheable("values")
		@Pipelined
		public String cached(String key) {
			this.redis.opsForValue().set("loaded-by", key);
			this.redis.opsForValue().increment("loads");
			return "value of " + key;
		}

		@Pipelined
		public void callCached(Consumer<String> awaitCached) {
			this.redis.opsForValue().set("loaded", this.self.cached("b"));
			awaitCached.accept("values::b");
			this.redis.opsForValue().set("again", this.self.cached("b"));
		}

		@Transactional
		@Pipelined
		public void order(String key) {
			this.jdbc.update("insert into orders values (1)");
			this.redis.opsForValue().increment(key);
			this.redis.opsForValue().set("ordered", key);
		}

		@Transactional
		@Pipelined(phase = SendPhase.AFTER_COMMIT)
		public void publish(String key, boolean fail) {
			this.redis.opsForValue().set(key, "1");
			this.jdbc.update("insert into orders values (1)");
			this.redis.delete("index");
			assertThat(observer.exists(key)).isFalse();
			if (fail) {
				throw new IllegalStateException("no order");
			}
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@Pipelined(phase = SendPhase.AFTER_COMMIT)
		public void audit() {
			this.redis.opsForValue().set("audit", "1");
			this.redis.opsForValue().increment("audits");
			this.jdbc.update("insert into orders values (2)");
		}

		@Transactional
		@Pipelined(phase = SendPhase.AFTER_COMMIT)
		public void append() {
			this.redis.opsForValue().append("a", "2");
		}

		@Transactional
		public void publishTwice() {
			this.self.publish("a", false);
			this.self.audit();
			assertThat(observer.exists("audit")).isTrue();
			this.self.append();
			assertThat(observer.exists("a")).isFalse();
		}

		@Transactional
		@Pipelined(phase = SendPhase.AFTER_COMMIT)
		public void publishFailing() {
			this.jdbc.update("insert into orders values (1)");
			this.redis.opsForValue().increment("text");
			this.redis.opsForList().leftPush("text", "1");
			this.redis.opsForValue().set("after", "1");
		}

		@Retryable(retryFor = IllegalStateException.class, maxAttempts = 2, backoff = @Backoff(delay = 1))
		@Transactional
		@Cacheable("everything")
		@Pipelined
		public String everything(String key) {
			this.jdbc.update("insert into orders values (1)");
			this.redis.opsForValue().increment("attempts");
			this.redis.opsForValue().set(key, "1");
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
			failOnce();
			return "done " + this.attempts;
		}

		@Retryable(retryFor = IllegalStateException.class, maxAttempts = 2, backoff = @Backoff(delay = 1))
		@Transactional
		@Pipelined(phase = SendPhase.AFTER_COMMIT)
		public void everythingAfterCommit(String key) {
			this.jdbc.update("insert into orders values (1)");
			this.redis.opsForValue().increment("attempts");
			this.redis.opsForValue().set(key, "1");
			failOnce();
		}

		@Pipelined
		public void warmAsConfigured() {
			for (int i = 0; i < this.settings.copies(); i++) {
				this.redis.opsForValue().set(this.settings.prefix() + i, "1", this.settings.ttl());
			}
		}

		private void failOnce() {
			if (this.attempts.incrementAndGet() == 1) {
				throw new IllegalStateException("first attempt");
			}
		}

	}

	static class Reports {

		private final StringRedisTemplate redis;

		Reports(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Scheduled(initialDelay = 0, fixedDelay = 3_600_000)
		@Pipelined
		void count() {
			for (int i = 0; i < 3; i++) {
				this.redis.opsForHash().increment("reports", "count" + i, 1);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableAsync
	@EnableCaching
	@EnableRetry
	@EnableScheduling
	@EnableTransactionManagement
	@EnableConfigurationProperties(CatalogSettings.class)
	@Import({ BatchRecorder.class, Reports.class })
	static class Application {

		@Bean
		DriverManagerDataSource dataSource() {
			return new DriverManagerDataSource("jdbc:h2:mem:spring-annotations;DB_CLOSE_DELAY=-1");
		}

		@Bean
		JdbcTransactionManager transactionManager(DriverManagerDataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		JdbcTemplate jdbcTemplate(DriverManagerDataSource dataSource) {
			JdbcTemplate template = new JdbcTemplate(dataSource);
			template.execute("create table if not exists orders (id int)");
			return template;
		}

		@Bean
		CacheManager cacheManager(RedisConnectionFactory connectionFactory) {
			return RedisCacheManager.create(connectionFactory);
		}

		@Bean
		Services services(StringRedisTemplate redis, JdbcTemplate jdbc, CatalogSettings settings, @Lazy Services self) {
			return new Services(redis, jdbc, settings, self);
		}

	}

}
