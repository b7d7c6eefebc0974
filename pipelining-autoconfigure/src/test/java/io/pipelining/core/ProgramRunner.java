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

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Results;
import io.pipelining.annotation.PipelinedBeanPostProcessor;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;

/**
 * Runs programs without a pipeline and in one, by the template and by the annotation, and
 * compares what they return and what they leave on the server. Also in a virtual machine
 * of its own.
 */
final class ProgramRunner implements AutoCloseable {

	private static final String DATA = """
			redis.call('FLUSHALL')
			for i = 0, 2 do
				redis.call('SET', 't' .. i, 'v' .. i)
				redis.call('SET', 'n' .. i, i * 2)
				redis.call('RPUSH', 'l' .. i, 'v0', 'v1', 'v' .. i)
				redis.call('SADD', 'x' .. i, 'm' .. i, 'm' .. (i + 1))
				redis.call('ZADD', 'z' .. i, i, 'm0', 1, 'm1', 5, 'm3')
				redis.call('HSET', 'h' .. i, 'f' .. i, 'v0', 'f1', 'v2')
			end
			redis.call('HSET', 'c0', 'f1', 7)
			redis.call('SETBIT', 'b0', 2, 1)
			for _, key in ipairs({ 't2', 'n2', 'l2', 'z2' }) do
				redis.call('DEL', key)
			end
			""";

	private final Observer observer;

	private final Redis redis;

	private final URLClassLoader classes;

	private final PipelinedBeanPostProcessor interfaceProxies;

	private final PipelinedBeanPostProcessor classProxies;

	/**
	 * Create a runner. The programs have been compiled by then: a class file that is
	 * younger than the pipelines is not believed.
	 * @param client the driver
	 * @param port the port of a server that nobody else uses meanwhile
	 * @param classes where the class files are
	 * @param libraries what they need beside the class path of the tests
	 */
	ProgramRunner(Client client, int port, Path classes, URL... libraries) throws IOException {
		this.observer = new Observer(port);
		this.redis = new Redis(client.connect(port), Results.AUTO);
		URL[] all = Stream.concat(Stream.of(classes.toUri().toURL()), Stream.of(libraries)).toArray(URL[]::new);
		this.classes = new URLClassLoader(all, ProgramRunner.class.getClassLoader());
		this.classes.setDefaultAssertionStatus(true);
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("redisConnectionFactory", this.redis.factory());
		beans.registerSingleton("pipelineTemplate", this.redis.pipelines());
		this.interfaceProxies = postProcessor(beans, false);
		this.classProxies = postProcessor(beans, true);
	}

	private PipelinedBeanPostProcessor postProcessor(DefaultListableBeanFactory beans, boolean proxyTargetClass) {
		PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor();
		postProcessor.setProxyTargetClass(proxyTargetClass);
		postProcessor.setBeanClassLoader(this.classes);
		postProcessor.setBeanFactory(beans);
		return postProcessor;
	}

