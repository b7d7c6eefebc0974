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
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.Handle;

/**
 * Finds the code of classes, as long as there is no doubt that it is the code that was
 * loaded. For one proof; not thread-safe.
 */
final class CodeSources {

	private final ClassValue<JudgedClass> classes;

	private final @Nullable ClassLoader loader;

	private final Map<Class<?>, ClassCode> codes = new LinkedHashMap<>();

	/**
	 * Create an instance.
	 * @param classes what is known of classes
	 * @param type the class to which the proof is attached: classes of a loader that it
	 * does not see are not read, since the proof would keep that loader alive
	 */
	CodeSources(ClassValue<JudgedClass> classes, Class<?> type) {
		this.classes = classes;
		this.loader = type.getClassLoader();
	}

	/**
	 * Return the classes whose code was read.
	 */
	List<JudgedClass> read() {
		return this.codes.keySet().stream().map(this.classes::get).toList();
	}

	ClassCode of(Class<?> type) {
		ClassCode known = this.codes.get(type);
		if (known != null) {
			return known;
		}
		byte[] content = (isSeen(type) && CodeLoaders.loadUnchanged(type)) ? this.classes.get(type).content() : null;
		if (content == null) {
			throw new Unproven("no code of " + type);
		}
		ClassCode code = ClassCode.read(content);
		this.codes.put(type, code);
		return code;
	}

	private boolean isSeen(Class<?> type) {
		for (ClassLoader seen = this.loader; seen != null; seen = seen.getParent()) {
			if (seen == type.getClassLoader()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return the class that code names.
	 */
	Class<?> load(Class<?> caller, String internalName) {
		try {
			return Class.forName(internalName.replace('/', '.'), false, caller.getClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw new Unproven("no class " + internalName);
		}
	}

	MethodCode codeOf(MethodKey method) {
		MethodCode code = of(method.type()).method(method.name(), method.descriptor());
		if (code == null) {
			throw new Unproven("no code of " + method);
		}
		return code;
	}

	/**
	 * Find a method in a class or its superclasses.
	 */
	MethodKey find(Class<?> type, Handle method) {
		for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
			if (of(each).method(method.getName(), method.getDesc()) != null) {
				return new MethodKey(each, method.getName(), method.getDesc());
			}
		}
		throw new Unproven("no method " + method);
	}

	/**
	 * Find the method that runs for an object of the exact class.
	 * @param named the class or interface that the code names
	 * @param type the class of the object
	 */
	MethodKey select(Class<?> named, Class<?> type, Handle method) {
		MethodKey selected = find(type, method);
		if (named.isInterface()) {
			if (codeOf(selected).isPrivate() || codeOf(selected).isStatic()) {
				throw new Unproven("a method that does not implement " + method);
			}
			return selected;
		}
		MethodKey resolved = find(named, method);
		if (codeOf(resolved).isPrivate()) {
			return resolved;
		}
		boolean overrides = selected.equals(resolved) || (codeOf(resolved).isInheritedEverywhere()
				&& codeOf(selected).isInheritedEverywhere() && !codeOf(selected).isStatic());
		if (!overrides) {
			throw new Unproven("a method that may not override " + method);
		}
		return selected;
	}

	/**
	 * Find the method that runs for an object of any class.
	 * @return the method, {@code null} if a class may override it
	 */
	@Nullable MethodKey findOnly(Class<?> named, Handle method) {
		if (named.isInterface()) {
			return null;
		}
		MethodKey found = find(named, method);
		MethodCode code = codeOf(found);
		return (Modifier.isFinal(named.getModifiers()) || code.isPrivate() || code.isFinal()) ? found : null;
	}

	/**
	 * Check that a class, if it is not initialized yet, is so without running code.
	 */
	void checkInitializedWithoutCode(Class<?> type) {
		for (Class<?> each = type; each != null && !PlatformCalls.isPlatform(each); each = each.getSuperclass()) {
			if (of(each).isInitializedByCode()) {
				throw new Unproven("code that initializes " + each);
			}
			for (Class<?> implemented : each.getInterfaces()) {
				checkInitializedWithoutCode(implemented);
			}
		}
	}

	/**
	 * Return a field that can be read.
	 * @return the field, or {@code null} if it cannot
	 */
	@Nullable Field readableField(Class<?> type, String name) {
		try {
			for (Class<?> each = type; each != null; each = each.getSuperclass()) {
				for (Field field : each.getDeclaredFields()) {
					if (field.getName().equals(name)) {
						return (isSeen(each) && field.trySetAccessible()) ? field : null;
					}
				}
			}
			return null;
		}
		catch (RuntimeException | LinkageError ex) {
			return null;
		}
	}

}
