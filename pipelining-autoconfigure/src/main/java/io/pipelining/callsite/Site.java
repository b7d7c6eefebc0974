package io.pipelining.callsite;

/**
 * A place in code at which the value of a Redis call was judged.
 *
 * @param className the binary name of the class
 * @param methodName the name of the method
 * @param line the line, negative where the class has no line numbers
 */
public record Site(String className, String methodName, int line) {

	static Site of(StackWalker.StackFrame frame) {
		return new Site(frame.getClassName(), frame.getMethodName(), frame.getLineNumber());
	}

	/**
	 * The place in words, such as {@code com.example.Catalog.warm:42}.
	 */
	@Override
	public String toString() {
		String place = this.className + "." + this.methodName;
		return (this.line >= 0) ? place + ":" + this.line : place;
	}

}
