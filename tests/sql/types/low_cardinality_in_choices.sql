-- The types of if, ifNull, coalesce and nullIf over LowCardinality, moments and addresses.
SET allow_suspicious_low_cardinality_types = 1;
CREATE TABLE t (c UInt8, l LowCardinality(String), ln LowCardinality(Nullable(String)), s String, i IPv4, d Date32, t DateTime('Asia/Tokyo')) ENGINE = MergeTree ORDER BY c;
INSERT INTO t VALUES (1,'a','b','c','1.2.3.4','2024-01-01','2024-01-01 00:00:00'), (0,'a',NULL,'c','0.0.0.1','1990-01-01','2024-06-01 00:00:00');
SELECT toTypeName(if(c,l,l)), toTypeName(if(1,l,l)), toTypeName(if(c,l,'x')), toTypeName(if(1,l,'x')), toTypeName(multiIf(c,l,l)), toTypeName(multiIf(1,l,l)), toTypeName(if(l='a',l,'y')), toTypeName(if(l='a',l,l)), toTypeName(if(l='a','x','y')), toTypeName(multiIf(l='a',l,'y')), toTypeName(multiIf(c,l,ln)) FROM t;
SELECT toTypeName(ifNull(l,'x')), toTypeName(ifNull(ln,'x')), toTypeName(ifNull(ln,s)), toTypeName(ifNull(ln,l)), toTypeName(coalesce(ln,'x')), toTypeName(coalesce(ln,l)), toTypeName(coalesce(l,'x')), toTypeName(coalesce(ln,ln,'x')), toTypeName(nullIf(l,'x')), toTypeName(nullIf(l,l)), toTypeName(assumeNotNull(ln)), toTypeName(toNullable(l)), toTypeName(isNull(ln)) , toTypeName(ifNull(l, s)), toTypeName(coalesce(l, s)) FROM t;
SELECT if(c,l,ln), ifNull(ln,'x'), coalesce(ln, s), nullIf(l, s), multiIf(c, ln, 'z'), ifNull(l, 'q') FROM t ORDER BY c;
SELECT [i, 5], if(c, d, t), if(c, t, d), [toDateTime64('2024-01-01 00:00:00.5', 3, 'UTC'), toDateTime64('2024-01-01 00:00:00.5', 6, 'Europe/Berlin')] FROM t ORDER BY c;
SELECT toTypeName(coalesce(NULL, ln, 'x')), coalesce(NULL, ln, 'x'), ifNull(NULL, l), toTypeName(coalesce(toLowCardinality(toNullable('a')),'b')), coalesce(ln, NULL) FROM t ORDER BY c;
SELECT x, toTypeName(x) FROM (SELECT l AS x FROM t UNION ALL SELECT s FROM t) LIMIT 1;
