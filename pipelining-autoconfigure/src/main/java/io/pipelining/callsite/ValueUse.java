package io.pipelining.callsite;

import org.jspecify.annotations.Nullable;

/**
 * Whether the value of a Redis call is used.
 *
 * @param used {@code false} only if it is certain that nobody looks at the value
 * @param site where that was decided, {@code null} if it was not decided at a place in
 * code. For calls made inside a library this is the library's own code.
 */
public record ValueUse(boolean used, @Nullable Site site) {

	static final ValueUse DROPPED = new ValueUse(false, null);

	static final ValueUse USED = new ValueUse(true, null);

}
