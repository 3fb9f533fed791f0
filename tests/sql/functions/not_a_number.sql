-- NaN and the infinities where functions compare.
SELECT sign(nan), sign(materialize(nan)), sign(-nan), sign(inf), sign(-inf), sign(-0.0), sign(toFloat32(nan)), sign(materialize(toNullable(nan))), sign(NULL), sign(toDecimal32(-1.5, 1)), sign(toInt256(-5));
SELECT sign(arrayJoin([nan, NULL, -1])), sign(if(materialize(1), NULL, nan));
SELECT nan = nan, nan != nan, nan < 1, nan > 1, nan IN (nan), nan BETWEEN 0 AND 1, [nan] = [nan], (nan, 1) = (nan, 1), has([nan], nan), indexOf([nan, 1], nan), arraySort([nan, 1, 0]), arrayDistinct([nan, nan]), arrayUniq([nan, nan]), arrayMin([nan, 1]), arrayMax([nan, 1]), countEqual([nan], nan);
