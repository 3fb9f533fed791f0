SELECT number, row_number() OVER (ORDER BY number DESC) AS r FROM numbers(4) ORDER BY number;
SELECT number, sum(number) OVER (PARTITION BY number % 2 ORDER BY number) AS s FROM numbers(6) ORDER BY number;
SELECT number, rank() OVER (ORDER BY intDiv(number, 2)), dense_rank() OVER (ORDER BY intDiv(number, 2)) FROM numbers(5) ORDER BY number;
SELECT number, avg(number) OVER (ORDER BY number ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS a FROM numbers(4) ORDER BY number;
SELECT number, lagInFrame(number, 1, 100) OVER (ORDER BY number) FROM numbers(3) ORDER BY number;
