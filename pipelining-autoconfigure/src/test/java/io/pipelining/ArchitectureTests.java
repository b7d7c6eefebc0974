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

package io.pipelining;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The order of the packages, and what auto-configuration must look like.
 */
class ArchitectureTests {

	private static final String ROOT = "io.pipelining";

	/**
	 * Which of our packages each of them may import, itself aside.
	 */
	private static final Map<String, Set<String>> MAY_IMPORT = Map.of("", Set.of(), //
			".connection", Set.of(""), //
			".connection.lettuce", Set.of("", ".connection"), //
			".connection.jedis", Set.of("", ".connection"), //
			".callsite", Set.of(""), //
			".core", Set.of("", ".connection", ".callsite"), //
			".annotation", Set.of("", ".core"), //
			".metrics", Set.of(""), //
			".test", Set.of(""));

	private static final String AUTOCONFIGURE = ".autoconfigure";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption((location) -> !location.contains("/test-classes"))
		.importPackages(ROOT);

	@Test
	void packagesImportInOneDirection() {
		MAY_IMPORT.forEach((name, allowed) -> {
			String[] forbidden = Stream.concat(MAY_IMPORT.keySet().stream(), Stream.of(AUTOCONFIGURE))
				.filter((other) -> !other.equals(name) && !allowed.contains(other))
				.map((other) -> ROOT + other)
				.toArray(String[]::new);
			check(noClasses().that(resideInAPackage(ROOT + name))
				.should()
				.dependOnClassesThat(resideInAnyPackage(forbidden)));
		});
	}

	@Test
	void everyPackageIsInTheTable() {
		Set<String> unknown = CLASSES.stream()
			.map((type) -> type.getPackageName().substring(ROOT.length()))
			.filter((name) -> !MAY_IMPORT.containsKey(name) && !name.equals(AUTOCONFIGURE))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(unknown).isEmpty();
	}

	@Test
	void thereAreNoCycles() {
		check(slices().matching("(**)").should().beFreeOfCycles());
	}

	@Test
	void onlyAutoConfigurationNamesSpringBoot() {
		check(noClasses().that(not(resideInAPackage(ROOT + AUTOCONFIGURE)))
			.should()
			.dependOnClassesThat(resideInAPackage("org.springframework.boot..")));
	}

	@Test
	void onlyTheirPackagesNameOptionalLibraries() {
		checkOnlyIn("io.lettuce..", ROOT + ".connection.lettuce");
		checkOnlyIn("org.springframework.data.redis.connection.lettuce..", ROOT + ".connection.lettuce");
		checkOnlyIn("redis.clients..", ROOT + ".connection.jedis");
		checkOnlyIn("org.springframework.data.redis.connection.jedis..", ROOT + ".connection.jedis");
		checkOnlyIn("io.micrometer..", ROOT + ".metrics", ROOT + AUTOCONFIGURE);
		checkOnlyIn("reactor..");
		checkOnlyIn("org.reactivestreams..");
	}

	@Test
	void packagesAreNullMarked() {
		Set<String> unmarked = CLASSES.stream()
			.filter((type) -> !type.getPackage().isAnnotatedWith(NullMarked.class))
			.map(JavaClass::getPackageName)
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(unmarked).isEmpty();
	}

	@Test
	void autoConfigurationsArePublicAndFinalWithoutPublicMembers() {
		check(classes().that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.bePublic()
			.andShould()
			.haveModifier(JavaModifier.FINAL)
			.andShould()
			.haveSimpleNameEndingWith("AutoConfiguration"));
		check(methods().that()
			.areDeclaredInClassesThat()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.notBePublic()
			.andShould()
			.notBeProtected());
	}

	@Test
	void configurationsAndFailureAnalyzersAreNotPublic() {
		check(classes().that()
			.areAnnotatedWith(Configuration.class)
			.or(assignableTo(FailureAnalyzer.class))
			.should()
			.notBePublic());
	}

	@Test
	void configurationsHaveNoProxies() {
		check(classes().that().areAnnotatedWith(Configuration.class).should(haveNoProxyBeanMethods()));
	}

	@Test
	void postProcessorMethodsAreStaticAndStartNothingEarly() {
		check(methods().that()
			.areAnnotatedWith(Bean.class)
			.and()
			.haveRawReturnType(assignableTo(BeanPostProcessor.class))
			.should()
			.beStatic()
			.andShould(haveOnlyLazyParameters()));
	}

	@Test
	void classConditionsAreNotOnBeanMethods() {
		check(methods().that().areAnnotatedWith(Bean.class).should().notBeAnnotatedWith(ConditionalOnClass.class));
	}

	@Test
	void caseChangesNameTheirLocale() {
		check(noClasses().should().callMethod(String.class, "toLowerCase"));
		check(noClasses().should().callMethod(String.class, "toUpperCase"));
	}

	@Test
	void nothingIsPrinted() {
		check(noClasses().should().accessField(System.class, "out"));
		check(noClasses().should().accessField(System.class, "err"));
		check(noClasses().should().callMethod(Throwable.class, "printStackTrace"));
	}

	@Test
	void thereIsNoMutableStaticState() {
		Set<String> mutable = CLASSES.stream()
			.flatMap((type) -> type.getFields().stream())
			.filter((field) -> field.getModifiers().contains(JavaModifier.STATIC)
					&& !field.getModifiers().contains(JavaModifier.FINAL)
					&& !field.getModifiers().contains(JavaModifier.SYNTHETIC))
			.map((field) -> field.getFullName())
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(mutable).isEmpty();
	}

	private static void checkOnlyIn(String library, String... packages) {
		DescribedPredicate<JavaClass> elsewhere = not(resideInAnyPackage(packages));
		check(noClasses().that(elsewhere).should().dependOnClassesThat(resideInAPackage(library)));
	}

	private static void check(ArchRule rule) {
		rule.allowEmptyShould(true).check(CLASSES);
	}

	private static ArchCondition<JavaClass> haveNoProxyBeanMethods() {
		return new ArchCondition<>("say proxyBeanMethods = false") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean proxied = type.tryGetAnnotationOfType(Configuration.class)
					.map(Configuration::proxyBeanMethods)
					.orElse(false);
				if (proxied) {
					events.add(SimpleConditionEvent.violated(type, type.getName() + " has proxies"));
				}
			}

		};
	}

	private static ArchCondition<JavaMethod> haveOnlyLazyParameters() {
		return new ArchCondition<>("have parameters that start nothing") {

			@Override
			public void check(JavaMethod method, ConditionEvents events) {
				for (JavaClass parameter : method.getRawParameterTypes()) {
					if (!parameter.isEquivalentTo(ObjectProvider.class) && !parameter.isEquivalentTo(Environment.class)
							&& !parameter.isEquivalentTo(ApplicationContext.class)) {
						events.add(SimpleConditionEvent.violated(method,
								method.getFullName() + " has a parameter of type " + parameter.getName()));
					}
				}
			}

		};
	}

}
