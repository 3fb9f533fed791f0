-- NaN and the infinities where functions compare.
SELECT sign(nan), sign(materialize(nan)), sign(-nan), sign(inf), sign(-inf), sign(-0.0), sign(toFloat32(nan)), sign(materialize(toNullable(nan))), sign(NULL), sign(toDecimal32(-1.5, 1)), sign(toInt256(-5));
SELECT sign(arrayJoin([nan, NULL, -1])), sign(if(materialize(1), NULL, nan));
SELECT nan = nan, nan != nan, nan < 1, nan > 1, nan IN (nan), nan BETWEEN 0 AND 1, [nan] = [nan], (nan, 1) = (nan, 1), has([nan], nan), indexOf([nan, 1], nan), arraySort([nan, 1, 0]), arrayDistinct([nan, nan]), arrayUniq([nan, nan]), arrayMin([nan, 1]), arrayMax([nan, 1]), countEqual([nan], nan);
SELECT min2(1, nan), min2(nan, 1), max2(1, nan), max2(nan, 1), min2(nan, nan), max2(0.0, -0.0), min2(0.0, -0.0), min2(-0.0, 0.0), max2(-0.0, 0.0), min2(NULL, 1), max2(2, 3), min2(materialize(1), materialize(nan)), MAX2(materialize(nan), 1), min2(toDecimal32(1, 2), 2);
