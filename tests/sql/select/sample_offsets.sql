-- Shares of a sample that begin at its end, in numbers of rows, and divided among replicas.
CREATE TABLE s (k UInt32, v UInt8) ENGINE=MergeTree ORDER BY (v, intHash32(k)) SAMPLE BY intHash32(k);
INSERT INTO s SELECT number, number%3 FROM numbers(1000);
SELECT count() FROM s SAMPLE 1/10 OFFSET 1;
SELECT count() FROM s SAMPLE 1/10 OFFSET 9/10;
SELECT count() FROM s SAMPLE 1/10 OFFSET 0.95;
SELECT count() FROM s SAMPLE 1/2 OFFSET 1/2;
SELECT count() FROM s SAMPLE 1 OFFSET 1/2; -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT count() FROM s SAMPLE 1 OFFSET 1; -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT count() FROM s SAMPLE 0;
SELECT count() FROM s SAMPLE 0 OFFSET 1/2; -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT count() FROM s SAMPLE 100;
SELECT count() FROM s SAMPLE 100 OFFSET 1/2;
SELECT count() FROM s SAMPLE 100 OFFSET 1;
SELECT count() FROM s SAMPLE 1/10 OFFSET 2;
SELECT count() FROM s SAMPLE 1/10 OFFSET 1.1;
SELECT count(), any(_sample_factor) FROM s SAMPLE 1/3 OFFSET 1/3;
SELECT count() FROM s SAMPLE 1/3;
SELECT count() FROM s SAMPLE 1/3 OFFSET 2/3;
CREATE TABLE s8 (k UInt8) ENGINE=MergeTree ORDER BY k SAMPLE BY k;
INSERT INTO s8 SELECT number FROM numbers(256);
SELECT count(), min(k), max(k) FROM s8 SAMPLE 1/10 OFFSET 1;
SELECT count(), min(k), max(k) FROM s8 SAMPLE 1/10 OFFSET 0.99;
SELECT count(), min(k), max(k) FROM s8 SAMPLE 1/3;
SELECT count(), min(k), max(k) FROM s8 SAMPLE 1/3 OFFSET 1/3;
SELECT count(), min(k), max(k) FROM s8 SAMPLE 1/1000;
SELECT count(), min(k), max(k) FROM s8 SAMPLE 1/1000 OFFSET 1/2;
SELECT count(), min(k), max(k) FROM s8 SAMPLE 0.999 OFFSET 0.001;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SETTINGS parallel_replicas_count=3, parallel_replica_offset=0;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SETTINGS parallel_replicas_count=3, parallel_replica_offset=1;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SETTINGS parallel_replicas_count=3, parallel_replica_offset=2;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SETTINGS parallel_replicas_count=3, parallel_replica_offset=3;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SETTINGS max_parallel_replicas=3, parallel_replicas_count=3, parallel_replica_offset=1;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SETTINGS enable_parallel_replicas=1, max_parallel_replicas=3, parallel_replicas_count=3, parallel_replica_offset=1, parallel_replicas_mode='sampling_key';
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SAMPLE 1/2 SETTINGS max_parallel_replicas=3, parallel_replicas_count=2, parallel_replica_offset=1;
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SAMPLE 1/2 SETTINGS max_parallel_replicas=3,parallel_replicas_count=2, parallel_replica_offset=0,parallel_replicas_mode='sampling_key';
SELECT count(), min(k), max(k), any(_sample_factor) FROM s8 SAMPLE 1/2 OFFSET 1/2 SETTINGS max_parallel_replicas=3,parallel_replicas_count=2, parallel_replica_offset=1,parallel_replicas_mode='sampling_key';
SELECT count(), min(k), max(k) FROM s8 SETTINGS parallel_replicas_count=3, parallel_replica_offset=1, parallel_replicas_mode='sampling_key';
SELECT count() FROM s8 SETTINGS parallel_replicas_count=0, parallel_replica_offset=1;
