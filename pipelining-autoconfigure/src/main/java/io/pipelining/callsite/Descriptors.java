package io.pipelining.callsite;

/**
 * What a method descriptor says of the returned value.
 */
final class Descriptors {

	private Descriptors() {
	}

	static boolean returnsVoid(String descriptor) {
		return descriptor.charAt(descriptor.length() - 1) == 'V';
	}

	static boolean returnsPrimitive(String descriptor) {
		char kind = descriptor.charAt(descriptor.indexOf(')') + 1);
		return kind != 'V' && kind != 'L' && kind != '[';
	}

	/**
	 * Return what becomes of a value in a method that only returns it as the given
	 * descriptor says: a primitive has to be unboxed from it.
	 */
	static Verdict carryOver(String descriptor) {
		if (returnsVoid(descriptor)) {
			return Verdict.DROPPED;
		}
		return returnsPrimitive(descriptor) ? Verdict.USED : Verdict.RETURNED;
	}

}
