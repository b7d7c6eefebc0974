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

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.CodeSource;

import org.jspecify.annotations.Nullable;

/**
 * The file from which a class was loaded. There is none for classes that were made in
 * memory, that come from another place than their resource, or whose file cannot be
 * watched.
 */
final class ClassFileSource {

	private static final String RUNTIME_IMAGE = "jrt:/";

	private static final Stamp UNCHANGING = new Stamp(FileTime.fromMillis(0), 0);

	private final Class<?> type;

	private final @Nullable Path file;

	private ClassFileSource(Class<?> type, @Nullable Path file) {
		this.type = type;
		this.file = file;
	}

	static @Nullable ClassFileSource find(Class<?> type) {
		if (type.isHidden()) {
			return null;
		}
		try {
			URL resource = type.getResource(resourceName(type));
			if (resource == null) {
				return null;
			}
			CodeSource codeSource = type.getProtectionDomain().getCodeSource();
			URL location = (codeSource != null) ? codeSource.getLocation() : null;
			String url = resource.toString();
			if (url.startsWith(RUNTIME_IMAGE)) {
				boolean own = type.getModule().isNamed()
						&& (location == null || location.toString().startsWith(RUNTIME_IMAGE));
				return own ? new ClassFileSource(type, null) : null;
			}
			if (location == null || !liesIn(url, location.toString())) {
				return null;
			}
			Path file = watchedFile(url);
			return (file != null) ? new ClassFileSource(type, file) : null;
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

	/**
	 * Return the content of the class file.
	 */
	byte[] content() throws IOException {
		try (InputStream stream = this.type.getResourceAsStream(resourceName(this.type))) {
			if (stream == null) {
				throw new IOException("No class file of " + this.type);
			}
			return stream.readAllBytes();
		}
	}

	/**
	 * Return the state of the file on disk, to be compared.
	 */
	Stamp stamp() throws IOException {
		return (this.file != null) ? Stamp.of(this.file) : UNCHANGING;
	}

	private static String resourceName(Class<?> type) {
		String name = type.getName();
		return name.substring(name.lastIndexOf('.') + 1) + ".class";
	}

	private static boolean liesIn(String url, String location) {
		return (location.endsWith("/") && url.startsWith(location)) || url.startsWith("jar:" + location + "!/");
	}

	/**
	 * Return the file on disk that holds the class file: itself, or the outermost
	 * archive.
	 */
	private static @Nullable Path watchedFile(String url) {
		if (url.startsWith("file:")) {
			return Path.of(URI.create(url));
		}
		for (String prefix : new String[] { "jar:file:", "jar:nested:" }) {
			int end = url.indexOf('!');
			if (url.startsWith(prefix) && end > 0) {
				String path = url.substring(prefix.length(), end);
				return Path
					.of(URI.create("file:" + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path)));
			}
		}
		return null;
	}

	/**
	 * The state of a file.
	 *
	 * @param modified when the file was written last
	 * @param size its size
	 */
	record Stamp(FileTime modified, long size) {

		static Stamp of(Path file) throws IOException {
			BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
			return new Stamp(attributes.lastModifiedTime(), attributes.size());
		}

	}

}
