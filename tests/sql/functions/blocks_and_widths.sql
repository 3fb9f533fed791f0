-- Tags: tasks
-- The block of rows as a whole, and how wide values are in a terminal.
SELECT blockSize() FROM numbers(3) WHERE number > 0;
SELECT blockSize(), number FROM numbers(3) ORDER BY number DESC;
SELECT sum(blockSize()) FROM numbers(3);
SELECT number FROM numbers(3) WHERE blockSize() = 3;
SELECT blockSize(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT toTypeName(blockSize()), toTypeName(blockSerializedSize(1)), toTypeName(visibleWidth(1));
SELECT blockSerializedSize(), blockSerializedSize(1, 'abc');
SELECT blockSerializedSize(number) FROM numbers(3);
SELECT blockSerializedSize(1) FROM numbers(3);
SELECT blockSerializedSize('abc', number) FROM numbers(3);
SELECT blockSerializedSize(toString(number * 100)) FROM numbers(3);
SELECT blockSerializedSize(repeat('x', 200)), blockSerializedSize(repeat('x', 20000)), blockSerializedSize(repeat('x', 127));
SELECT blockSerializedSize(toNullable(number)), blockSerializedSize(if(number = 1, NULL, toString(number))) FROM numbers(3);
SELECT blockSerializedSize(toLowCardinality(toString(number))) FROM numbers(3);
SELECT blockSerializedSize(range(number)), blockSerializedSize([range(number)]), blockSerializedSize(map('a', number)) FROM numbers(3);
SELECT blockSerializedSize(toDate('2020-01-01')), blockSerializedSize(now64(3)), blockSerializedSize(toDecimal64(1, 2)), blockSerializedSize(toFixedString('a', 5)), blockSerializedSize(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')), blockSerializedSize(toIPv6('::1')), blockSerializedSize(NULL), blockSerializedSize([]), blockSerializedSize(tuple()), blockSerializedSize(CAST('a' AS Enum8('a' = 1))), blockSerializedSize(true), blockSerializedSize(toInt256(1)), blockSerializedSize('');
CREATE TABLE blocks (k UInt32, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO blocks SELECT number, toString(number) FROM numbers(100);
SELECT DISTINCT blockSize(), blockSerializedSize(k, s) FROM blocks;
SELECT visibleWidth(-5), visibleWidth(true), visibleWidth([NULL]), visibleWidth(['a', 'b']), visibleWidth((1, 'x')), visibleWidth(map('a', 1)), visibleWidth(toLowCardinality('abc')), visibleWidth(materialize(toNullable('abc'))), visibleWidth(toDecimal32(1.5, 3)), visibleWidth(nan), visibleWidth(1e100), visibleWidth(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')), visibleWidth(toIPv4('1.2.3.4')), visibleWidth(toDateTime(0, 'UTC')), visibleWidth(toFixedString('a', 5)), visibleWidth(CAST('abc' AS Enum8('abc' = 1)));
SELECT visibleWidth('a\tb'), visibleWidth('a\nbcd'), visibleWidth('\x1b[31mred\x1b[0m'), visibleWidth('\xff\xfe'), visibleWidth('🙂'), visibleWidth('é'), visibleWidth('\0'), visibleWidth(['é']), visibleWidth('ก็'), visibleWidth(arrayStringConcat(['a', '中'])), visibleWidth('12345678\t\t1'), visibleWidth('');
SELECT visibleWidth(x) FROM (SELECT arrayJoin(['a', '中文', NULL, '', '日\t本', 'é\t']) AS x);
SELECT visibleWidth(NULL), visibleWidth(number) FROM numbers(9, 3);
SELECT visibleWidth(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT visibleWidth(1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT visibleWidth(toIntervalDay(5)), visibleWidth(CAST(1 AS Variant(UInt8, String))), visibleWidth(toTime64('00:00:01.5', 3));
