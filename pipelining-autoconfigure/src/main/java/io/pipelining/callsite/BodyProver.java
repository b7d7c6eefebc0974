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

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ConstantDynamic;
import org.springframework.asm.Handle;
import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;

/**
 * Proves of code that it uses no value of any Redis call: follows it through every method
 * that it may call, and gives up at the first one of which it is not certain that it
 * neither uses such a value nor runs code that is not followed. What objects the code is
 * given is looked at, and becomes a {@link Guard}. For one proof; not thread-safe.
 */
final class BodyProver {

	private static final int DEEPEST = 40;

	private static final int MOST_METHODS = 300;

	private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

	private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

	private final CodeSources sources;

	private final @Nullable Object[] inputs;

	private final Map<Step, Optional<Value>> done = new HashMap<>();

	private final Set<Step> running = new HashSet<>();

	private final Set<Guard> guards = new LinkedHashSet<>();

	private final Set<MethodKey> methods = new HashSet<>();

	private final Set<String> written = new HashSet<>();

	private final Set<String> followed = new HashSet<>();

	/**
	 * Create a prover.
	 * @param sources finds the code
	 * @param inputs what the code is given
	 */
	BodyProver(CodeSources sources, @Nullable Object[] inputs) {
		this.sources = sources;
		this.inputs = inputs;
	}

	/**
	 * Prove it of a method.
	 * @param body the method
	 * @return the proof
	 * @throws Unproven if there is none
	 */
	BodyProof prove(MethodKey body) {
		MethodCode code = this.sources.of(body.type()).method(body.name(), body.descriptor());
		if (code == null) {
			throw new Unproven("no code of " + body);
		}
		Value result = run(body, code, given(body, code.isStatic()));
		if (result != null && result.isRedis()) {
			throw new Unproven("a value is returned");
		}
		if (this.written.stream().anyMatch(this.followed::contains)) {
			throw new Unproven("a field changes");
		}
		return new BodyProof(List.copyOf(this.guards), this.sources.read(), Set.copyOf(this.methods));
	}

	/** What is given comes first; of the rest nothing but the type is known. */
	private List<Value> given(MethodKey body, boolean isStatic) {
		List<String> types = new ArrayList<>();
		if (!isStatic) {
			types.add(Type.getDescriptor(body.type()));
		}
		for (Type type : Type.getArgumentTypes(body.descriptor())) {
			types.add(type.getDescriptor());
		}
		List<Value> values = new ArrayList<>();
		for (int i = 0; i < types.size(); i++) {
			String type = types.get(i);
			values.add((i < this.inputs.length && isFollowed(type)) ? Value.input(InputPath.of(i)) : Value.of(type));
		}
		return values;
	}

	private static boolean isFollowed(String descriptor) {
		return descriptor.charAt(0) == 'L' && !Value.of(descriptor).isPlain();
	}

	private @Nullable Value run(MethodKey method, MethodCode code, List<Value> arguments) {
		Step step = new Step(method, arguments);
		Optional<Value> known = this.done.get(step);
		if (known != null) {
			return known.orElse(null);
		}
		if (!code.isKnown() || this.running.size() >= DEEPEST || this.done.size() >= MOST_METHODS) {
			throw new Unproven("no code of " + method + ", or too much");
		}
		if (!this.running.add(step)) {
			// Whatever it does is being looked at; only what it returns is not known
			if (method.descriptor().endsWith(";")) {
				throw new Unproven("a recursion that returns something");
			}
			return null;
		}
		this.methods.add(method);
		Value result = new Interpreter(this, method.type(), code, arguments).run();
		this.running.remove(step);
		this.done.put(step, Optional.ofNullable(result));
		return result;
	}

	// What instructions do

	/**
	 * Make an object, without its constructor.
	 */
	Value create(Class<?> caller, String type) {
		Value created = PlatformCalls.created(type);
		if (created != null) {
			return created;
		}
		checkInitialized(caller, type);
		return Value.reference(type);
	}

	/**
	 * Check that no code runs since a class is initialized.
	 */
	void checkInitialized(Class<?> caller, String owner) {
		if (PlatformCalls.isPlatform(owner)) {
			return;
		}
		Class<?> type = this.sources.load(caller, owner);
		// What runs is initialized, its superclasses too; its interfaces may not be
		boolean running = type == caller || (!type.isInterface() && type.isAssignableFrom(caller));
		if (!running) {
			this.sources.checkInitializedWithoutCode(type);
		}
	}

	void writes(String field) {
		this.written.add(field);
	}

