-- Numbers of settings in quotes may end with the letters of a size.
CREATE TABLE a (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity = '4k';
CREATE TABLE b (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = '1Gi';
SHOW CREATE TABLE a;
SHOW CREATE TABLE b;
INSERT INTO a SELECT number FROM numbers(12000);
SELECT marks FROM system.parts WHERE database = currentDatabase() AND table = 'a' AND active;
CREATE TABLE c (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = '1 Gi'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
CREATE TABLE c (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = '10MB'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
CREATE TABLE c (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = '1.5k'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
CREATE TABLE c (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = '1m'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
CREATE TABLE c (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = ''; -- { serverError ATTEMPT_TO_READ_AFTER_EOF }
CREATE TABLE c (x Int32) ENGINE = MergeTree ORDER BY x SETTINGS index_granularity_bytes = '-1'; -- { serverError CANNOT_PARSE_NUMBER }
SET max_block_size = '64k', max_memory_usage = '10Gi', max_rows_to_read = '2T', max_bytes_to_read = '3Ti';
SELECT getSetting('max_block_size'), getSetting('max_memory_usage'), getSetting('max_rows_to_read'), getSetting('max_bytes_to_read');
SET max_execution_time = '10k'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SET max_execution_time = 'k'; -- { serverError CANNOT_PARSE_NUMBER }
