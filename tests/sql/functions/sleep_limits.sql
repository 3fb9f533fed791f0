-- How long sleep may wait is the setting's to say; 0 means any time.
SELECT sleep(3.5); -- { serverError TOO_SLOW }
SELECT sleep(0.01) SETTINGS function_sleep_max_microseconds_per_block = 10000;
SELECT sleep(0.01) SETTINGS function_sleep_max_microseconds_per_block = 9999; -- { serverError TOO_SLOW }
SELECT sleepEachRow(0.01) SETTINGS function_sleep_max_microseconds_per_block = 9999; -- { serverError TOO_SLOW }
SELECT sleep(3.01) SETTINGS function_sleep_max_microseconds_per_block = 0;
SELECT number FROM numbers(1) WHERE NOT sleep(0.5) SETTINGS function_sleep_max_microseconds_per_block = 1; -- { serverError TOO_SLOW }