	/**
	 * Read a field.
	 */
	Value read(Class<?> caller, String owner, String name, String descriptor, Value receiver) {
		InputPath path = receiver.path();
		if (receiver.kind() == Value.Kind.INPUT && path != null && isFollowed(descriptor)) {
			Field field = this.sources.readableField(this.sources.load(caller, owner), name);
			if (field != null) {
				this.followed.add(name);
				return Value.input(path.then(field));
			}
		}
		return Value.of(descriptor);
	}

	/**
	 * Make a lambda, or concatenate.
	 */
	Value link(Class<?> caller, String name, Handle bootstrap, @Nullable Object[] constants, List<Value> arguments) {
		String owner = bootstrap.getOwner();
		if (owner.equals(LAMBDAS) && bootstrap.getName().equals("metafactory") && constants[1] instanceof Handle method
				&& constants[0] instanceof Type type) {
			return Value
				.lambda(new Value.Lambda(caller, name, method, arguments, type.getReturnType().getDescriptor()));
		}
		boolean plain = arguments.stream().allMatch(Value::isPlain);
		for (Object constant : constants) {
			plain &= !(constant instanceof ConstantDynamic);
		}
		if (!owner.equals(CONCATENATION) || !plain) {
			throw new Unproven("a call that " + owner + " links");
		}
		return Value.reference("java/lang/String");
	}

	/**
	 * Call a method.
	 * @return what is known of the value, {@code null} if nothing but its type is
	 */
	@Nullable Value call(Class<?> caller, int opcode, Handle method, @Nullable Value receiver, List<Value> arguments) {
		if (receiver == null) {
			return callStatic(caller, method, arguments);
		}
		if (opcode == Opcodes.INVOKESPECIAL) {
			return callExactly(caller, method, receiver, arguments);
		}
		return switch (receiver.kind()) {
			case LAMBDA -> callLambda(method, receiver, arguments);
			case OPERATIONS -> callRedis(method, receiver, arguments);
			case CONTAINER, ENTRIES, READABLE, MADE -> callContainer(method, receiver, arguments);
			case INPUT -> callInput(caller, method, receiver, arguments);
			default -> callObject(caller, method, receiver, arguments);
		};
	}

	private @Nullable Value callStatic(Class<?> caller, Handle method, List<Value> arguments) {
		if (PlatformCalls.isPlatform(method.getOwner())) {
			return PlatformCalls.callStatic(method.getOwner(), method.getName(), method.getDesc(), arguments);
		}
		checkInitialized(caller, method.getOwner());
		return run(this.sources.find(this.sources.load(caller, method.getOwner()), method), arguments);
	}

	/** A constructor, a private method, or one of a superclass. */
	private @Nullable Value callExactly(Class<?> caller, Handle method, Value receiver, List<Value> arguments) {
		String owner = method.getOwner();
		if (owner.equals("java/lang/Object") || owner.equals("java/lang/Record")) {
			if (!method.getName().equals("<init>")) {
				throw new Unproven(owner + "." + method.getName());
			}
			return null;
		}
		if (PlatformCalls.isPlatform(owner)) {
			if (!receiver.equals(PlatformCalls.created(owner))) {
				throw new Unproven(owner + "." + method.getName());
			}
			PlatformCalls.construct(owner, method.getDesc(), arguments);
			return null;
		}
		Class<?> named = this.sources.load(caller, owner);
		boolean inherited = named != caller && !named.isInterface() && !method.getName().equals("<init>");
		return run(this.sources.find(inherited ? caller.getSuperclass() : named, method), all(receiver, arguments));
	}

	private @Nullable Value callLambda(Handle method, Value receiver, List<Value> arguments) {
		Value.Lambda lambda = receiver.lambda();
		if (lambda == null || !lambda.name().equals(method.getName())) {
			throw new Unproven("another method of a lambda");
		}
		return run(lambda, arguments);
	}

	private @Nullable Value callContainer(Handle method, Value receiver, List<Value> arguments) {
		return PlatformCalls.callContainer(receiver, method.getName(), method.getDesc(), arguments,
				this::runForPlatform);
	}

	private @Nullable Value callRedis(Handle method, Value receiver, List<Value> arguments) {
		InputPath path = receiver.path();
		if (path == null) {
			throw new Unproven("operations of a template that was not given");
		}
		boolean template = RedisCalls.isTemplate(method.getOwner());
		if (template == (receiver.kind() == Value.Kind.OPERATIONS)) {
			throw new Unproven("a template or its operations");
		}
		if (template && RedisCalls.opensOperations(method.getName(), arguments)) {
			this.guards.add(new Guard.OfTemplate(path, false));
			return Value.operations(path);
		}
		boolean values = RedisCalls.check(method.getOwner(), method.getName(), method.getDesc(), arguments);
		this.guards.add(new Guard.OfTemplate(path, values));
		return Value.REDIS;
	}

