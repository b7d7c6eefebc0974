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

package io.pipelining.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

import io.pipelining.OnException;
import io.pipelining.PipelinePropagation;
import io.pipelining.Results;
import io.pipelining.SendPhase;

/**
 * Sends the Redis calls that a method makes as one batch.
 *
 * <pre class="code">
 * &#064;Pipelined
 * public void warm(Collection&lt;Product&gt; products) {
 *     products.forEach(product -&gt; redis.opsForValue().set(product.key(), product.json()));
 * }                                     // one round trip for a thousand products
 * </pre>
 *
 * <p>
 * While the method runs, the calls that its thread makes through any
 * {@code RedisTemplate} on the connection factory belong to the pipeline, whichever bean
 * makes them. Calls whose value is ignored wait for the batch, values that the code uses
 * are real and go at once with what waits, and
 * {@link io.pipelining.PipelineOperations#defer defer} lets reads wait too. When the
 * method returns, what still waits is sent, and the caller goes on once every reply is
 * in. What reaches a limit ({@code pipelining.max-batch-size}, 1000 calls by default, or
 * {@code pipelining.max-batch-bytes}, 4 MB) is sent while the method goes on. Calls of
 * other threads are not collected: where the method returns a {@code Future}, only what
 * it does before it returns is.
 * <p>
 * If calls fail, the others run all the same, and the caller receives a
 * {@link io.pipelining.PipelineExecutionException} that names each failure. If the method
 * throws, the caller receives that very exception, checked ones included.
 *
 * <h2>Where it takes effect</h2>
 * <p>
 * On Spring beans, through a proxy: a call by {@code this} runs plainly. It is found on
 * the method, on the class of the bean, on the method of an interface and on an
 * interface, in this order, also on super classes, and as a meta-annotation:
 *
 * <pre class="code">
 * &#064;Target(ElementType.METHOD)
 * &#064;Retention(RetentionPolicy.RUNTIME)
 * &#064;Pipelined(connectionFactory = "sessions")
 * public @interface SessionPipelined {
 *
 *     &#064;AliasFor(annotation = Pipelined.class)
 *     String name() default "";
 *
 * }
 * </pre>
 *
 * <p>
 * On a class it holds for every method that the proxy can intercept, on an interface for
 * the methods of the interface; the others, and those with a reactive or suspending
 * return type, are left alone. On a method that can never be intercepted
 * ({@code private}, {@code static}, {@code final}), or that returns a reactive type, the
 * application does not start. The advice is the innermost one: transactions, caching,
 * retries and {@code @Async} stand around it.
 *
 * @since 0.1.0
 * @see io.pipelining.PipelineOperations
 * @see io.pipelining.core.PipelineTemplate
 * @see PipelinedBeanPostProcessor
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Reflective
public @interface Pipelined {

	/**
	 * Alias for {@link #name}.
	 * @return the name of the pipeline
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The name of the pipeline, as in meters, properties and messages. On a class it
	 * holds for all its methods.
	 * <p>
	 * Default: class and method in kebab case, {@code catalog-service-warm} for
	 * {@code CatalogService.warm}; methods of one name share it.
	 * @return the name, empty for the default
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * The connection factory whose calls are collected: the name or a qualifier of a
	 * {@code RedisConnectionFactory} bean. Calls on other factories run as usual.
	 * <p>
	 * Default: that of the only or primary {@link io.pipelining.core.PipelineTemplate
	 * PipelineTemplate} bean, which is the only or primary connection factory. Where
	 * there is none, the first call of the method is refused with the names to choose
	 * from.
	 * @return the name or the qualifier, empty for the default
	 */
	String connectionFactory() default "";

	/**
	 * What a Redis call inside the method returns to the code that makes it.
	 * <p>
	 * Default: {@link Results#DEFAULT}, which is what the property
	 * {@code pipelining.results} says.
	 * @return the results
	 */
	Results results() default Results.DEFAULT;

	/**
	 * What becomes of the calls that still wait when the method throws.
	 * <p>
	 * Default: {@link OnException#DEFAULT}.
	 * @return the choice
	 */
	OnException onException() default OnException.DEFAULT;

	/**
	 * What happens where a pipeline is already open on the thread for the same connection
	 * factory.
	 * <p>
	 * Default: {@link PipelinePropagation#REQUIRED}, so that both travel as one batch.
	 * @return the propagation
	 */
	PipelinePropagation propagation() default PipelinePropagation.REQUIRED;

	/**
	 * When the calls are sent.
	 * <p>
	 * Default: {@link SendPhase#RETURN}, when the method returns.
	 * @return the phase
	 */
	SendPhase phase() default SendPhase.RETURN;

	/**
	 * Whether MULTI and EXEC stand around the batch, so that all its calls run with
	 * nobody's in between, or none. It is sent as a whole when the method ends, and
	 * dropped if that throws. What would send it early or split it is refused with a
	 * {@link io.pipelining.PipelineUsageException}: a value that the code uses, a call
	 * that cannot wait, one call too many. It holds where pipelines are switched off,
	 * too.
	 * <p>
	 * Default: {@code false}.
	 * @return {@code true} for a transaction of Redis
	 */
	boolean atomic() default false;

}
