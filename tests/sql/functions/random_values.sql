-- Random values differ from row to row and have their distribution; what they refuse.
SELECT round(stddevPop(randNormal(0, 4))), round(stddevPop(log(randLogNormal(0, 4)))), round(avg(randPoisson(3))), round(avg(randExponential(0.25))), round(avg(randUniform(2, 4))) FROM numbers(20000);
SELECT length(randomString(100)), length(randomPrintableASCII(50)), match(randomPrintableASCII(50), '^[ -~]{50}$'), lengthUTF8(randomStringUTF8(20)), isValidUTF8(randomStringUTF8(20)), length(randomFixedString(7)), length(randomString(0)), length(randomString(NULL));
SELECT uniqExact(randomString(8)), sum(length(randomString(number % 5))), sum(lengthUTF8(randomStringUTF8(number % 5))) FROM numbers(1000);
SELECT uniqExact(randNormal(0, 1)) > 900, uniqExact(fuzzBits('abcdefgh', 0.5)) > 900, uniqExact(randUniform(1, 2)) > 900, uniqExact(randomPrintableASCII(20)) > 900, uniqExact(randomFixedString(12)) > 900 FROM numbers(1000);
SELECT hex(fuzzBits('abc', 1.)), fuzzBits('abc', 0.), length(fuzzBits(materialize('abcdef'), 0.5)), hex(fuzzBits('\xff\x00', 1.));
SELECT randomString(-1); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT randomFixedString(0); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT randomFixedString(-1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT randomString(2000000000); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT fuzzBits('abc', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT fuzzBits('abc', 2.); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT randUniform(1, -2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT randBernoulli(2); -- { serverError BAD_ARGUMENTS }
SELECT randBernoulli(nan); -- { serverError BAD_ARGUMENTS }
SELECT randStudentT(0); -- { serverError BAD_ARGUMENTS }
SELECT randFisherF(1, 0); -- { serverError BAD_ARGUMENTS }
SELECT randNormal(1, -1.); -- { serverError BAD_ARGUMENTS }
SELECT randNegativeBinomial(18446744073709551615, 0.5); -- { serverError BAD_ARGUMENTS }
SELECT randExponential(0); -- { serverError BAD_ARGUMENTS }
SELECT number % 2 AS k, varPop(randUniform(0, 1)) BETWEEN 0.05 AND 0.12, stddevPop(rand()) BETWEEN 1.1e9 AND 1.4e9 FROM numbers(10000) GROUP BY k ORDER BY k;
