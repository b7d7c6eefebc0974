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

package io.pipelining.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of pipelines, by the rules of OpenTelemetry for batches of database
 * operations and for Redis.
 *
 * @since 0.1.0
 */
public enum PipelineObservationDocumentation implements ObservationDocumentation {

	/**
	 * One batch, from its send to its last reply or its loss.
	 */
	BATCH {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultPipelineObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return LowCardinalityKeyNames.values();
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return HighCardinalityKeyNames.values();
		}

	};

	/**
	 * Keys of spans and meters, each with a bounded number of values.
	 */
	public enum LowCardinalityKeyNames implements KeyName {

		/**
		 * The name of the pipeline.
		 */
		PIPELINE {

			@Override
			public String asString() {
				return "pipeline";
			}

		},

		/**
		 * What became of the batch: {@code success}, {@code error} if calls failed,
		 * {@code unknown} if replies were lost.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		},

		/**
		 * Always {@code redis}.
		 */
		DB_SYSTEM_NAME {

			@Override
			public String asString() {
				return "db.system.name";
			}

		},

		/**
		 * {@code PIPELINE}, {@code PIPELINE GET} if all calls are alike, {@code MULTI}
		 * for an atomic batch; of a batch of one call its command.
		 */
		DB_OPERATION_NAME {

			@Override
			public String asString() {
				return "db.operation.name";
			}

		}

	}

	/**
	 * Keys of spans.
	 */
	public enum HighCardinalityKeyNames implements KeyName {

		/**
		 * How many calls the batch held; not of a batch of one.
		 */
		DB_OPERATION_BATCH_SIZE {

			@Override
			public String asString() {
				return "db.operation.batch.size";
			}

			@Override
			public boolean isRequired() {
				return false;
			}

		},

		/**
		 * The first word of what Redis answered to the first call that failed, such as
		 * {@code WRONGTYPE}.
		 */
		DB_RESPONSE_STATUS_CODE {

			@Override
			public String asString() {
				return "db.response.status_code";
			}

			@Override
			public boolean isRequired() {
				return false;
			}

		},

		/**
		 * What kind of failure it was: the status code, or {@code timeout},
		 * {@code connection}, {@code other}.
		 */
		ERROR_TYPE {

			@Override
			public String asString() {
				return "error.type";
			}

			@Override
			public boolean isRequired() {
				return false;
			}

		}

	}

}