	/**
	 * Return the programs of a directory of class files: of a class that is
	 * {@code Callable} its {@code call}, of any other its public methods without
	 * parameters.
	 */
	static List<String> find(Path classes) throws IOException {
		try (Stream<Path> files = Files.list(classes.resolve("programs"))) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.matches("(P\\d+|Nasty|Traps|Modern)\\.class"))
				.map((name) -> "programs." + name.replace(".class", ""))
				.sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()))
				.toList();
		}
	}

	List<Run> run(List<String> names) throws Exception {
		List<Run> runs = new ArrayList<>();
		for (String name : names) {
			Class<?> type = this.classes.loadClass(name);
			for (Method method : methods(type)) {
				runs.add(run(type, method));
			}
		}
		return runs;
	}

	private static List<Method> methods(Class<?> type) throws NoSuchMethodException {
		if (Callable.class.isAssignableFrom(type)) {
			return List.of(type.getMethod("call"));
		}
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
					&& method.getParameterCount() == 0)
			.sorted(Comparator.comparing(Method::getName))
			.toList();
	}

	private Run run(Class<?> type, Method method) throws Exception {
		Object plain = create(type);
		Outcome expected = outcome(() -> method.invoke(plain));
		Object executed = create(type);
		Outcome byTemplate = outcome(() -> this.redis.pipelines().execute((pipeline) -> invoke(method, executed)));
		boolean callable = plain instanceof Callable<?> && type.getName().hashCode() % 3 != 0;
		Object bean = create(type);
		Object proxy = (callable ? this.interfaceProxies : this.classProxies).postProcessAfterInitialization(bean,
				"program");
		Method proxied = callable ? Callable.class.getMethod("call") : method;
		Outcome byAnnotation = outcome(() -> proxied.invoke(proxy));
		return new Run(type.getSimpleName() + "." + method.getName(), expected, byTemplate, byAnnotation);
	}

	private Object create(Class<?> type) throws Exception {
		return type.getConstructor(StringRedisTemplate.class, RedisTemplate.class)
			.newInstance(this.redis.strings(), this.redis.objects());
	}

	private static @Nullable Object invoke(Method method, Object target) {
		try {
			return method.invoke(target);
		}
		catch (InvocationTargetException ex) {
			throw ProgramRunner.<RuntimeException>unchanged(ex.getCause());
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> T unchanged(Throwable ex) throws T {
		throw (T) ex;
	}

	private Outcome outcome(Callable<@Nullable Object> program) throws Exception {
		this.observer.call("EVAL", DATA, "0");
		this.redis.listener().clear();
		Object value = null;
		Throwable thrown = null;
		try {
			value = program.call();
		}
		catch (InvocationTargetException ex) {
			thrown = ex.getCause();
		}
		catch (Exception | Error ex) {
			thrown = ex;
		}
		return new Outcome(value, thrown, this.observer.contents(), this.redis.listener().sizes());
	}

	@Override
	public void close() throws IOException {
		this.redis.close();
		this.observer.close();
		this.classes.close();
	}

	/**
	 * Run the programs of a directory and say what came of them.
	 * @param arguments the driver, the port, and the directory of the class files
	 */
	public static void main(String[] arguments) throws Exception {
		PrintStream out = System.out;
		Path classes = Path.of(arguments[2]);
		List<Run> runs;
		try (ProgramRunner runner = new ProgramRunner(Client.valueOf(arguments[0]), Integer.parseInt(arguments[1]),
				classes)) {
			runs = runner.run(find(classes));
		}
		List<String> differences = runs.stream().map(Run::difference).filter(Objects::nonNull).toList();
		differences.forEach(out::println);
		out.println("Java " + Runtime.version().feature() + ": " + new Tally(runs));
		System.exit((differences.isEmpty() && !runs.isEmpty()) ? 0 : 1);
	}

	/**
	 * What came of one run.
	 *
	 * @param value what was returned
	 * @param thrown what was thrown
	 * @param contents what the server holds then
	 * @param batches how many calls each batch held
	 */
	record Outcome(@Nullable Object value, @Nullable Throwable thrown, SortedMap<String, String> contents,
			List<Integer> batches) {

		boolean isEqualTo(Outcome other) {
			return Objects.deepEquals(this.value, other.value)
					&& String.valueOf(this.thrown).equals(String.valueOf(other.thrown))
					&& this.contents.equals(other.contents);
		}

		private String text() {
			StringBuilder text = new StringBuilder("returned " + this.value + ", threw " + this.thrown + ", batches "
					+ this.batches + ", left " + this.contents);
			if (this.thrown != null) {
				for (StackTraceElement element : Arrays.asList(this.thrown.getStackTrace())
					.subList(0, Math.min(12, this.thrown.getStackTrace().length))) {
					text.append("\n\t\tat ").append(element);
				}
			}
			return text.toString();
		}

	}

	/**
	 * The three runs of a program.
	 *
	 * @param program its name
	 * @param plain without a pipeline
	 * @param byTemplate in {@code execute}
	 * @param byAnnotation through the proxy of an annotated bean
	 */
	record Run(String program, Outcome plain, Outcome byTemplate, Outcome byAnnotation) {

		/**
		 * Say how the runs differ, {@code null} if they do not.
		 */
		@Nullable String difference() {
			if (this.plain.thrown() instanceof DataAccessException) {
				return this.program + ": a call fails, so it is no program to compare: " + this.plain.text();
			}
			if (this.plain.isEqualTo(this.byTemplate) && this.plain.isEqualTo(this.byAnnotation)) {
				return null;
			}
			return this.program + " differs:\n\tplain         " + this.plain.text() + "\n\tby template   "
					+ this.byTemplate.text() + "\n\tby annotation " + this.byAnnotation.text();
		}

		List<Integer> batches() {
			return Stream.concat(this.byTemplate.batches().stream(), this.byAnnotation.batches().stream()).toList();
		}

	}

	/**
	 * What programs did together.
	 *
	 * @param programs how many there were
	 * @param calls how many calls they made in pipelines
	 * @param batches how many batches those were
	 */
	record Tally(int programs, int calls, int batches) {

		Tally(List<Run> runs) {
			this(runs.size(), runs.stream().flatMap((run) -> run.batches().stream()).mapToInt(Integer::intValue).sum(),
					runs.stream().mapToInt((run) -> run.batches().size()).sum());
		}

		@Override
		public String toString() {
			return this.programs + " programs, " + this.calls + " calls in " + this.batches + " batches";
		}

	}

}
