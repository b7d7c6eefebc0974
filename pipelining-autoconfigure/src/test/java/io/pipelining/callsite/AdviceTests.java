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

package io.pipelining.callsite;

import java.util.ArrayList;
import java.util.List;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.AfterReturningAdvice;
import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Values that pass advice, subclasses of the template and code that the template calls.
 */
class AdviceTests {

	private final Probe probe = new Probe(new CallSites(Probe.OWN));

	private final StringRedisTemplate redis = new StringRedisTemplate(this.probe);

	@Test
	void adviceThatSeesTheValueUsesIt() {
		List<Object> seen = new ArrayList<>();
		AfterReturningAdvice advice = (value, method, args, target) -> seen.add(value);
		RedisOperations<String, String> operations = proxy(advice, false);
		operations.delete("interface");
		StringRedisTemplate template = (StringRedisTemplate) proxy(advice, true);
		template.delete("class");
		assertThat(this.probe.isUsed("interface")).isTrue();
		assertThat(this.probe.isUsed("class")).isTrue();
		assertThat(seen).containsOnly(true);
	}

	@Test
	void adviceThatOnlyProceedsPassesTheValueOn() {
		MethodBeforeAdvice before = (method, args, target) -> {
		};
		proxy(before, false).delete("before");
		MethodInterceptor around = (invocation) -> invocation.proceed();
		proxy(around, false).delete("around");
		Boolean deleted = proxy(around, false).delete("used");
		assertThat(deleted).isTrue();
		assertThat(this.probe.isUsed("before")).isFalse();
		assertThat(this.probe.isUsed("around")).isFalse();
		assertThat(this.probe.isUsed("used")).isTrue();
	}

	@Test
	void adviceThatLooksAtTheValueUsesIt() {
		MethodInterceptor around = (invocation) -> {
			Object value = invocation.proceed();
			return (value != null) ? value : false;
		};
		proxy(around, false).delete("around");
		assertThat(this.probe.isUsed("around")).isTrue();
	}

	@Test
	void valueThatAServiceReturnsThroughItsProxy() {
		ProxyFactory factory = new ProxyFactory(new RedisService(this.redis));
		factory.addAdvice((MethodBeforeAdvice) (method, args, target) -> {
		});
		Service service = (Service) factory.getProxy();
		service.drop("dropped");
		Boolean used = service.drop("used");
		service.run("void");
		assertThat(used).isTrue();
		assertThat(this.probe.isUsed("dropped")).isFalse();
		assertThat(this.probe.isUsed("used")).isTrue();
		assertThat(this.probe.isUsed("void")).isFalse();
	}

	@Test
	void valueThatAServiceReturnsThroughItsSubclassCountsAsUsed() {
		ProxyFactory factory = new ProxyFactory(new RedisService(this.redis));
		factory.setProxyTargetClass(true);
		factory.addAdvice((MethodBeforeAdvice) (method, args, target) -> {
		});
		Service service = (Service) factory.getProxy();
		service.drop("careful");
		service.run("void");
		assertThat(this.probe.isUsed("careful")).isTrue();
		assertThat(this.probe.isUsed("void")).isFalse();
	}

	@Test
	void templateThatOverridesAMethod() {
		StringRedisTemplate looking = new StringRedisTemplate(this.probe) {
			@Override
			public Boolean delete(String key) {
				Boolean deleted = super.delete(key);
				return deleted && true;
			}

			@Override
			public <T> T execute(RedisCallback<T> action, boolean exposeConnection, boolean pipeline) {
				return super.execute(action, exposeConnection, pipeline);
			}
		};
		looking.delete("looked-at");
		looking.unlink("passed");
		assertThat(this.probe.isUsed("looked-at")).isTrue();
		assertThat(this.probe.isUsed("passed")).isFalse();
	}

	@Test
	void valueThatASerializerReturnsIsUsed() {
		StringRedisTemplate other = new StringRedisTemplate(this.probe);
		other.setValueSerializer(new LookingUp(this.redis));
		other.opsForValue().append("appended", "v");
		other.opsForValue().set("set", "v");
		assertThat(this.probe.isUsed("looked-up")).isTrue();
		assertThat(this.probe.isUsed("appended")).isFalse();
	}

	@Test
	void valueOfACallbackOfAPipelineIsUsed() {
		try {
			this.redis.executePipelined(
					(RedisCallback<Object>) (connection) -> connection.keyCommands().del("key".getBytes()));
		}
		catch (RuntimeException ex) {
			// The callback of a pipeline may return nothing
		}
		assertThat(this.probe.isUsed("key")).isTrue();
	}

	@Test
	void supportClassesAreJudgedLikeUsersCode() {
		RedisAtomicLong counter = new RedisAtomicLong("counter", this.probe);
		counter.incrementAndGet();
		assertThat(this.probe.judgements().get(this.probe.judgements().size() - 1).use().used()).isTrue();
	}

	@Test
	void valueOfAScriptIsJudgedAtTheCallerOfTheScript() {
		CallSites callSites = new CallSites(Probe.OWN);
		RedisScript<Long> script = RedisScript.of("return 1", Long.class);
		this.redis.execute(script, List.of("dropped"));
		// A template of text asks once more on Boot 3
		assertThat(this.probe.scripts()).isNotEmpty().containsOnly(false);
		int asked = this.probe.scripts().size();
		Long value = this.redis.execute(script, List.of("used"));
		assertThat(this.probe.scripts().subList(asked, this.probe.scripts().size())).isNotEmpty().containsOnly(true);
		assertThat(callSites.judgeReturnOf("not.on.the.Stack").used()).isTrue();
	}

	@Test
	void tellsWhereTheValueIsUsed() {
		Boolean deleted = this.redis.delete("used");
		this.redis.delete("dropped");
		assertThat(deleted).isTrue();
		Site site = this.probe.judgements().get(0).use().site();
		assertThat(site).isNotNull();
		assertThat(site.toString()).startsWith(AdviceTests.class.getName() + ".tellsWhereTheValueIsUsed:");
	}

	@SuppressWarnings("unchecked")
	private RedisOperations<String, String> proxy(org.aopalliance.aop.Advice advice, boolean targetClass) {
		ProxyFactory factory = new ProxyFactory(this.redis);
		factory.setProxyTargetClass(targetClass);
		factory.addAdvice(advice);
		return (RedisOperations<String, String>) factory.getProxy();
	}

	interface Service {

		Boolean drop(String key);

		void run(String key);

	}

	static class RedisService implements Service {

		private final StringRedisTemplate redis;

		RedisService() {
			this(new StringRedisTemplate());
		}

		RedisService(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		public Boolean drop(String key) {
			return this.redis.delete(key);
		}

		@Override
		public void run(String key) {
			this.redis.delete(key);
		}

	}

	static class LookingUp implements RedisSerializer<String> {

		private final StringRedisTemplate redis;

		LookingUp(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		public byte[] serialize(String value) {
			return this.redis
				.execute((RedisConnection connection) -> connection.stringCommands().get("looked-up".getBytes()));
		}

		@Override
		public String deserialize(byte[] bytes) {
			return null;
		}

	}

}
