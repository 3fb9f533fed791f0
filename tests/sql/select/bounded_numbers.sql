-- Numbers without end are made only as far as comparisons want them.
SELECT * FROM system.numbers WHERE number < 2 LIMIT 2;
SELECT number FROM system.numbers WHERE number > 5 AND 8 >= number ORDER BY number;
SELECT number FROM system.numbers_mt WHERE number = 7;
SELECT count() FROM numbers() WHERE number BETWEEN 1000000000000 AND 1000000000009;
SELECT count(), min(number), max(number) FROM numbers(10, 20) WHERE number >= 15 AND number < 18;
SELECT count() FROM numbers(10) WHERE number < 3 OR number > 7;
SELECT count() FROM numbers(10) WHERE number < -1;
SELECT count() FROM numbers(10) WHERE number > -1 AND number < 2.5;
SELECT count() FROM numbers(10) WHERE number > 20;
SELECT groupArray(number) FROM numbers(0, 10, 3) WHERE number > 3 AND number < 9;
SELECT generate_series FROM generate_series(5, 100000000000) WHERE generate_series <= 6;
