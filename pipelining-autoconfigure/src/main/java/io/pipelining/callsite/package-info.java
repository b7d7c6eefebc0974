/**
 * Whether the code that makes a Redis call uses its value, read from the byte code of the
 * call sites on the stack. Knows nothing of Redis drivers.
 */
@NullMarked
package io.pipelining.callsite;

import org.jspecify.annotations.NullMarked;
