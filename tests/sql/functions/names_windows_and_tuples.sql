-- Aggregates by their names, nested columns, windows of time at the ends of the calendar, distances and pairs of tuples.
SELECT arrayReduce('ab c', [1]); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT arrayReduce('', [1]); -- { serverError BAD_ARGUMENTS }
SELECT arrayReduce('max(', [1]); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT arrayReduce('max(1)', [1]); -- { serverError AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS }
SELECT arrayReduce('5', [1]); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT arrayReduce(' sum', [1]); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT arrayReduce('quantile( 0.5 )', [1]), arrayReduce('quantiles(0.5, 0.9)', [1]);
SELECT arrayReduce('count()', [1]); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(initializeAggregation('sumIf', materialize(toLowCardinality(3)), 1));
SELECT toTypeName(initializeAggregation('sumIf', materialize(toLowCardinality(3)), materialize(1)));
SELECT toTypeName(initializeAggregation('groupArray', toLowCardinality(3)));
SELECT toTypeName(initializeAggregation('max', toLowCardinality('3')));
SELECT toTypeName(initializeAggregation('maxState', toLowCardinality('3')));
SELECT toTypeName(initializeAggregation('uniq', materialize(toLowCardinality('3')), materialize(toLowCardinality('3'))));
SELECT toTypeName(initializeAggregation(toNullable('sum'), 3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT initializeAggregation('sum', materialize(toLowCardinality(3)));
SELECT initializeAggregation(toLowCardinality('sum'), 3);
SELECT arrayReduceInRanges(toNullable('sum'), [(1, 2)], [1, 2, 3]);
SELECT arrayReduceInRanges(toFixedString('sum',3), [(1, 2)], [1, 2, 3]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayResize([], 3); -- { serverError NOT_IMPLEMENTED }
SELECT arrayResize([], 0);
SELECT arrayResize([], 3, 1);
SELECT arrayResize([1,2,3], toDecimal64('1.25', 2)), arrayResize([1,2,3], toDecimal64('5.25', 2), 9), arrayResize([1,2,3], toDecimal32('-2.75', 2), 9);
SELECT nested([['a', 'b']], [[1, 2]], [['x', 'y']]);
SELECT nested([['a', 'b']], [1, 2], ['x', 'y']) AS x; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nested(['a', 'b'], [[1], [2]], ['x', 'y']) AS x;
SELECT nested(['a', 'b'], [1], ['x', 'y']); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT nested([], [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nested(['a'], 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nested([['a'], ['b']], [1], [2]); -- { serverError BAD_ARGUMENTS }
SELECT nested(['a', 'b'], [1]); -- { serverError BAD_ARGUMENTS }
SELECT nested([NULL, 'b'], [1], [2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nested(materialize([['a']]), [1]); -- { serverError ILLEGAL_COLUMN }
SELECT nested('a', [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nested(['a', 'a'], [1], [2]); -- { serverError DUPLICATE_COLUMN }
SELECT nested([toLowCardinality('a')], [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nested([[['a', 'b']]], [[[1, 2]]], [[['x', 'y']]]) AS x;
SELECT nested([['a', 'b']], [[1, 2]], ['x']) AS x; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tupleHammingDistance((1, 'a'), (1, 3)); -- { serverError NO_COMMON_TYPE }
SELECT tupleHammingDistance((1, 'a'), (1, '3')), tupleHammingDistance((1, NULL), (1, 5)), tupleHammingDistance((1, [1]), (1, [2])), tupleHammingDistance((1, 2.5), (1, toDecimal32(2.5,2)));
SELECT tupleHammingDistance((1, toDate('2020-01-01')), (1, '2020-01-01')); -- { serverError NO_COMMON_TYPE }
SELECT tupleHammingDistance((1, toDate('2020-01-01')), (1, 18262)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tupleToNameValuePairs(CAST(NULL, 'Nullable(Tuple(a UInt8, b UInt8))')) AS x, toTypeName(x);
SELECT tupleToNameValuePairs(CAST(NULL, 'Nullable(Tuple(a Array(UInt8), b Array(UInt8)))')) AS x, toTypeName(x);
SELECT tupleToNameValuePairs(toNullable(tuple([1], [2])));
SELECT tupleToNameValuePairs(tuple()); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hop(toDateTime(0, 'UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY); -- { serverError BAD_ARGUMENTS }
SELECT hopEnd(toDateTime(86400, 'UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY), hop(toDateTime(86399, 'UTC'), INTERVAL 1 DAY, INTERVAL 1 DAY);
SELECT hop(toDateTime(4294967295, 'UTC'), INTERVAL 1 SECOND, INTERVAL 2 SECOND); -- { serverError BAD_ARGUMENTS }
SELECT hop(toDateTime(0, 'UTC'), INTERVAL 1 MONTH, INTERVAL 2 MONTH); -- { serverError BAD_ARGUMENTS }
SELECT hop(toDateTime(0, 'UTC'), INTERVAL 1 QUARTER, INTERVAL 1 QUARTER), hop(toDateTime(4294967295, 'UTC'), INTERVAL 1 MONTH, INTERVAL 2 MONTH);
SELECT geohashEncode(-5.60302734375, 42.593994140625, toUInt256(7)), geohashEncode(-5.60302734375, 42.593994140625, toUInt64(18446744073709551615)), geohashEncode(-5.60302734375, 42.593994140625, toInt8(-1)), geohashEncode(-5.60302734375, 42.593994140625, toInt8(-100));
SELECT initializeAggregation('sum', toLowCardinality(3)) AS x, toTypeName(x);
SELECT arrayReduceInRanges(toLowCardinality('sum'), [(1, 2)], [1, 2, 3]);
SELECT toStartOfDay(toDateTime(number * 40000 + 100000, 'UTC')), hop(toDateTime(number * 40000 + 100000, 'UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY) FROM numbers(5);
