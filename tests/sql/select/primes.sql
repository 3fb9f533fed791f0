-- The table function primes and system.primes.
SELECT * FROM primes(3, 4);
SELECT groupArray(prime) FROM primes(3, 10, 2);
SELECT * FROM primes(0);
SELECT * FROM primes(0, 3, 5);
SELECT * FROM primes(1, 2, 3, 4); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT * FROM primes(-1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT * FROM primes('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT * FROM primes(1, 2, 0); -- { serverError BAD_ARGUMENTS }
DESCRIBE primes(3);
SELECT count(), max(prime), sum(prime) FROM primes(100000);
SELECT * FROM system.primes LIMIT 3;
SELECT prime FROM primes() WHERE prime < 20;
SELECT prime FROM primes(10) WHERE prime > 20;
SELECT prime FROM primes() WHERE prime IN (7, 8, 11);
SELECT prime FROM primes() WHERE prime BETWEEN 100 AND 120;
SELECT count() FROM primes() WHERE prime < 10000000;
SELECT prime FROM primes(4) LIMIT 2 OFFSET 1;
SELECT count() FROM primes(100) SETTINGS max_rows_to_read = 10; -- { serverError TOO_MANY_ROWS }
SELECT sum(prime) FROM (SELECT prime FROM primes() LIMIT 100);
SELECT p.prime FROM primes(5) AS p JOIN numbers(10) AS n ON p.prime = n.number ORDER BY 1;
CREATE TABLE pp AS primes(5);
SELECT engine FROM system.tables WHERE name = 'pp';
SELECT * FROM pp;
EXPLAIN SELECT * FROM primes(5);
