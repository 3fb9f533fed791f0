-- Places count from 1: a constant 0 is refused but for constant arrays; days of moments end with those of Date.
SELECT [number][0] FROM numbers(3); -- { serverError ZERO_ARRAY_OR_TUPLE_INDEX }
SELECT [number][0] FROM numbers(0); -- { serverError ZERO_ARRAY_OR_TUPLE_INDEX }
SELECT arrayMap(x -> x[0], [[number]]) FROM numbers(1); -- { serverError ZERO_ARRAY_OR_TUPLE_INDEX }
SELECT splitByChar(',', toString(number))[0] FROM numbers(1); -- { serverError ZERO_ARRAY_OR_TUPLE_INDEX }
SELECT [number][number - number], map(number, 1)[0], arrayElementOrNull([number], 0) FROM numbers(3);
SELECT [1, 2][0], arrayElement(['a'], 0), range(3)[0], materialize([1, 2])[materialize(0)];
SELECT toRelativeDayNum(toDate32('2299-12-31')), toRelativeDayNum(toDate32('1960-01-01')), toRelativeDayNum(toDate('2149-06-06'));
SELECT toRelativeDayNum(toDateTime64('1960-01-01 00:00:00', 0, 'UTC')), toRelativeDayNum(toDateTime64('2150-01-01 00:00:00', 3, 'UTC')), toRelativeDayNum(CAST(NULL, 'Nullable(DateTime64(3))'));
