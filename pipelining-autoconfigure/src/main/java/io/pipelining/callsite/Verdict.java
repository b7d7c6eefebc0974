package io.pipelining.callsite;

/**
 * What code does with the value that an invocation leaves on the operand stack.
 */
enum Verdict {

	/** Nobody looks at it. */
	DROPPED,

	/** It is returned as it is, so the caller decides. */
	RETURNED,

	/** It is used, or that cannot be excluded. */
	USED

}
