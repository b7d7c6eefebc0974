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

import groovy.transform.CompileStatic
import io.pipelining.annotation.Pipelined
import java.util.concurrent.Callable
import org.springframework.data.redis.core.RedisTemplate
import org.springframework.data.redis.core.StringRedisTemplate

@Pipelined
class P2 implements Callable<Object> {

	private final StringRedisTemplate redis

	P2(StringRedisTemplate redis, RedisTemplate objects) {
		this.redis = redis
	}

	@Override
	Object call() {
		def seen = []
		redis.opsForValue().increment('n0')
		redis.delete('t0')
		seen << redis.opsForValue().get('t1')
		seen << (redis.opsForValue().get('t2') ?: 'none')
		seen << redis.opsForValue().get('t1')?.length()
		seen << "${redis.opsForValue().get('n0')} and ${redis.opsForSet().size('x0')}".toString()
		['t1', 'n1'].each { redis.delete(it) }
		seen << ['t1', 'n0'].collect { redis.opsForValue().get(it) }
		seen << (redis.hasKey('l0') ? redis.opsForList().size('l0') : redis.delete('l1'))
		if (redis.opsForSet().add('x0', 'new')) {
			redis.opsForSet().remove('x0', 'm0')
		}
		redis.opsForValue().with { increment('n0') }
		seen << helper()
		helper()
		seen << redis.opsForList().range('l0', 0, -1)*.toUpperCase()
		seen
	}

	private helper() {
		redis.opsForValue().increment('n0')
	}

}

@Pipelined
@CompileStatic
class P3 implements Callable<Object> {

	private final StringRedisTemplate redis

	P3(StringRedisTemplate redis, RedisTemplate objects) {
		this.redis = redis
	}

	@Override
	Object call() {
		List<Object> seen = []
		redis.opsForValue().increment('n0')
		redis.delete('t0')
		seen << redis.opsForValue().get('t1')
		seen << (redis.opsForValue().get('t2') ?: 'none')
		seen << redis.opsForValue().get('t1')?.length()
		seen << "${redis.opsForValue().get('n0')} and ${redis.opsForSet().size('x0')}".toString()
		['t1', 'n1'].each { String key -> redis.delete(key) }
		seen << ['t1', 'n0'].collect { String key -> redis.opsForValue().get(key) }
		seen << (redis.hasKey('l0') ? redis.opsForList().size('l0') : redis.delete('l1'))
		if (redis.opsForSet().add('x0', 'new')) {
			redis.opsForSet().remove('x0', 'm0')
		}
		redis.opsForValue().with { increment('n0') }
		seen << helper()
		helper()
		seen << redis.opsForList().range('l0', 0, -1)*.toUpperCase()
		seen
	}

	private Long helper() {
		redis.opsForValue().increment('n0')
	}

}
