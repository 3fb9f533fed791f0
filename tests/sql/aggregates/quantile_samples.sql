-- Quantiles out of samples and summaries: the same values as ClickHouse's, not only near ones.
SELECT quantilesDeterministic(0.1, 0.5, 0.9)(number / 3, number) FROM numbers(8192);
SELECT quantilesDeterministic(0.1, 0.5, 0.9)(number / 3, number) FROM numbers(8193);
SELECT quantilesDeterministic(0.1, 0.5, 0.9)(number * number % 100003, number) FROM numbers(100000);
SELECT quantilesDeterministic(0.1, 0.5, 0.9)(if(number % 10 = 0, nan, number / 3), number) FROM numbers(9000);
SELECT number % 3 AS k, quantilesDeterministic(0.5)(number, number) FROM numbers(60000) GROUP BY k ORDER BY k;
SELECT k % 2 AS half, quantileDeterministicMerge(s) FROM (SELECT number % 10 AS k, quantileDeterministicState(number, number) AS s FROM numbers(60000) GROUP BY k) GROUP BY half ORDER BY half;
SELECT toTypeName(quantileDeterministicState(number, number)), quantileDeterministic(number, number), quantileDeterministic(NULL, number) FROM numbers(0);
SELECT quantilesGK(100, 0.005, 0.01, 0.02, 0.333, 0.5, 0.995)(number) FROM numbers(1000);
SELECT quantilesGK(33, 0.1, 0.25, 0.5, 0.75, 0.9)(cityHash64(number) % 1000003) FROM numbers(20000);
SELECT quantilesGK(1000, 0.1, 0.25, 0.5, 0.75, 0.9)(cityHash64(number) % 1000003) FROM numbers(50000);
SELECT quantilesGK(1, 0.1, 0.5)(number), quantileGK(2)(number) FROM numbers(100);
SELECT quantileGK(100, 0.5)(toInt64(number - 5) * 1844674407370955161), quantileGK(100)(toUInt256(number)), toTypeName(quantileGK(100)(toUInt256(number))) FROM numbers(10);
SELECT quantileGK(10)(number), quantilesGK(10, 0.5, 0.6)(number), quantileGKOrNull(10)(number) FROM numbers(0);
SELECT quantilesTiming(0, 0.3, 0.5, 1)(number) FROM numbers(5672);
SELECT quantilesTiming(0, 0.3, 0.5, 1)(number) FROM numbers(5673);
SELECT quantilesTiming(0, 0.3, 0.5, 1)(number) FROM numbers(40000);
SELECT quantileTiming(toInt8(number) - 5), quantileTiming(number / 4 - 1), quantileTiming(number * 100000), quantileTiming(-1) FROM numbers(10);
SELECT quantilesTimingWeighted(0, 0.1, 0.5, 0.9, 1)(x, w) FROM values('x UInt32, w UInt32', (19856, 30), (5, 15), (1023, 1), (1024, 30), (40000, 50));
SELECT quantileTimingWeighted(x, w) FROM values('x UInt32, w UInt32', (19856, 30));
SELECT quantileTimingWeighted(x, w) FROM values('x UInt32, w UInt32', (19856, 31));
SELECT quantileDD(0.01, 0.5)(toDate('2024-05-06') + number), quantileTDigest(toDate('2024-05-06') + number), quantileExactWeightedInterpolated(toDate('2024-05-06') + number, number) FROM numbers(10);
SELECT quantileExactWeightedInterpolated(toDecimal64(number, 2), number), toTypeName(quantileExactWeightedInterpolated(toDecimal64(number, 2), number)), quantileInterpolatedWeighted(toUInt256(number), number) FROM numbers(10);
SELECT quantileExactWeighted(number, toUInt256(number)), quantileBFloat16Weighted(number, toUInt128(number)) FROM numbers(10);
SELECT quantiles(0.5)(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantile(NULL), quantilesBFloat16Weighted(0.5)(NULL, 1);
SELECT quantile(); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT quantileExact(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT quantile(0.5)(); -- { serverError SYNTAX_ERROR }
SELECT quantilesGK(10)(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT quantilesGK(0.5, 0.5)(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantilesGK(-1, 0.5)(1); -- { serverError BAD_ARGUMENTS }
SELECT quantileGK(10, 1.5)(1); -- { serverError PARAMETER_OUT_OF_BOUND }
SELECT quantile(toDate32(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantileTiming(toDateTime64(1, 3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantileDeterministic(toDecimal32(1, 1), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
