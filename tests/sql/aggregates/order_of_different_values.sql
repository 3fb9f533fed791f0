-- groupUniqArray gives values in the order of ClickHouse's tables of hashes.
SELECT groupUniqArray(number) FROM numbers(8);
SELECT groupUniqArray(number) FROM numbers(9);
SELECT groupUniqArray(number) FROM numbers(33);
SELECT groupUniqArray(number % 2000) FROM numbers(10000);
SELECT groupUniqArray(number * 1000) FROM numbers(40);
SELECT groupUniqArray(toUInt8(number * 7)), groupUniqArray(toInt8(number - 10)) FROM numbers(20);
SELECT groupUniqArray(toUInt16(number * 7)), groupUniqArray(number % 5 - 2), groupUniqArray(toInt32(number) - 3) FROM numbers(20);
SELECT groupUniqArray(number / 2), groupUniqArray(toFloat32(number)) FROM numbers(20);
SELECT groupUniqArray(toDate(number)), groupUniqArray(toDateTime(number * 3600, 'UTC')) FROM numbers(12);
SELECT groupUniqArray(toString(number)) FROM numbers(20);
SELECT groupUniqArray(concat('\xff', toString(number))) FROM numbers(8);
SELECT groupUniqArray(if(number % 3 = 0, NULL, number)), groupUniqArray(toLowCardinality(toString(number))) FROM numbers(20);
SELECT number % 2 AS k, groupUniqArray(number % 7), groupUniqArrayIf(number % 7, number > 10), groupUniqArrayArray([number % 7, number % 5]) FROM numbers(40) GROUP BY k ORDER BY k;
SELECT groupUniqArray(number), groupUniqArray(toString(number)) FROM numbers(0);
SELECT arrayReduce('groupUniqArray', [3, 1, 2, 3]), groupUniqArrayMerge(s) FROM (SELECT groupUniqArrayState(number % 11) AS s FROM numbers(30));
