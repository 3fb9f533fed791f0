-- Rows of groups that group_by_overflow_mode = 'any' leaves out count in the totals, unless totals_mode is after_having_exclusive.
SET max_rows_to_group_by = 3, group_by_overflow_mode = 'any', max_block_size = 2;
SELECT number % 5 AS k, count() FROM numbers(100) GROUP BY k WITH TOTALS ORDER BY k SETTINGS totals_mode = 'before_having';
SELECT number % 5 AS k, count() FROM numbers(100) GROUP BY k WITH TOTALS HAVING k < 2 ORDER BY k SETTINGS totals_mode = 'before_having';
SELECT number % 5 AS k, count() FROM numbers(100) GROUP BY k WITH TOTALS ORDER BY k SETTINGS totals_mode = 'after_having_inclusive';
SELECT number % 5 AS k, count() FROM numbers(100) GROUP BY k WITH TOTALS ORDER BY k SETTINGS totals_mode = 'after_having_auto';
SELECT number % 5 AS k, count() FROM numbers(100) GROUP BY k WITH TOTALS ORDER BY k SETTINGS totals_mode = 'after_having_exclusive';
SELECT number % 5 AS k, count() FROM numbers(100) GROUP BY k WITH TOTALS HAVING k < 2 ORDER BY k SETTINGS totals_mode = 'after_having_exclusive';
SELECT number % 5 AS k, uniqExact(number), arraySort(groupArray(number)) FROM numbers(10) GROUP BY k WITH TOTALS ORDER BY k SETTINGS totals_mode = 'before_having';
