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

package io.pipelining.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.util.concurrent.EventExecutorGroup;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.connection.lettuce.PipelineNettyCustomizer;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LettuceConfiguration}.
 */
class LettuceConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis());

	@Test
	void customizesTheResourcesOfBoot() {
		AtomicReference<EventExecutorGroup> executors = new AtomicReference<>();
		this.contextRunner.run((context) -> {
			DefaultClientResources resources = context.getBean(DefaultClientResources.class);
			assertThat(resources.nettyCustomizer()).isInstanceOf(PipelineNettyCustomizer.class);
			executors.set(resources.eventExecutorGroup());
			assertThat(executors.get().isShuttingDown()).isFalse();
		});
		assertThat(executors.get().isShuttingDown()).isTrue();
	}

	@Test
	void aBatchIsOneWrite() {
		try (Relay relay = new Relay(RedisServers.standalone())) {
			this.contextRunner.withPropertyValues("spring.data.redis.port=" + relay.port()).run((context) -> {
				StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
				redis.hasKey("warm");
				long before = relay.requestChunks();
				context.getBean(PipelineTemplate.class).executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 100; i++) {
						redis.opsForValue().increment("LettuceConfigurationTests");
					}
				});
				assertThat(relay.requestChunks() - before).isOne();
				redis.delete("LettuceConfigurationTests");
			});
		}
	}

	@Test
	void sharesThreadsAndCustomizersOfTheApplication() {
		this.contextRunner.withUserConfiguration(OwnResources.class)
			.withPropertyValues("spring.data.redis.port=" + RedisServers.standalone())
			.run((context) -> {
				ClientResources resources = context.getBean(ClientResources.class);
				OwnResources own = context.getBean(OwnResources.class);
				assertThat(resources).isNotSameAs(own.resources);
				assertThat(resources.eventLoopGroupProvider()).isSameAs(own.resources.eventLoopGroupProvider());
				assertThat(resources.eventExecutorGroup()).isSameAs(own.resources.eventExecutorGroup());
				assertThat(resources.timer()).isSameAs(own.resources.timer());
				assertThat(resources.eventBus()).isSameAs(own.resources.eventBus());
				assertThat(resources.commandLatencyRecorder()).isSameAs(own.resources.commandLatencyRecorder());
				assertThat(resources.socketAddressResolver()).isSameAs(own.resources.socketAddressResolver());
				context.getBean(StringRedisTemplate.class).hasKey("any");
				assertThat(own.bootstraps).hasPositiveValue();
				assertThat(own.channels).hasPositiveValue();
			});
	}

	@Test
	void leavesResourcesOfAnotherClassAlone() {
		SpecialResources special = new SpecialResources();
		this.contextRunner.withBean(SpecialResources.class, () -> special)
			.run((context) -> assertThat(context.getBean(ClientResources.class)).isSameAs(special));
		special.shutdown();
	}

	@Test
	void leavesResourcesThatAreCustomizedAlone() {
		DefaultClientResources resources = DefaultClientResources.builder()
			.nettyCustomizer(new PipelineNettyCustomizer())
			.build();
		this.contextRunner.withBean(DefaultClientResources.class, () -> resources)
			.run((context) -> assertThat(context.getBean(ClientResources.class)).isSameAs(resources));
		resources.shutdown();
	}

	@Test
	void offMeansOff() {
		this.contextRunner.withPropertyValues("pipelining.enabled=false")
			.run((context) -> assertThat(context.getBean(ClientResources.class).nettyCustomizer())
				.isNotInstanceOf(PipelineNettyCustomizer.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnResources {

		private final AtomicInteger bootstraps = new AtomicInteger();

		private final AtomicInteger channels = new AtomicInteger();

		private final ClientResources resources = ClientResources.builder().nettyCustomizer(new NettyCustomizer() {

			@Override
			public void afterBootstrapInitialized(Bootstrap bootstrap) {
				OwnResources.this.bootstraps.incrementAndGet();
			}

			@Override
			public void afterChannelInitialized(Channel channel) {
				OwnResources.this.channels.incrementAndGet();
			}

		}).build();

		@Bean(destroyMethod = "shutdown")
		ClientResources ownResources() {
			return this.resources;
		}

	}

	static class SpecialResources extends DefaultClientResources {

		SpecialResources() {
			super(DefaultClientResources.builder());
		}

	}

}
