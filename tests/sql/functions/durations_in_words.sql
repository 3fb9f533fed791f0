-- Seconds in words: huge ones, none, fractions, units that leave nothing.
SELECT formatReadableTimeDelta(0.5,'seconds','milliseconds'), formatReadableTimeDelta(1.5,'hours','seconds'), formatReadableTimeDelta(60.25,'hours','milliseconds'), formatReadableTimeDelta(0), formatReadableTimeDelta(-60), formatReadableTimeDelta(61,'minutes','minutes'), formatReadableTimeDelta(59,'hours','minutes'), formatReadableTimeDelta(1e10,'days'), formatReadableTimeDelta(0.0000015,'seconds','nanoseconds'), formatReadableTimeDelta(-0.5), formatReadableTimeDelta(1e16), formatReadableTimeDelta(1e300), formatReadableTimeDelta(nan), formatReadableTimeDelta(-inf);
SELECT n, formatReadableTimeDelta(n), formatReadableTimeDelta(n, 'hours'), formatReadableTimeDelta(n, 'months', 'hours'), formatReadableTimeDelta(n / 1000, 'minutes', 'milliseconds') FROM (SELECT arrayJoin([NULL, 0, 1, 59, 60, 61, 3599, 3661, 86400, 90061, 2635200, 31536000, 31536001, 123456789, -5000, 4294967295]) AS n);
SELECT formatReadableTimeDelta(number * 12345.678) FROM numbers(4);
SELECT formatReadableTimeDelta(1, 'x'); -- { serverError BAD_ARGUMENTS }
SELECT formatReadableTimeDelta(1, 'seconds', 'hours'); -- { serverError BAD_ARGUMENTS }
SELECT formatReadableTimeDelta(1, materialize('hours')); -- { serverError ILLEGAL_COLUMN }
SELECT formatReadableTimeDelta('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT formatReadableTimeDelta(toDecimal32(3661.5, 1)), formatReadableTimeDelta(toFloat32(100.5)), formatReadableTimeDelta(123.456, 'days', 'nanoseconds'), formatReadableTimeDelta(-0.2, 'hours', 'milliseconds'), formatReadableTimeDelta(0, 'hours', 'milliseconds');
