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
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.PatternTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.data.redis.RedisIndexedSessionRepository;
import org.springframework.session.events.AbstractSessionEvent;

import io.pipelining.annotation.Pipelined;
import io.pipelining.autoconfigure.PipeliningAutoConfiguration;
import io.pipelining.support.BootLine;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;
import io.pipelining.test.BatchRecorder;
import io.pipelining.test.RecordedBatches;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The indexed repository of Spring Session, whose template is on the connection factory
 * of the pipelines, so that it is collected in a method with
 * {@link Pipelined @Pipelined}.
 */
class SpringSessionTests {

	private static final String[] NOTIFYING = { "notify-keyspace-events gxE" };

	private final Observer observer = new Observer(RedisServers.withSettings(NOTIFYING));

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	private static ApplicationContextRunner application(Client client) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withBean(RedisConnectionFactory.class, () -> client.connect(RedisServers.withSettings(NOTIFYING)))
			.withUserConfiguration(Application.class);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void sessionsAreWhatTheyAreWithoutAPipeline(Client client) {
		application(client).run((context) -> {
			Sessions sessions = context.getBean(Sessions.class);
			List<Object> plain = sessions.use("plain");
			Object left = keys();
			this.observer.flush();
			RecordedBatches sent = context.getBean(BatchRecorder.class)
				.during(() -> assertThat(sessions.useInAPipeline("plain")).isEqualTo(plain));
			assertThat(plain).containsExactly("Ada", "true of plain", "true by index", "false by the old id",
					"Ada by the new id", "2 attributes", "false when deleted", "null when deleted");
			assertThat(keys()).isEqualTo(left);
			sent.assertNoFailure();
			assertThat(sent.toList()).as("calls that wait are sent together").anyMatch((batch) -> batch.calls() > 2);
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void eventsArePublished(Client client) {
		application(client).run((context) -> {
			Sessions sessions = context.getBean(Sessions.class);
			sessions.useInAPipeline("created");
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.untilAsserted(() -> assertThat(sessions.events()).contains("SessionCreatedEvent of created",
						"SessionDeletedEvent of created-2"));
		});
	}

	/** Without those that are named by the minute, and cleaned up by events. */
	private List<String> keys() {
		return ((List<?>) this.observer.call("KEYS", "*")).stream()
			.map(String::valueOf)
			.filter((key) -> !key.startsWith("spring:session:expirations:"))
			.sorted()
			.toList();
	}

	static class Sessions {

		private final RedisIndexedSessionRepository repository;

		private final StringRedisTemplate redis;

		private final List<String> events = new CopyOnWriteArrayList<>();

		Sessions(RedisIndexedSessionRepository repository, StringRedisTemplate redis) {
			this.repository = repository;
			this.redis = redis;
		}

		List<String> events() {
			return this.events;
		}

		@EventListener
		void happened(AbstractSessionEvent event) {
			this.events.add(event.getClass().getSimpleName() + " of " + event.getSessionId());
		}

		@Pipelined(name = "sessions")
		List<Object> useInAPipeline(String id) {
			return use(id);
		}

		List<Object> use(String id) {
			return use(this.repository, id);
		}

		private <S extends Session> List<Object> use(FindByIndexNameSessionRepository<S> sessions, String id) {
			this.repository.setSessionIdGenerator(() -> id);
			S session = sessions.createSession();
			session.setAttribute("name", "Ada");
			session.setAttribute(FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME, "ada");
			session.setMaxInactiveInterval(Duration.ofMinutes(10));
			sessions.save(session);
			this.redis.opsForValue().set("used", "1");
			S found = sessions.findById(id);
			Object name = found.getAttribute("name");
			boolean indexed = sessions.findByPrincipalName("ada").containsKey(id);
			this.repository.setSessionIdGenerator(() -> id + "-2");
			found.changeSessionId();
			sessions.save(found);
			boolean old = sessions.findById(id) != null;
			S changed = sessions.findById(id + "-2");
			Iterator<String> attributes = changed.getAttributeNames().iterator();
			int count = 0;
			for (; attributes.hasNext(); attributes.next()) {
				count++;
			}
			Object newName = changed.getAttribute("name");
			sessions.deleteById(id + "-2");
			boolean deleted = sessions.findByPrincipalName("ada").containsKey(id + "-2");
			return List.of(name, (found.getMaxInactiveInterval().toMinutes() == 10) + " of " + id,
					indexed + " by index", old + " by the old id", newName + " by the new id", count + " attributes",
					deleted + " when deleted", sessions.findById(id + "-2") + " when deleted");
		}

	}

	/** As Spring Session sets it up for a web application. */
	@Configuration(proxyBeanMethods = false)
	@Import({ BatchRecorder.class, Sessions.class })
	static class Application {

		@Bean
		RedisIndexedSessionRepository sessionRepository(RedisConnectionFactory connectionFactory,
				ApplicationEventPublisher events) {
			RedisTemplate<String, Object> template = new RedisTemplate<>();
			template.setKeySerializer(RedisSerializer.string());
			template.setHashKeySerializer(RedisSerializer.string());
			template.setConnectionFactory(connectionFactory);
			template.afterPropertiesSet();
			RedisIndexedSessionRepository repository = new RedisIndexedSessionRepository(template);
			repository.setApplicationEventPublisher(events);
			repository.setCleanupCron(Scheduled.CRON_DISABLED);
			return repository;
		}

		@Bean
		RedisMessageListenerContainer sessionEvents(RedisConnectionFactory connectionFactory,
				RedisIndexedSessionRepository repository) {
			RedisMessageListenerContainer container = new RedisMessageListenerContainer();
			container.setConnectionFactory(connectionFactory);
			container.addMessageListener(repository, List.of(new ChannelTopic(repository.getSessionDeletedChannel()),
					new ChannelTopic(repository.getSessionExpiredChannel())));
			container.addMessageListener(repository,
					List.of(new PatternTopic(repository.getSessionCreatedChannelPrefix() + "*")));
			return container;
		}

	}

}
