-- Requirement: MT.PK.MarksDiagram, MT.PK.RangeIn, MT.PK.RangeInAndEq, MT.PK.RangeSecondColumn
CREATE TABLE t (CounterID String, Date UInt8) ENGINE = MergeTree ORDER BY (CounterID, Date) SETTINGS index_granularity = 7, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT x.1, x.2 FROM (SELECT arrayJoin(arrayConcat(arrayMap(n -> ('a', 1), range(7)), arrayMap(n -> ('a', 2), range(7)), arrayMap(n -> ('a', 3), range(4)), arrayMap(n -> ('b', 1), range(2)), [('b', 2)], arrayMap(n -> ('b', 3), range(2)), arrayMap(n -> ('c', 1), range(2)), [('d', 1)], arrayMap(n -> ('e', 1), range(4)), arrayMap(n -> ('e', 2), range(5)), arrayMap(n -> ('e', 3), range(7)), arrayMap(n -> ('g', 1), range(3)), arrayMap(n -> ('h', 1), range(4)), arrayMap(n -> ('h', 2), range(7)), arrayMap(n -> ('i', 1), range(7)), arrayMap(n -> ('i', 3), range(7)), arrayMap(n -> ('l', 3), range(3)))) AS x);
SELECT count() FROM t WHERE CounterID IN ('a', 'h');
SELECT count() FROM t WHERE CounterID IN ('a', 'h') AND Date = 3;
SELECT count() FROM t WHERE Date = 3;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE CounterID IN ('a', 'h')) WHERE match(explain, '(Granules: [0-9]+/|Ranges|Condition|Search)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE CounterID IN ('a', 'h') AND Date = 3) WHERE match(explain, '(Granules: [0-9]+/|Ranges|Condition|Search)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE Date = 3) WHERE match(explain, '(Granules: [0-9]+/|Ranges|Condition|Search)');
SELECT DISTINCT _part_granule_offset FROM t WHERE CounterID IN ('a', 'h') AND Date >= 0 ORDER BY 1;
