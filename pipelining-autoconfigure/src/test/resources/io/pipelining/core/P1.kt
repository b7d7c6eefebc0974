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

package programs

import io.pipelining.annotation.Pipelined
import org.springframework.data.redis.core.RedisTemplate
import org.springframework.data.redis.core.StringRedisTemplate
import org.springframework.data.redis.core.ValueOperations

/** Each function without parameters is a program. The keys are those of random programs. */
@Pipelined
open class P1(private val redis: StringRedisTemplate, private val objects: RedisTemplate<String, Any>) {

	private val seen = ArrayList<Any?>()

	open fun statements(): Any? {
		redis.opsForValue().increment("n0")
		redis.delete("t0")
		redis.opsForList().rightPush("l0", "x")
		return "done"
	}

	open fun expressionBody() = redis.opsForValue().increment("n0")

	open fun unitBody() {
		redis.opsForValue().increment("n0")
	}

	open fun elvis() = redis.opsForValue().get("t2") ?: redis.opsForValue().get("t1") ?: "none"

	open fun safeCall() = redis.opsForValue().get("t0")?.length

	open fun notNull() = redis.opsForValue().increment("n1")!! + 1

	open fun template() = "${redis.opsForValue().get("t0")} and ${redis.opsForSet().size("x0")}"

	open fun conditional(): Any? = if (redis.hasKey("t0")) redis.opsForValue().get("t0") else redis.delete("t1")

	open fun chosen() = when (redis.opsForSet().size("x0")) {
		2L -> redis.opsForValue().append("t0", "two")
		else -> redis.opsForValue().append("t1", "other")
	}

	open fun chosenAndDropped(): Any? {
		when (redis.opsForList().size("l0")) {
			3L -> redis.opsForValue().increment("n0")
			else -> redis.delete("t1")
		}
		return redis.opsForValue().get("n0")
	}

	open fun letItBe() = redis.opsForValue().get("t0").let { it + redis.opsForValue().get("t1") }

	open fun also(): Any? = redis.opsForValue().increment("n0").also { redis.opsForValue().set("t0", "$it") }

	open fun applied(): Any? = redis.opsForHash<String, String>().apply { put("h0", "f", "v") }.get("h0", "f")

	open fun withOperations() = with(redis.opsForValue()) {
		increment("n0")
		append("t0", "x")
		get("t0")
	}

	open fun inlined(): Any? {
		listOf("t0", "t1", "n0").forEach { redis.delete(it) }
		repeat(3) { redis.opsForValue().increment("n1") }
		return listOf("t0", "t1", "n1").map { redis.opsForValue().get(it) }
	}

	open fun stored(): Any? {
		val dropping: () -> Unit = { redis.opsForValue().increment("n0") }
		val giving: () -> Any? = { redis.opsForValue().increment("n0") }
		dropping()
		giving()
		dropping()
		return giving()
	}

	open fun referenced(): Any? {
		val delete: (String) -> Boolean = redis::delete
		delete("t0")
		return listOf(delete("t0"), delete("t1"))
	}

	open fun sequence() = sequenceOf("t0", "t1", "t2").filter { redis.hasKey(it) }.map { redis.opsForValue().get(it) }.toList()

	open fun tried() = try {
		redis.opsForValue().increment("n0")
		redis.opsForValue().get("n0")
	} finally {
		redis.delete("t0")
	}

	open fun caught() = runCatching { redis.opsForList().leftPop("l0") }.getOrNull()

	open fun dropping(): Any? {
		runCatching { redis.opsForList().leftPop("l0") }
		return redis.opsForList().size("l0")
	}

	open fun destructured(): Any? {
		val (one, two) = redis.opsForValue().multiGet(listOf("t0", "t1"))!!
		return two + one
	}

	open fun extended(): Any? {
		redis.opsForValue().twice("n0")
		return redis.opsForValue().twice("n1")
	}

	private fun ValueOperations<String, String>.twice(key: String): Long? {
		increment(key)
		return increment(key)
	}

	open fun byDefault(): Any? {
		drop()
		drop("t1")
		return drop("n0")
	}

	private fun drop(key: String = "t0") = redis.delete(key)

	open fun local(): Any? {
		fun next() = redis.opsForValue().increment("n0")
		next()
		return next()
	}

	open fun cast() = (redis.opsForValue().get("t0") as? String)?.uppercase()

	open fun lazily(): Any? {
		val value by lazy { redis.opsForValue().get("t0") }
		redis.opsForValue().set("t0", "later")
		return value
	}

	open fun counted(): Any? {
		var left = 3
		while (left-- > 0 && redis.opsForValue().increment("n0")!! < 100) {
			redis.opsForSet().add("x9", "m$left")
		}
		return redis.opsForSet().size("x9")
	}

	open fun kept(): Any? {
		seen += redis.opsForValue().get("t0")
		seen.add(redis.delete("t0"))
		redis.delete("t1")
		return seen.toList()
	}

	open fun asserted(): Any? {
		require(redis.hasKey("t0")) { "no t0" }
		check(redis.opsForSet().isMember("x0", "m0") == true)
		return objects.opsForValue().setIfAbsent("o0", 5L)
	}

	open fun compared() = redis.opsForZSet().score("z0", "m3")!! > redis.opsForZSet().score("z0", "m1")!!

}