	private @Nullable Value callInput(Class<?> caller, Handle method, Value receiver, List<Value> arguments) {
		InputPath path = receiver.path();
		Object object = (path != null) ? path.follow(this.inputs) : null;
		if (path == null || object == null) {
			throw new Unproven("no object to look at");
		}
		if (RedisCalls.isTemplate(method.getOwner())) {
			return callRedis(method, receiver, arguments);
		}
		if (RedisCalls.isOperations(method.getOwner())) {
			return callRedis(method, Value.operations(path), arguments);
		}
		Value container = PlatformCalls.containerOf(object.getClass());
		if (container != null) {
			this.guards.add(new Guard.OfContainer(path, container));
			return callContainer(method, container, arguments);
		}
		Class<?> named = this.sources.load(caller, method.getOwner());
		if (isOfEnum(named, method)) {
			return null;
		}
		MethodKey only = this.sources.findOnly(named, method);
		if (only != null) {
			return run(only, all(receiver, arguments));
		}
		this.guards.add(new Guard.OfClass(path, object.getClass()));
		return run(this.sources.select(named, object.getClass(), method), all(receiver, arguments));
	}

	private @Nullable Value callObject(Class<?> caller, Handle method, Value receiver, List<Value> arguments) {
		Value plain = PlatformCalls.callPlain(method.getOwner(), method.getName(), method.getDesc(), receiver,
				arguments);
		if (plain != null) {
			return plain;
		}
		Class<?> named = this.sources.load(caller, method.getOwner());
		if (isOfEnum(named, method)) {
			return null;
		}
		MethodKey only = this.sources.findOnly(named, method);
		if (only == null) {
			throw new Unproven(method.getOwner() + "." + method.getName() + " may be overridden");
		}
		return run(only, all(receiver, arguments));
	}

	/** These are final, and run no code. */
	private static boolean isOfEnum(Class<?> named, Handle method) {
		return named.isEnum() && (method.getName().equals("name") || method.getName().equals("ordinal"));
	}

	private @Nullable Value run(MethodKey method, List<Value> arguments) {
		return run(method, this.sources.codeOf(method), arguments);
	}

	/** What a lambda returns to the platform, the platform looks at. */
	private void runForPlatform(Value value, @Nullable Value element) {
		Value.Lambda lambda = value.lambda();
		if (lambda == null) {
			throw new Unproven("unknown code");
		}
		List<Value> known = (element != null) ? List.of(element) : List.of();
		Value result = run(lambda, known);
		if (result != null && result.isRedis()) {
			throw new Unproven("a value goes to the platform");
		}
	}

	/**
	 * Run a lambda.
	 * @param arguments those of which something is known; the others are of the types
	 * that the method takes
	 */
	private @Nullable Value run(Value.Lambda lambda, List<Value> arguments) {
		Handle method = lambda.method();
		boolean isStatic = method.getTag() == Opcodes.H_INVOKESTATIC;
		List<Value> all = new ArrayList<>(lambda.captured());
		all.addAll(arguments);
		Type[] types = Type.getArgumentTypes(method.getDesc());
		int receivers = isStatic ? 0 : 1;
		while (all.size() < types.length + receivers) {
			all.add((all.size() < receivers) ? Value.reference(method.getOwner())
					: Value.of(types[all.size() - receivers].getDescriptor()));
		}
		if (method.getTag() == Opcodes.H_NEWINVOKESPECIAL || all.size() > types.length + receivers) {
			throw new Unproven("a constructor reference");
		}
		int opcode = (method.getTag() == Opcodes.H_INVOKESPECIAL) ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEVIRTUAL;
		Value result = call(lambda.home(), opcode, method, isStatic ? null : all.get(0),
				all.subList(receivers, all.size()));
		return lambda.returned(result);
	}

	private static List<Value> all(Value receiver, List<Value> arguments) {
		List<Value> all = new ArrayList<>();
		all.add(receiver);
		all.addAll(arguments);
		return all;
	}

	/**
	 * A method, run on certain arguments.
	 *
	 * @param method the method
	 * @param arguments what is known of them
	 */
	private record Step(MethodKey method, List<Value> arguments) {

	}

}
