-- Fractions of floats beyond the scale of a Decimal are cut; NaN, infinities and too many digits do not fit.
SELECT accurateCastOrNull(1.5, 'Decimal(9, 0)'), accurateCastOrNull(1.25, 'Decimal(9, 1)'), accurateCastOrNull(toFloat32(-1.5), 'Decimal(18, 0)'), accurateCastOrNull(1.5, 'Decimal(76, 0)');
SELECT accurateCast(1.5, 'Decimal(9, 0)'), accurateCastOrDefault(2.7, 'Decimal(38, 0)'), accurateCastOrDefault(1e20, 'Decimal(18, 2)', toDecimal64(7, 2));
SELECT accurateCastOrNull(nan, 'Decimal(9, 1)'), accurateCastOrNull(inf, 'Decimal(9, 1)'), accurateCastOrNull(-1e30, 'Decimal(9, 1)');
SELECT accurateCastOrNull(x, 'Decimal(9, 1)') FROM (SELECT arrayJoin([1.25, nan, 1e30, -0.05, 99999999.9]) AS x);
SELECT accurateCastOrNull(1.5, 'Int8'), accurateCastOrNull(toDecimal32(1.25, 2), 'Decimal(9, 1)');
