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

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.pipelining.PipelineListener;
import io.pipelining.annotation.Pipelined;
import io.pipelining.support.BootLine;
import io.pipelining.support.JavaMachine;
import io.pipelining.support.JavaMachine.Result;
import io.pipelining.support.RecordingListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the starter costs an application that does nothing with it.
 */
class FootprintTests {

	@TempDir
	private Path directory;

	/**
	 * Nothing is collected there, so no class of a driver of ours, of the stack walk or
	 * of open pipelines is needed.
	 */
	@Test
	void anEmptyApplicationGetsFewBeansAndClasses() throws Exception {
		Started with = start("with");
		Started without = start("without",
				"--spring.autoconfigure.exclude=" + PipeliningAutoConfiguration.class.getName());
		List<String> ours = with.classes.stream().filter(FootprintTests::isOurs).toList();
		List<String> named = ours.stream().filter((name) -> !name.contains("$$Lambda")).toList();
		System.out.println(
				"Footprint in an empty application: " + with.beans.size() + " beans, " + named.size() + " classes and "
						+ (ours.size() - named.size()) + " lambdas; " + (with.classes.size() - without.classes.size())
						+ " classes more in all than the " + without.classes.size() + " without; " + with.beans);
		assertThat(without.beans).isEmpty();
		assertThat(without.classes).doesNotContain("io.pipelining.core.PipelineTemplate");
		assertThat(with.beans).contains("PipelineTemplate", "PipelinedBeanPostProcessor").hasSizeLessThanOrEqualTo(18);
		assertThat(named).contains(PipeliningAutoConfiguration.class.getName())
			.doesNotContain("io.pipelining.connection.jedis.JedisCallChannel",
					"io.pipelining.connection.lettuce.LettuceCallChannel", "io.pipelining.callsite.StackJudge",
					"io.pipelining.autoconfigure.PipelinesEndpoint$Pipeline")
			.hasSizeLessThanOrEqualTo(120);
	}

