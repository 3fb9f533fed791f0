-- Digits that no step of 64 bits has: an error for columns of whole numbers, the greatest step for floats.
SELECT round(materialize(5), -20); -- { serverError BAD_ARGUMENTS }
SELECT floor(materialize(5), -20); -- { serverError BAD_ARGUMENTS }
SELECT ceil(materialize(5), -20); -- { serverError BAD_ARGUMENTS }
SELECT trunc(materialize(5), -20); -- { serverError BAD_ARGUMENTS }
SELECT roundBankers(materialize(5), -20); -- { serverError BAD_ARGUMENTS }
SELECT round(materialize(5), 20); -- { serverError BAD_ARGUMENTS }
SELECT round(materialize(toInt256(5)), -20); -- { serverError BAD_ARGUMENTS }
SELECT round(materialize(true), 20); -- { serverError BAD_ARGUMENTS }
SELECT round(materialize(toNullable(5)), -20); -- { serverError BAD_ARGUMENTS }
SELECT round(toInt64(number), -20) FROM numbers(2); -- { serverError BAD_ARGUMENTS }
SELECT round(number, -20) FROM numbers(0);
SELECT round(5, -20), round(5, 20), round(materialize(5), -19), round(materialize(5), 19), round(materialize(toInt128(5)), -19), round(materialize(NULL), -20);
SELECT round(5, 40000); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT round(materialize(5.5), 32768); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT round(materialize(5.5), -32769); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT round(materialize(toDecimal64(5.5, 1)), 40000); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT round(materialize(5.5), 400), round(materialize(5.5), -400), round(materialize(5.5), 32767), round(materialize(5.5), -32768), round(materialize(5.5), 20);
SELECT floor(materialize(-5.5), -20), ceil(materialize(5.5), -30), floor(materialize(-5.5), -309), ceil(materialize(toFloat32(5.5)), -39), round(materialize(toFloat32(5.5)), 39);
SELECT round(materialize(1e300), -309), round(materialize(1e-320), 320), round(materialize(1e300), 20), round(materialize(nan), 400), round(materialize(inf), -400);
SELECT round(materialize(toDecimal64(5.5, 1)), -20), round(materialize(toDecimal64(5.5, 1)), 20);
