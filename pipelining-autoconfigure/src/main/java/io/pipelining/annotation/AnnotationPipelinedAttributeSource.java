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

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

import io.pipelining.OnException;
import io.pipelining.PipelinePropagation;
import io.pipelining.Results;
import io.pipelining.SendPhase;

/**
 * Reads {@link Pipelined @Pipelined}, in this order: from the most specific method on the
 * target class, from the target class, from the method of an interface, from the
 * interface. Super classes and composed annotations count as the element itself, the
 * nearest first. An interface speaks for its own methods only. The order is the same for
 * class and interface proxies. Attributes are kept, and so is the knowledge that there is
 * none.
 *
 * @since 0.1.0
 */
public class AnnotationPipelinedAttributeSource implements PipelinedAttributeSource {

	private static final int NOT_INTERCEPTED = Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL;

	private final Map<Class<?>, Boolean> candidates = new ConcurrentHashMap<>(256);

	private final Map<MethodClassKey, Optional<PipelinedAttribute>> attributes = new ConcurrentHashMap<>(256);

	/**
	 * Create a source.
	 */
	public AnnotationPipelinedAttributeSource() {
	}

	@Override
	public boolean isCandidateClass(Class<?> targetClass) {
		return AnnotationUtils.isCandidateClass(targetClass, Pipelined.class)
				&& this.candidates.computeIfAbsent(targetClass, AnnotationPipelinedAttributeSource::isAnnotated);
	}

	/**
	 * One look at a class spares several at each of its methods.
	 */
	private static boolean isAnnotated(Class<?> targetClass) {
		return new PipelinedMethodInspector(ClassUtils.getUserClass(targetClass)).hasAnnotation();
	}

	@Override
	public @Nullable PipelinedAttribute getAttribute(Method method, @Nullable Class<?> targetClass) {
		if (method.getDeclaringClass() == Object.class || (method.getModifiers() & NOT_INTERCEPTED) != 0) {
			return null;
		}
		MethodClassKey key = new MethodClassKey(method, targetClass);
		Optional<PipelinedAttribute> known = this.attributes.get(key);
		if (known == null) {
			known = Optional.ofNullable(find(method, userClass(method, targetClass)));
			this.attributes.put(key, known);
		}
		return known.orElse(null);
	}

	private static Class<?> userClass(Method method, @Nullable Class<?> targetClass) {
		return ClassUtils.getUserClass((targetClass != null) ? targetClass : method.getDeclaringClass());
	}

	private static @Nullable PipelinedAttribute find(Method method, Class<?> targetClass) {
		Method specificMethod = AopUtils.getMostSpecificMethod(method, targetClass);
		if (!PipelinedMethods.isHonoured(specificMethod)) {
			return null;
		}
		// a class does not speak for what the compiler made, nor for toString and its
		// like
		boolean ofType = !specificMethod.isSynthetic() && !ReflectionUtils.isObjectMethod(specificMethod);
		List<AnnotatedElement> elements = new ArrayList<>();
		elements.add(specificMethod);
		if (ofType) {
			elements.add(targetClass);
		}
		addInterfaces(specificMethod, targetClass, ofType, elements);
		elements.add(method);
		if (ofType) {
			elements.add(method.getDeclaringClass());
		}
		return elements.stream()
			.map((element) -> parse(element, method, targetClass))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Not left to the search for annotations: a method may implement an interface that
	 * only a subclass names, and a class proxy is not asked for the interface's method.
	 */
	private static void addInterfaces(Method specificMethod, Class<?> targetClass, boolean ofType,
			List<AnnotatedElement> elements) {
		List<AnnotatedElement> types = new ArrayList<>();
		for (Class<?> type : ClassUtils.getAllInterfacesForClass(targetClass)) {
			for (Method method : type.getMethods()) {
				if (method.getName().equals(specificMethod.getName())
						&& AopUtils.getMostSpecificMethod(method, targetClass).equals(specificMethod)) {
					elements.add(method);
					types.add(type);
				}
			}
		}
		if (ofType) {
			elements.addAll(types);
		}
	}

	private static @Nullable PipelinedAttribute parse(AnnotatedElement element, Method method, Class<?> targetClass) {
		boolean ofInterface = (element instanceof Method annotated) ? annotated.getDeclaringClass().isInterface()
				: (element instanceof Class<?> type && type.isInterface());
		MergedAnnotation<Pipelined> annotation = MergedAnnotations
			.from(element, ofInterface ? SearchStrategy.TYPE_HIERARCHY : SearchStrategy.SUPERCLASS)
			.get(Pipelined.class);
		if (!annotation.isPresent()) {
			return null;
		}
		String name = annotation.getString("name");
		return new PipelinedAttribute(StringUtils.hasText(name) ? name : defaultName(method, targetClass),
				annotation.getString("connectionFactory"), annotation.getEnum("results", Results.class),
				annotation.getEnum("onException", OnException.class),
				annotation.getEnum("propagation", PipelinePropagation.class),
				annotation.getEnum("phase", SendPhase.class), annotation.getBoolean("atomic"));
	}

	private static String defaultName(Method method, Class<?> targetClass) {
		Class<?> named = targetClass;
		if (Proxy.isProxyClass(targetClass) || targetClass.isAnonymousClass() || targetClass.isSynthetic()
				|| targetClass.isHidden()) {
			// the names of such classes are made up, and change from run to run
			named = method.getDeclaringClass();
		}
		String name = kebab(named.getSimpleName()) + "-" + kebab(method.getName());
		return name.startsWith("-") ? name.substring(1) : name;
	}

	private static String kebab(String name) {
		StringBuilder kebab = new StringBuilder(name.length() + 8);
		for (int i = 0; i < name.length(); i++) {
			char current = name.charAt(i);
			if (Character.isUpperCase(current) && i > 0 && startsWord(name, i)) {
				kebab.append('-');
			}
			kebab.append((current != '_' && current != '$') ? Character.toLowerCase(current) : '-');
		}
		return kebab.toString();
	}

	private static boolean startsWord(String name, int index) {
		char previous = name.charAt(index - 1);
		if (Character.isUpperCase(previous)) {
			return index + 1 < name.length() && Character.isLowerCase(name.charAt(index + 1));
		}
		return previous != '_' && previous != '$';
	}

}