	/**
	 * One that came before the application's own post-processors would not be seen by
	 * them.
	 */
	@Test
	void noBeanIsMadeEarly() {
		List<String> seen = new ArrayList<>();
		List<String> early = new ArrayList<>();
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withConfiguration(BootLine.metrics())
			.withBean("service", Service.class)
			.withBean("listener", PipelineListener.class, RecordingListener::new)
			.withBean("seeing", BeanPostProcessor.class, () -> new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					seen.add(beanName);
					return bean;
				}

			})
			.run((context) -> {
				for (String name : context.getBeanDefinitionNames()) {
					boolean there = context.getSourceApplicationContext().getBeanFactory().containsSingleton(name);
					if (there && !seen.contains(name) && !isInfrastructure(context.getBean(name), name)) {
						early.add(name);
					}
				}
			});
		assertThat(seen).contains("service", "listener", "redisConnectionFactory", "stringRedisTemplate",
				"pipelineTemplate", "pipelineMetrics");
		assertThat(seen.stream().filter("service"::equals)).hasSize(1);
		assertThat(early).isEmpty();
	}

	/**
	 * To the time when the application is ready: nothing more is made before its first
	 * bean, lazy ones and what a {@link FactoryBean} makes stay unmade, and its own keep
	 * their order.
	 */
	@Test
	void theBeansOfAnApplicationAreMadeAsWithoutTheStarter() {
		List<String> without = made("--spring.autoconfigure.exclude=" + PipeliningAutoConfiguration.class.getName());
		List<String> all = made("--pipelining.pipelines.service-warm.max-batch-size=9",
				"--pipelining.pipelines.nobody.enabled=false");
		assertThat(all).contains("pipelineTemplate", "pipelineMetrics", "pipelinesEndpoint");
		List<String> with = all.stream().filter((name) -> !isOfTheStarter(name)).toList();
		assertThat(without)
			.contains("service", "lettuceClientResources", "redisConnectionFactory", "stringRedisTemplate", "made",
					"meterRegistryPostProcessor", "simpleMeterRegistry", "listener")
			.doesNotContain("lazy", "lazyTemplate", "what a factory makes");
		assertThat(with).containsExactlyInAnyOrderElementsOf(without);
		assertThat(beforeTheApplication(with)).contains("meterRegistryPostProcessor")
			.containsExactlyInAnyOrderElementsOf(beforeTheApplication(without));
		assertThat(ofTheApplication(with)).startsWith("service", "made", "scoped", "listener")
			.isEqualTo(ofTheApplication(without));
	}

	private static List<String> beforeTheApplication(List<String> made) {
		return made.subList(0, made.indexOf("footprintTests.Application"));
	}

	private static List<String> ofTheApplication(List<String> made) {
		return made.stream().filter(List.of("service", "made", "scoped", "listener")::contains).toList();
	}

	private static List<String> made(String... arguments) {
		List<String> made = new ArrayList<>();
		SpringApplicationBuilder application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.initializers((context) -> {
				context.getBeanFactory().addBeanPostProcessor(new InstantiationAwareBeanPostProcessor() {

					@Override
					public @Nullable Object postProcessBeforeInstantiation(Class<?> beanClass, String beanName) {
						made.add(beanName);
						return null;
					}

				});
				context.getBeanFactory().registerSingleton("madeBeans", made);
			});
		List<String> all = new ArrayList<>(List.of(arguments));
		all.addAll(List.of("--spring.main.banner-mode=off", "--management.endpoints.web.exposure.include=*"));
		application.run(all.toArray(String[]::new)).close();
		return made;
	}

	private static boolean isOfTheStarter(String beanName) {
		return beanName.contains("io.pipelining.autoconfigure.Pipel")
				|| beanName.contains("io.pipelining.autoconfigure.LettuceConfiguration")
				|| beanName.startsWith("pipeline");
	}

	private static boolean isInfrastructure(Object bean, String name) {
		return bean instanceof BeanPostProcessor || bean instanceof BeanFactoryPostProcessor
				|| name.startsWith("org.springframework.")
				|| bean.getClass().getName().startsWith("org.springframework.");
	}

	private static boolean isOurs(String className) {
		return className.startsWith("io.pipelining.") && !className.contains("Program") && !className.contains("Tests");
	}

	private Started start(String name, String... arguments) throws Exception {
		Path classes = this.directory.resolve(name);
		List<String> all = new ArrayList<>(List.of("--spring.main.banner-mode=off"));
		all.addAll(List.of(arguments));
		Result result = JavaMachine.ofThisJava(Duration.ofSeconds(120))
			.with("-Xlog:class+load=info:file=" + classes.getFileName() + "::filecount=0", "-XX:TieredStopAtLevel=1")
			.in(this.directory)
			.run(FootprintProgram.class.getName(), all)
			.endedWell();
		String beans = result.lines()
			.stream()
			.filter((line) -> line.startsWith("beans:"))
			.findFirst()
			.orElseThrow()
			.substring("beans:".length())
			.strip();
		List<String> loaded = Files.readAllLines(classes)
			.stream()
			.map((line) -> line.replaceAll("^(\\[[^]]*])*\\s*(\\S+).*", "$2"))
			.toList();
		return new Started(beans.isEmpty() ? List.of() : Arrays.asList(beans.split(" ")), loaded);
	}

	private record Started(List<String> beans, List<String> classes) {

	}

	static class Service {

		private final StringRedisTemplate redis;

		Service(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void warm() {
			this.redis.opsForValue().set("k", "v");
		}

	}

	static class Making implements FactoryBean<Object> {

		private final List<String> made;

		Making(List<String> made) {
			this.made = made;
		}

		@Override
		public Object getObject() {
			this.made.add("what a factory makes");
			return new Object();
		}

		@Override
		public @Nullable Class<?> getObjectType() {
			return null;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableAsync
	@EnableScheduling
	static class Application {

		@Bean
		Service service(StringRedisTemplate redis) {
			return new Service(redis);
		}

		@Bean
		Making made(@Qualifier("madeBeans") List<String> made) {
			return new Making(made);
		}

		@Bean
		@Lazy
		Service lazy(StringRedisTemplate redis) {
			return new Service(redis);
		}

		@Bean
		@Lazy
		RedisTemplate<String, Long> lazyTemplate(RedisConnectionFactory connectionFactory) {
			RedisTemplate<String, Long> template = new RedisTemplate<>();
			template.setConnectionFactory(connectionFactory);
			return template;
		}

		@Bean
		@Scope(scopeName = BeanDefinition.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.TARGET_CLASS)
		Service scoped(StringRedisTemplate redis) {
			return new Service(redis);
		}

		@Bean
		PipelineListener listener() {
			return new RecordingListener();
		}

	}

}
