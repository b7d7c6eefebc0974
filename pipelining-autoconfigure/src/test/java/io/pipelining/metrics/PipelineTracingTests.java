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

package io.pipelining.metrics;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.LettuceObservationContext;
import io.lettuce.core.tracing.MicrometerTracing;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Reply;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The spans of batches, together with those that Lettuce makes for commands.
 */
class PipelineTracingTests {

	private static final ObservationRegistry REGISTRY = ObservationRegistry.create();

	/** What the driver says on its connections by itself. */
	private static final Set<String> DRIVERS_OWN = Set.of("HELLO", "CLUSTER", "CLIENT", "INFO");

	private static ClientResources resources;

	private static LettuceConnectionFactory factory;

	private static StringRedisTemplate strings;

	private static final Collection<PipelineObservationContext> batches = new ConcurrentLinkedQueue<>();

	private static final Collection<LettuceObservationContext> commands = new ConcurrentLinkedQueue<>();

	private final PipelineTemplate pipelines = PipelineTemplate.builder(factory)
		.observers(() -> List.of(new PipelineObserver(() -> REGISTRY)))
		.build();

	private Observation request;

	private Observation.Scope scope;

	@BeforeAll
	static void connect() {
		REGISTRY.observationConfig().observationHandler(new ObservationHandler<>() {

			@Override
			public void onStop(Observation.Context context) {
				if (context instanceof PipelineObservationContext batch) {
					batches.add(batch);
				}
				if (context instanceof LettuceObservationContext command
						&& !DRIVERS_OWN.contains(command.getRequiredCommand().getType().toString())) {
					commands.add(command);
				}
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}

		});
		resources = ClientResources.builder().tracing(new MicrometerTracing(REGISTRY, "Redis")).build();
		factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", RedisServers.standalone()),
				configuration());
		factory.afterPropertiesSet();
		factory.start();
		strings = new StringRedisTemplate(factory);
		strings.opsForValue().get("connected");
	}

	private static LettuceClientConfiguration configuration() {
		return LettuceClientConfiguration.builder()
			.clientResources(resources)
			.shutdownQuietPeriod(Duration.ZERO)
			.build();
	}

	@AfterAll
	static void close() {
		// They hold on to batches, which other tests count in the heap
		commands.clear();
		batches.clear();
		factory.destroy();
		resources.shutdown(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
	}

	@BeforeEach
	void begin() {
		commands.clear();
		strings.delete(List.of("a", "b", "id-a", "name-1"));
		awaitCommands(1);
		commands.clear();
		batches.clear();
		this.request = Observation.start("request", REGISTRY);
		this.scope = this.request.openScope();
	}

	@AfterEach
	void end() {
		this.scope.close();
		this.request.stop();
		assertThat(REGISTRY.getCurrentObservation()).isNull();
	}

	@Test
	void theDriversSpansAreChildrenOfTheBatch() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			Observation work = Observation.start("work", REGISTRY);
			try (Observation.Scope working = work.openScope()) {
				strings.opsForValue().set("a", "1");
				strings.opsForValue().increment("a");
			}
			work.stop();
			strings.opsForValue().set("b", "1");
		});
		awaitCommands(3);
		assertThat(batches).singleElement().satisfies((batch) -> {
			assertThat(batch.getContextualName()).isEqualTo("PIPELINE");
			assertThat(batch.getParentObservation()).isSameAs(this.request);
			assertThat(commands).extracting(PipelineTracingTests::parent).containsOnly(batch);
		});
		assertThat(commands).extracting((command) -> command.getRequiredCommand().getType().toString())
			.containsExactlyInAnyOrder("SET", "INCR", "SET");
	}

	@Test
	void theSpansOfABatchOfOneAreItsChildrenToo() {
		String value = this.pipelines.execute((pipeline) -> {
			strings.opsForValue().set("a", "1");
			return strings.opsForValue().get("a");
		});
		assertThat(value).isEqualTo("1");
		this.pipelines.executeWithoutResult((pipeline) -> strings.opsForValue().get("b"));
		awaitCommands(3);
		assertThat(batches).extracting(PipelineObservationContext::getContextualName)
			.containsExactly("PIPELINE", "GET");
		assertThat(commands).extracting((command) -> parent(command).getContextualName())
			.containsExactlyInAnyOrder("PIPELINE", "PIPELINE", "GET");
	}

	@Test
	void batchesOnTheirWayAtTheSameTimeKeepTheirOwnSpans() {
		this.pipelines.with((options) -> options.withMaxBatchSize(2).withMaxInFlight(4))
			.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 7; i++) {
					strings.opsForList().rightPush("a", "v" + i);
				}
			});
		awaitCommands(7);
		assertThat(batches).hasSize(4)
			.extracting(PipelineObservationContext::getParentObservation)
			.containsOnly(this.request);
		for (PipelineObservationContext batch : batches) {
			assertThat(commands.stream().filter((command) -> parent(command) == batch))
				.hasSize(batch.getBatch().calls());
		}
	}

	@Test
	void eachStageOfDeferredReadsIsABatch() {
		strings.opsForValue().set("id-a", "1");
		strings.opsForValue().set("name-1", "Ada");
		awaitCommands(2);
		commands.clear();
		Reply<String> name = this.pipelines.execute((pipeline) -> pipeline
			.defer(() -> strings.opsForValue().get("name-" + strings.opsForValue().get("id-a"))));
		assertThat(name.get()).isEqualTo("Ada");
		awaitCommands(2);
		assertThat(batches).hasSize(2);
		assertThat(commands).extracting((command) -> (Object) parent(command))
			.containsExactlyInAnyOrderElementsOf(batches);
	}

	@Test
	void theSpansOfATransactionAreItsChildren() {
		this.pipelines.with((options) -> options.withAtomic(true)).executeWithoutResult((pipeline) -> {
			strings.opsForValue().set("a", "1");
			strings.opsForValue().set("b", "1");
		});
		awaitCommands(4);
		assertThat(batches).singleElement().satisfies((batch) -> {
			assertThat(batch.getContextualName()).isEqualTo("MULTI");
			assertThat(commands).extracting(PipelineTracingTests::parent).containsOnly(batch);
		});
		assertThat(commands).extracting((command) -> command.getRequiredCommand().getType().toString())
			.containsExactly("MULTI", "SET", "SET", "EXEC");
	}

	@Test
	void theSpansOfACommandThatAClusterRedirectsAreChildrenOfTheBatch() {
		try (RedisCluster cluster = RedisCluster.start(2, 0)) {
			LettuceConnectionFactory clusterFactory = new LettuceConnectionFactory(
					new RedisClusterConfiguration(List.of("127.0.0.1:" + cluster.ports().get(0))), configuration());
			clusterFactory.afterPropertiesSet();
			clusterFactory.start();
			StringRedisTemplate clustered = new StringRedisTemplate(clusterFactory);
			clustered.hasKey("connected");
			int slot = RedisCluster.slotOf("moved");
			RedisCluster.Node from = cluster.masterOf("moved");
			RedisCluster.Node to = cluster.masters().get(1 - cluster.masters().indexOf(from));
			for (RedisCluster.Node node : List.of(to, from)) {
				node.call("CLUSTER", "SETSLOT", String.valueOf(slot), "NODE", to.id());
			}
			awaitCommands(1);
			commands.clear();
			PipelineTemplate.builder(clusterFactory)
				.observers(() -> List.of(new PipelineObserver(() -> REGISTRY)))
				.build()
				.executeWithoutResult((pipeline) -> {
					clustered.opsForValue().set("moved", "1");
					clustered.opsForValue().set("other", "1");
				});
			awaitCommands(3);
			assertThat(batches).singleElement()
				.satisfies(
						(batch) -> assertThat(commands).extracting(PipelineTracingTests::parent).containsOnly(batch));
			assertThat(clustered.opsForValue().get("moved")).isEqualTo("1");
			clusterFactory.destroy();
		}
	}

	@Test
	void callsOutsideOfAPipelineAreNobodysChildren() {
		strings.opsForValue().set("a", "1");
		awaitCommands(1);
		assertThat(batches).isEmpty();
		assertThat(commands).singleElement()
			.satisfies((command) -> assertThat(command.getParentObservation()).isSameAs(this.request));
	}

	private static PipelineObservationContext parent(LettuceObservationContext command) {
		ObservationView parent = command.getParentObservation();
		assertThat(parent).isNotNull();
		assertThat(parent.getContextView()).isInstanceOf(PipelineObservationContext.class);
		return (PipelineObservationContext) parent.getContextView();
	}

	/** The driver ends a span just after the reply was handed on. */
	private static void awaitCommands(int count) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> commands.size() >= count);
		assertThat(commands).hasSize(count);
	}

}
