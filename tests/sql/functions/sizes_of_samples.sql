-- Sizes of samples for tests of means and shares, and the test of two shares.
SELECT minSampleSizeContinuous(112.25, 21.1, 0.03, 0.80, 0.05), minSampleSizeContinuous(112, 21, 1, 0.80, 0.05);
SELECT minSampleSizeContinous(number, 3, 0.1, 0.5, 0.01) FROM numbers(3);
SELECT minSampleSizeConversion(0.25, 0.03, 0.80, 0.05), minSampleSizeConversion(toFloat32(0.25), toFloat32(0.03), 0.80, 0.05);
SELECT minSampleSizeConversion(number / 2, 0.3, 0.80, 0.05).1 FROM numbers(4);
SELECT minSampleSizeContinuous(toNullable(1.), 21, 1, 0.80, 0.05); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT minSampleSizeConversion(1, 0.03, 0.80, 0.05); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT minSampleSizeConversion(0.5, 0.03, 0.80, materialize(0.05)); -- { serverError ILLEGAL_COLUMN }
SELECT proportionsZTest(10, 11, 100, 101, 0.95, 'unpooled'), proportionsZTest(10, 11, 100, 101, 0.95, 'pooled');
SELECT round(proportionsZTest(number, 3, 8, 9, 0.9, 'pooled').p_value, 12) FROM numbers(10);
SELECT proportionsZTest(10, 11, 100, 101, 1.95, 'pooled'), proportionsZTest(0, 11, 100, 101, 0.95, 'pooled'), proportionsZTest(1, 1, 0, 5, 0.95, 'pooled');
SELECT toTypeName(proportionsZTest(10, 11, 100, 101, 0.95, 'unpooled'));
SELECT proportionsZTest(10, 11, 100, 101, 0.95, 'x'); -- { serverError BAD_ARGUMENTS }
SELECT proportionsZTest(-1, 11, 100, 101, 0.95, 'pooled'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT proportionsZTest(10, 11, 100, 101, 1, 'pooled'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
