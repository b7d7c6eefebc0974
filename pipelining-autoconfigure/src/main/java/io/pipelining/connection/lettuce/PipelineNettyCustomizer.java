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
package io.pipelining.connection.lettuce;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandler;
import io.netty.channel.ChannelPipeline;

/**
 * Makes Lettuce write a batch in one piece: one message to the socket instead of one for
 * each command, with nobody's commands in between. Without it batches are sent as well,
 * and more slowly.
 * <p>
 * In a Spring Boot application the starter adds it to the {@link ClientResources}.
 * Elsewhere add it where the resources are made: <pre class="code">
 * ClientResources resources = ClientResources.builder()
 *     .nettyCustomizer(new PipelineNettyCustomizer())
 *     .build();
 * LettuceClientConfiguration.builder().clientResources(resources).build();
 * </pre>
 * <p>
 * Thread-safe. One for any number of connections.
 */
public final class PipelineNettyCustomizer implements NettyCustomizer {

	private final NettyCustomizer delegate;

	/** The connections whose channels take a batch from its carrier. */
	private final Set<Object> carrying = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

	/**
	 * Create a customizer that changes nothing else.
	 */
	public PipelineNettyCustomizer() {
		this(new NettyCustomizer() {
		});
	}

	/**
	 * Create a customizer that comes after another.
	 * @param delegate what customizes first
	 */
	public PipelineNettyCustomizer(NettyCustomizer delegate) {
		this.delegate = delegate;
	}

	@Override
	public void afterBootstrapInitialized(Bootstrap bootstrap) {
		this.delegate.afterBootstrapInitialized(bootstrap);
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		this.delegate.afterChannelInitialized(channel);
		ChannelPipeline pipeline = channel.pipeline();
		ChannelHandlerContext commands = pipeline.context(CommandHandler.class);
		ChannelHandlerContext encoder = pipeline.context(CommandEncoder.class);
		if (commands == null || encoder == null || !(commands.handler() instanceof CommandHandler handler)
				|| !(handler.getEndpoint() instanceof RedisChannelWriter endpoint)) {
			return;
		}
		if (isNothingBetween(pipeline, encoder, commands)) {
			pipeline.addAfter(commands.name(), null,
					new CarrierHandler(handler, encoder, new CommandWatch(endpoint.getClientResources())));
			this.carrying.add(endpoint);
		}
		else {
			this.carrying.remove(endpoint);
		}
	}

	/**
	 * Return whether nothing sees a command on its way from the one handler to the other.
	 */
	private static boolean isNothingBetween(ChannelPipeline pipeline, ChannelHandlerContext first,
			ChannelHandlerContext last) {
		boolean between = false;
		for (ChannelHandler handler : pipeline.toMap().values()) {
			if (handler == last.handler()) {
				return between;
			}
			if (between && handler instanceof ChannelOutboundHandler) {
				return false;
			}
			between |= handler == first.handler();
		}
		return false;
	}

	/**
	 * Return whether new connections are customized.
	 */
	static boolean isIn(ClientResources resources) {
		return resources.nettyCustomizer() instanceof PipelineNettyCustomizer;
	}

	/**
	 * Return whether a connection takes batches from their carriers.
	 */
	static boolean isCarrying(RedisChannelWriter endpoint) {
		NettyCustomizer customizer = endpoint.getClientResources().nettyCustomizer();
		return customizer instanceof PipelineNettyCustomizer carrier && carrier.carrying.contains(endpoint);
	}

}
