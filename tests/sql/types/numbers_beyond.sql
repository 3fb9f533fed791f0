-- Floats beyond the range of a narrower type are infinite.
SELECT toFloat32(1e100), toFloat32(-1e300), CAST(1e39 AS Float32), toFloat32(nan), toFloat32(inf), toFloat32(NULL), toFloat32(3.4028235e38), toBFloat16(1e100);
SELECT toFloat32(number * 1e37) FROM numbers(40) WHERE number > 32;
SELECT toFloat32(materialize(toNullable(1e50))), accurateCastOrNull(1e100, 'Float32'), toFloat32OrNull('1e100'), toFloat32('1e100');
