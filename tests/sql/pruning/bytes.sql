CREATE TABLE s (s String, v UInt8) ENGINE = MergeTree ORDER BY s SETTINGS index_granularity = 1;
INSERT INTO s VALUES ('a', 1), ('é', 2), (unhex('80'), 3), (unhex('ff'), 4), ('', 5), ('z', 6), (unhex('c3'), 7);
SELECT v FROM s WHERE s > unhex('80') ORDER BY v;
SELECT v FROM s WHERE s < 'é' ORDER BY v;
SELECT v FROM s WHERE s = unhex('c3');
SELECT v FROM s WHERE s >= 'b' ORDER BY v;
SELECT v FROM s;
